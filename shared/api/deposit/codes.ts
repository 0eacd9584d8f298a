export const DEPOSIT_CODES = [
  'channel_unavailable',
  'deposit_not_found',
  'deposit_expired',
  'deposit_closed',
  'deposit_too_many_open',
  'deposit_day_limit',
  'deposit_blocked',
  'deposit_needs_proof',
  'voucher_invalid',
] as const;
