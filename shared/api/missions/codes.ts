export const MISSION_CODES = [
  'mission_not_found',
  'mission_claimed',
  'mission_expired',
  'mission_withdrawn',
  'mission_board_not_found',
] as const;
