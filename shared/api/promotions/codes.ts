export const PROMOTION_CODES = [
  'promotion_not_found',
  'promotion_not_begun',
  'promotion_closed',
  'promotion_budget_used',
  'promotion_joined',
  'promotion_not_for_you',
  'promotion_paused',
  'promotion_other_way',
  'promotion_nothing',
  'promotion_claimed',
  'promotion_expired',
  'promotion_decided',
] as const;
