import * as v from 'valibot';
import { REWARD_SOURCE_NAMES } from '../../reward-sources.ts';
import { instant, nothing, wholeNumber, wireAmount } from '../fields.ts';
import { MAX_PAST_PAGES, REWARD_OUTCOMES, REWARD_STEPS } from './constants.ts';

/** What the member can act on now, of every source. */
export const rewardCountsValue = v.object(v.entriesFromList(REWARD_SOURCE_NAMES, v.number()));

const rewardId = v.pipe(v.string(), v.regex(/^[a-z]{1,20}:[\w-]{1,64}$/));

const shown = {
  /** SOURCE:ID */
  rewardId,
  source: v.picklist(REWARD_SOURCE_NAMES),
  /** In the language of the call; empty: the source names it. */
  name: v.string(),
  /** What the reward is for; null: no period. */
  period: v.nullable(v.object({ start: instant, end: instant })),
  amount: v.nullable(wireAmount),
  points: v.nullable(v.string()),
  /** Its page on the site. */
  href: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
};

const waiting = v.object({
  ...shown,
  step: v.picklist(REWARD_STEPS),
  /** End of the time to claim, which is not included; null: no end. */
  until: v.nullable(instant),
  /** Of the operator, for the member. */
  note: v.string(),
});
export type WaitingRewardValue = v.InferOutput<typeof waiting>;

const past = v.object({ ...shown, outcome: v.picklist(REWARD_OUTCOMES), at: instant });
export type PastRewardValue = v.InferOutput<typeof past>;

export const rewardCount = {
  query: nothing,
  body: nothing,
  value: v.object({ counts: rewardCountsValue }),
};

const currency = { currency: v.string(), currencySymbol: v.string() };

export const rewardList = {
  query: nothing,
  body: nothing,
  value: v.object({
    ...currency,
    /** The member is on a break or excluded: nothing can be claimed until its end. */
    paused: v.boolean(),
    counts: rewardCountsValue,
    /** The soonest end first. */
    rewards: v.array(waiting),
    /** Time of the platform, from which the times left are counted. */
    now: instant,
  }),
};

export const rewardHistory = {
  query: v.strictObject({ page: v.optional(wholeNumber(1, MAX_PAST_PAGES), 1) }),
  body: nothing,
  value: v.object({ ...currency, page: v.number(), pages: v.number(), rewards: v.array(past) }),
};

export const rewardClaim = {
  query: nothing,
  body: v.strictObject({ rewardId: v.union([v.literal('all'), rewardId]) }),
  value: v.object({
    ...currency,
    count: v.number(),
    paid: wireAmount,
    /** Claimed, and paid as soon as the merchant has funded it. */
    waiting: wireAmount,
    /** After the claim. */
    counts: rewardCountsValue,
  }),
};
