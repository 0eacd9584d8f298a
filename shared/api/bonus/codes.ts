export const BONUS_CODES = [
  'bonus_not_found',
  'bonus_taken',
  'bonus_offer_over',
  'bonus_running',
  'bonus_not_running',
  'bonus_changed',
  'bonus_off',
  'bonus_limit',
  'bonus_unfunded',
  'bonus_wagering',
  'bonus_member_resting',
] as const;
