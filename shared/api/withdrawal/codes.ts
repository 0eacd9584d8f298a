export const WITHDRAWAL_CODES = [
  'withdrawals_off',
  'withdrawal_not_found',
  'withdrawal_closed',
  'withdrawal_in_payment',
  'withdrawal_overdrawn',
  'withdrawal_too_many',
  'withdrawal_day_limit',
  'withdrawal_fee_changed',
  'turnover_left',
  'turnover_left_excluded',
] as const;
