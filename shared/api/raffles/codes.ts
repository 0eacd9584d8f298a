export const RAFFLE_CODES = [
  'raffle_not_found',
  'raffle_not_begun',
  'raffle_closed',
  'raffle_joined',
  'raffle_not_for_you',
  'raffle_paused',
  'raffle_nothing',
  'raffle_claimed',
  'raffle_expired',
  'raffle_decided',
] as const;
