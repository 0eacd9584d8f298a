/** Tables of the payment password, payout accounts and uploads. */
export interface ProfileTables {
  payment_password_try: PaymentPasswordTryTable;
  payout_account: PayoutAccountTable;
  upload: UploadTable;
}

/** Wrong tries since the last right one. */
export interface PaymentPasswordTryTable {
  member_id: string;
  tries: number;
  last_at: Date;
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
