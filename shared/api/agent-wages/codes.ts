export const WAGE_CODES = ['wage_not_found', 'wage_period'] as const;
