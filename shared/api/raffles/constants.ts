/** `draft`: seen by operators only, and the only state in which its rule can change; `closed`: its list of tickets is fixed and published. */
export type RaffleState = 'draft' | 'live' | 'closed' | 'drawn' | 'cancelled';

/** What is seen of a raffle. `counting`: its time to earn tickets is over and its list is not published yet. */
export const RAFFLE_STATUSES = ['coming_soon', 'open', 'counting', 'closed', 'drawn', 'cancelled'] as const;
export type RaffleStatus = (typeof RAFFLE_STATUSES)[number];

/** `due`: claimed, and paid within seconds, or as soon as the account of rewards covers it. */
export const WIN_STATES = ['claimable', 'due', 'paid', 'ended'] as const;
export type WinState = (typeof WIN_STATES)[number];

export const MAX_RAFFLE_TITLE = 80;
/** Kinds of prizes of one raffle, and prizes in all. */
export const MAX_PRIZE_KINDS = 10;
export const MAX_PRIZES = 500;
export const MAX_TICKETS = 10_000;
/** Least time between the end of tickets and the draw. */
export const LEAST_DRAW_MINUTES = 10;
