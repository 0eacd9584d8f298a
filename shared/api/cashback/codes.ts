export const CASHBACK_CODES = [
  'cashback_not_found',
  'cashback_claimed',
  'cashback_expired',
  'cashback_nothing',
  'cashback_paused',
] as const;
