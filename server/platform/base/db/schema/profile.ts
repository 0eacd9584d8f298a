import type { Generated } from 'kysely';

/** Tables of the payment password, payout accounts and uploads. */
export interface ProfileTables {
  payment_password_try: PaymentPasswordTryTable;
  payout_account: PayoutAccountTable;
  payout_account_try: PayoutAccountTryTable;
  upload: UploadTable;
}

export interface PaymentPasswordTryTable {
  member_id: string;
  /** Wrong tries since the last correct one. */
  wrong: Generated<number>;
  /** Start of each try in progress, in milliseconds since the epoch, by its id. */
  running: Generated<Readonly<Record<string, number>>>;
  last_at: Date;
}

/** Tries to add a payout account in one window. */
export interface PayoutAccountTryTable {
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

export interface UploadTable {
  id: string;
  merchant: string;
  member_id: string;
  purpose: 'avatar' | 'deposit-proof' | 'withdrawal-proof' | 'feedback';
  type: 'image/webp';
  bytes: Uint8Array;
  created_at: Date;
  /** Null while unclaimed; removed after a day. */
  claimed_at: Date | null;
}
