import * as v from 'valibot';
import { instant, nothing, wholeNumber, wireAmount } from '../fields.ts';
import { REFERRAL_CAUSES, REFERRAL_SIDES, REFERRAL_STAGES, REFERRAL_STEPS } from './constants.ts';

/** What a friend who registers now must do, and what it gives. */
const rule = v.object({
  stage: v.picklist(REFERRAL_STAGES),
  deposits: wireAmount,
  stake: wireAmount,
  withinDays: v.number(),
  referrer: wireAmount,
  friend: wireAmount,
});
export type ReferralRuleValue = v.InferOutput<typeof rule>;

/** Names are masked. Times of stages that were not reached, or were taken back, are null. */
const friend = v.object({
  name: v.string(),
  registeredAt: instant,
  depositedAt: v.nullable(instant),
  playedAt: v.nullable(instant),
  /** Those whom the friend has invited: the first ones, and how many there are. */
  invited: v.array(v.object({ name: v.string(), registeredAt: instant })),
  invitedCount: v.number(),
});
export type ReferralFriendValue = v.InferOutput<typeof friend>;

const earning = v.object({
  /** For the claim, as the reward centre has it; null: pending. */
  rewardId: v.nullable(v.string()),
  side: v.picklist(REFERRAL_SIDES),
  stage: v.picklist(REFERRAL_STAGES),
  /** Of the friend, masked; empty: the reader is the friend. */
  name: v.string(),
  /** What the stage needs. */
  deposits: wireAmount,
  stake: wireAmount,
  amount: wireAmount,
  step: v.picklist(REFERRAL_STEPS),
  cause: v.nullable(v.picklist(REFERRAL_CAUSES)),
  /** Words of the operator who refused. */
  reason: v.string(),
  /** End of the time to reach or to claim it; null: none. */
  until: v.nullable(instant),
  at: instant,
});
export type ReferralEarningValue = v.InferOutput<typeof earning>;

export const referralOverview = {
  query: v.strictObject({ page: v.optional(wholeNumber(1, 10_000), 1) }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** The member is on a break or excluded: nothing is offered or claimed. */
    paused: v.boolean(),
    /** Null: not offered now. */
    code: v.nullable(v.string()),
    rules: v.array(rule),
    claimDays: v.number(),
    /** What the member can earn in a month, and with how many friends; null: no limit. */
    perMonth: v.nullable(wireAmount),
    maxFriends: v.nullable(v.number()),
    sums: v.object({ pending: wireAmount, claimable: wireAmount, held: wireAmount, claimed: wireAmount }),
    counts: v.object({ registered: v.number(), deposited: v.number(), played: v.number() }),
    page: v.number(),
    pages: v.number(),
    /** The newest first. */
    friends: v.array(friend),
    /** Those that wait first, then the newest. */
    earnings: v.array(earning),
    /** Time of the platform. */
    now: instant,
  }),
};
export type ReferralOverview = v.InferOutput<typeof referralOverview.value>;
