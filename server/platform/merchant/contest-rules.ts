import * as v from 'valibot';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** The `contests` member of a merchant's settings: rounds between members. */
export const contestRules = v.object({
  /** Number of the contest's stakes that a member may lose to another one in 24 hours, net. */
  pairStakesPerDay: v.optional(whole(1, 1_000), 20),
  /** Turnover requirement on a contest's prize, in percent. */
  prizeTurnoverPercent: v.optional(whole(0, 5_000), 100),
});
export type ContestRules = v.InferOutput<typeof contestRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_CONTEST_RULES: ContestRules = v.parse(contestRules, {});
