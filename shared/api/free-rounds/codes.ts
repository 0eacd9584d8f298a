export const FREE_ROUND_CODES = [
  'free_rounds_off',
  'free_rounds_game',
  'free_rounds_providers',
  'free_rounds_stake',
  'free_rounds_not_found',
  'free_rounds_over',
  'free_rounds_open',
] as const;
