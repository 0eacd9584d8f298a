/** `referral_unknown` is one of the registration; the others are about a reward. */
export const REFERRAL_CODES = [
  'referral_unknown',
  'referral_not_found',
  'referral_claimed',
  'referral_expired',
  'referral_withdrawn',
  'referral_held',
  'referral_refused',
] as const;
