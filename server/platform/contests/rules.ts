import * as v from 'valibot';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** The `contests` group of a merchant's settings: rounds that members play against each other. */
export const contestRules = v.object({
  /** How many stakes of the contest one member may lose to another one in 24 hours, net. */
  pairStakesPerDay: v.optional(whole(1, 1_000), 20),
  /** Settled stake that a prize of a contest asks for before it may be withdrawn, in percent of the prize. */
  prizeTurnoverPercent: v.optional(whole(0, 5_000), 100),
});
export type ContestRules = v.InferOutput<typeof contestRules>;
/** The rules of a merchant who has set none. */
export const USUAL_CONTESTS: ContestRules = v.parse(contestRules, {});
