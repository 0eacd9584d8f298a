export const RECORD_CODES = ['period_too_long', 'period_invalid', 'movement_not_found', 'bet_not_found', 'bet_no_proof'] as const;
