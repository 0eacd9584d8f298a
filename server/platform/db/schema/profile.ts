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
  /** Since the last right one: the wrong ones, and those that are being compared. */
  tries: number;
  wrong: Generated<number>;
  last_at: Date;
}

/** Tries to add a payout account within one window. */
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
  /** Sealed, as the number; `number_key` finds it, unique per merchant while the account is there. */
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
  /** Null while nothing uses it; swept after a day. */
  claimed_at: Date | null;
}
