export const RECORD_CODES = ['period_too_long', 'movement_not_found', 'bet_not_found'] as const;
