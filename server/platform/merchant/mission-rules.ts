import * as v from 'valibot';
import { MAX_MISSIONS, MISSION_GOALS, MISSION_PERIODS } from '../../../shared/api/missions/constants.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const missionRule = v.pipe(
  v.object({
    /** Progress and rewards of a mission follow its id. */
    id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'lower-case letters, digits and hyphens')),
    period: v.picklist(MISSION_PERIODS),
    goal: v.picklist(MISSION_GOALS),
    /** Whole units of a stake, otherwise a number of rounds or games. */
    target: whole(1, 1_000_000_000),
    /** Games that count; null: all. */
    category: v.optional(v.nullable(v.picklist(GAME_CATEGORIES)), null),
    /** Of the reward, whole points or whole units; one of both. */
    points: v.optional(whole(0, 1_000_000), 0),
    amount: v.optional(whole(0, 1_000_000), 0),
  }),
  v.check(({ points, amount }) => points > 0 !== amount > 0, 'one reward: `points` or `amount`'),
  // The rounds of all time would be read with each bet.
  v.check(({ goal, period }) => goal !== 'streak' || period !== 'once', 'a streak of a day or a week'),
);
export type MissionRule = v.InferOutput<typeof missionRule>;

/** The `missions` member of a merchant's settings. */
export const missionRules = v.object({
  /** Days in which the reward of a mission can be claimed. */
  claimDays: v.optional(whole(1, 365), 7),
  list: v.optional(
    v.pipe(
      v.array(missionRule),
      v.maxLength(MAX_MISSIONS),
      v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, 'missions with an id of their own each'),
    ),
    [],
  ),
});
export type MissionRules = v.InferOutput<typeof missionRules>;
/** A merchant without own settings has no missions. */
export const DEFAULT_MISSION_RULES: MissionRules = v.parse(missionRules, {});
