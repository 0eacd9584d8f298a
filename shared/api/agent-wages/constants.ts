/**
 * `due`: waits for its payment; `unfunded`: the merchant's account of wages does not cover it yet; `held`: waits for an operator; `nothing`:
 * no amount is due.
 */
export const WAGE_STATES = ['due', 'paid', 'nothing', 'held', 'unfunded', 'rejected'] as const;
export type WageState = (typeof WAGE_STATES)[number];
/** The amount is not paid yet. */
export const WAITING_STATES: readonly WageState[] = ['due', 'held', 'unfunded'];
/** Longest period of a list in days. */
export const WAGE_LIST_DAYS = 92;
export const WAGE_PAGE_SIZE = 20;
/** Statements of a batch of a file. */
export const WAGE_BATCH_SIZE = 500;
