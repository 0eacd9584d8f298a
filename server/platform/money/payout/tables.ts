import type { ColumnType, Generated } from 'kysely';
import type { PayoutReason } from '../../../../shared/api/payouts.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

type PayoutStatus = 'created' | 'unknown' | 'sent' | 'paid' | 'failed';

/** Tables of payouts by payment providers. */
export interface PayoutTables {
  payout: {
    id: string;
    withdrawal_id: string;
    provider: string;
    amount: Int8;
    currency: string;
    status: PayoutStatus;
    paid: ColumnType<string, string | undefined, string>;
    returned: ColumnType<string, string | undefined, string>;
    /** `stopped`: by an operator before it was sent; `unreachable`: no connection, so another provider was chosen. */
    reason: Generated<PayoutReason | 'stopped' | 'unreachable' | 'operator' | null>;
    tries: Generated<number>;
    last_error: Generated<string | null>;
    conflict: Generated<string | null>;
    next_try_at: Date;
    created_at: Date;
    closed_at: Generated<Date | null>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends PayoutTables {}
}
