/** `offered`: waits for the member. All after `running` are ends. */
export const BONUS_STATES = ['offered', 'running', 'completed', 'left', 'expired', 'used', 'reversed', 'withdrawn'] as const;
export type BonusState = (typeof BONUS_STATES)[number];

/** Where a bonus comes from: a rule for deposits, an operator, or another feature such as promotions. */
export const BONUS_SOURCES = ['deposit', 'operator', 'promotion', 'points'] as const;
export type BonusSource = (typeof BONUS_SOURCES)[number];

/** Causes of movements of the pools, as the page names them. */
export const BONUS_CAUSES = ['granted', 'held', 'bet', 'win', 'rollback', 'completed', 'ended'] as const;
export type BonusCause = (typeof BONUS_CAUSES)[number];

/** Rules for deposits of one merchant. */
export const MAX_DEPOSIT_BONUSES = 12;
/** Highest wagering, in multiples of the bonus, where no policy has a lower one. */
export const MAX_WAGERING = 100;
export const BONUS_PAGE_SIZE = 20;
