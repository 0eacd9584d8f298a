export const BET_STATES = ['open', 'won', 'lost', 'cancelled'] as const;

/** In a filter `won` is more than the stake, and `even` exactly the stake; a row of either has the status `won`. */
export const BET_FILTER_STATES = ['won', 'even', 'lost', 'open', 'cancelled'] as const;
export type BetState = (typeof BET_FILTER_STATES)[number];
