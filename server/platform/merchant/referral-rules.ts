import * as v from 'valibot';
import { REFERRAL_STAGES } from '../../../shared/api/referral/constants.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const MAX = 1_000_000;

const stageRule = v.pipe(
  v.object({
    stage: v.picklist(REFERRAL_STAGES),
    /** What the friend must deposit, and stake in valid bets, in whole units. */
    deposits: v.optional(whole(0, MAX), 0),
    stake: v.optional(whole(0, MAX), 0),
    /** Days from the registration. */
    withinDays: v.optional(whole(1, 365), 30),
    /** What the member who invited receives, and the friend, in whole units. */
    referrer: v.optional(whole(0, MAX), 0),
    friend: v.optional(whole(0, MAX), 0),
  }),
  v.check(({ stage, deposits, stake }) => (stage === 'deposited' ? deposits > 0 && stake === 0 : stake > 0), 'what the stage needs'),
  v.check(({ referrer, friend }) => referrer + friend > 0, 'a reward for one of both: `referrer` or `friend`'),
);
export type ReferralStageRule = v.InferOutput<typeof stageRule>;

/** The `referral` member of a merchant's settings. */
export const referralRules = v.object({
  /** Days in which a reward can be claimed. */
  claimDays: v.optional(whole(1, 365), 30),
  /** What one member can earn by inviting in a month, in whole units; null: no limit. */
  perMonth: v.optional(v.nullable(whole(1, MAX)), null),
  /** Friends for whom one member is rewarded; null: no limit. */
  maxFriends: v.optional(v.nullable(whole(1, MAX)), null),
  stages: v.optional(
    v.pipe(
      v.array(stageRule),
      v.maxLength(REFERRAL_STAGES.length),
      v.check((list) => new Set(list.map(({ stage }) => stage)).size === list.length, 'each stage once'),
    ),
    [],
  ),
});
export type ReferralRules = v.InferOutput<typeof referralRules>;
/** A merchant without own settings gives no rewards for inviting. */
export const DEFAULT_REFERRAL_RULES: ReferralRules = v.parse(referralRules, {});
