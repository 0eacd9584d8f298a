import type { Generated } from 'kysely';

export interface PaymentPasswordTables {
  payment_password_try: PaymentPasswordTryTable;
}

interface PaymentPasswordTryTable {
  member_id: string;
  /** Wrong tries since the last correct one. */
  wrong: Generated<number>;
  /** Start of each try in progress, in milliseconds since the epoch, by its id. */
  running: Generated<Readonly<Record<string, number>>>;
  last_at: Date;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends PaymentPasswordTables {}
}
