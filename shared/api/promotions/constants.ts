/**
 * What a promotion gives. `deposit`: a share of the first deposit after the member joined; `stake`: a reward for settled stake in the period of the
 * promotion; `points`: points for a claim; `cash`: an amount for an application that operators approve; `cashback`: a share of the net loss in the period,
 * paid at its end.
 */
export const PROMOTION_BLOCKS = ['deposit', 'stake', 'points', 'cash', 'cashback'] as const;
export type PromotionBlock = (typeof PROMOTION_BLOCKS)[number];

/** What a member sees of a promotion. `process`: earned or approved and not paid yet, or its play is still being counted. */
export const PROMOTION_STATUSES = [
  'coming_soon',
  'join',
  'claim',
  'joined',
  'applying',
  'process',
  'issued',
  'claimed',
  'rejected',
  'close',
] as const;
export type PromotionStatus = (typeof PROMOTION_STATUSES)[number];

/** `draft`: seen by operators only, and the only state in which its rule can change; `stopped`: no member can join any more. */
export type PromotionState = 'draft' | 'live' | 'stopped';

/** `due`: claimed or approved, and paid within seconds, or as soon as the account of rewards covers it. */
export const ENTRY_STATES = ['joined', 'claimable', 'applying', 'rejected', 'due', 'paid', 'ended'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Characters of the comment of an application. */
export const MAX_COMMENT = 140;
/** Highest share of a net loss that a promotion returns, in hundredths of a percent. */
export const MAX_CASHBACK_SHARE = 5_000;
/** Games whose net loss is never returned: what one member loses, another one wins. */
export const NO_CASHBACK_CATEGORY = 'PVP';
/** Pieces of the stake of a promotion, of which its amount is one at most. */
export const PROMOTION_PART = 10;
export const MAX_PROMOTION_TITLE = 80;
