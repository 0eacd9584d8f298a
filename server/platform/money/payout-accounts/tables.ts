export interface PayoutAccountTables {
  payout_account_try: PayoutAccountTryTable;
  payout_account: PayoutAccountTable;
}

/** Tries to add a payout account in one window. */
interface PayoutAccountTryTable {
  member_id: string;
  tries: number;
  first_at: Date;
}

export interface PayoutAccountTable {
  id: string;
  merchant: string;
  member_id: string;
  kind: 'BANK' | 'EWALLET';
  /** Code in the merchant's list. */
  provider: string;
  /** Sealed, like the number; `number_key` is for lookups and unique per merchant while the account exists. */
  holder: string;
  number: string;
  number_key: string;
  created_at: Date;
  removed_at: Date | null;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends PayoutAccountTables {}
}
