/** What a friend has done for a reward: deposited enough, or also played enough. */
export const REFERRAL_STAGES = ['deposited', 'played'] as const;
export type ReferralStage = (typeof REFERRAL_STAGES)[number];
/** Who receives a reward: the member who invited, or the friend. */
export const REFERRAL_SIDES = ['referrer', 'friend'] as const;
export type ReferralSide = (typeof REFERRAL_SIDES)[number];
/**
 * `held`: the accounts may belong together, and an operator decides; `due`: claimed, and paid as soon as the account of rewards covers it;
 * `withdrawn`: deposits or bets were taken back before the claim.
 */
export type ReferralState = 'claimable' | 'held' | 'due' | 'paid' | 'expired' | 'withdrawn' | 'refused';
/** `linked`: accounts that may belong together; `month`, `friends`: more than the rules give; `operator`: refused with a reason. */
export type ReferralCause = 'linked' | 'month' | 'friends' | 'operator';
/** States for members. `pending`: the friend has not done it yet; `processing`: claimed, paid within seconds or as soon as there is money. */
export const REFERRAL_STEPS = ['pending', 'claim', 'held', 'processing', 'claimed', 'expired', 'withdrawn', 'refused'] as const;
export type ReferralStep = (typeof REFERRAL_STEPS)[number];
/** Why a reward is in its state; `reversed`: with `withdrawn`. */
export const REFERRAL_CAUSES = ['linked', 'month', 'friends', 'operator', 'reversed'] as const;
export const FRIENDS_PAGE_SIZE = 20;
/** Friends of a friend, and rewards, on the page. */
export const SHOWN_BELOW = 10;
export const SHOWN_EARNINGS = 50;
/** Pieces of what a stage needs, of which its rewards are one at most. */
export const REFERRAL_PART = 10;
/** Of the page of registration: who has invited. An agent's invitation is `affiliateCode`, and places the member in a team. */
export const REFERRAL_PARAMETER = 'referralCode';
