/**
 * What the member can do now. `claim`: take it; `confirm`: note that it was read; `open`: take it on its own page; `paused`: wait until the
 * operator resumes it; `processing`: wait for the payment or the decision.
 */
export const REWARD_STEPS = ['claim', 'confirm', 'open', 'paused', 'processing'] as const;
export type RewardStep = (typeof REWARD_STEPS)[number];
export const REWARD_OUTCOMES = ['claimed', 'expired', 'rejected'] as const;
export type RewardOutcome = (typeof REWARD_OUTCOMES)[number];
/** More of one source are on its own page. */
export const WAITING_PER_SOURCE = 50;
export const PAST_PAGE_SIZE = 20;
export const MAX_PAST_PAGES = 50;
