import type { Generated } from 'kysely';

/** State of the payment providers. */
export interface ProviderHealthTables {
  payment_provider: {
    code: string;
    failures: Generated<number>;
    paused_until: Generated<Date | null>;
    last_error: Generated<string | null>;
    answered_at: Generated<Date | null>;
    failed_at: Generated<Date | null>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends ProviderHealthTables {}
}
