export const PAYOUT_ACCOUNT_CODES = [
  'payout_account_not_found',
  'payout_account_limit',
  'payout_account_taken',
  'payout_account_too_many',
  'payout_account_in_use',
  'payout_account_cooling',
] as const;
