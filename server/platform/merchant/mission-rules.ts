import * as v from 'valibot';
import {
  BOARD_MEASURES,
  BOARD_PERIODS,
  isActGoal,
  isRoundGoal,
  MAX_BOARDS,
  MAX_MISSIONS,
  MAX_PLACES,
  MISSION_GOALS,
  MISSION_PERIODS,
} from '../../../shared/api/missions/constants.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Kinds of limits in all their periods. */
const MOST_LIMITS = 12;
const ruleId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'lower-case letters, digits and hyphens'));
/** Whole points or whole units; one of both. */
const worth = { points: v.optional(whole(0, 1_000_000), 0), amount: v.optional(whole(0, 1_000_000), 0) };

const missionRule = v.pipe(
  v.object({
    /** Progress and rewards of a mission follow its id. */
    id: ruleId,
    period: v.picklist(MISSION_PERIODS),
    goal: v.picklist(MISSION_GOALS),
    /** Whole units of a stake, otherwise a number of rounds or games. */
    target: whole(1, 1_000_000_000),
    /** Games that count; null: all. */
    category: v.optional(v.nullable(v.picklist(GAME_CATEGORIES)), null),
    /** Whole units: rounds with a lower stake do not count; absent: all count. */
    leastStake: v.optional(whole(1, 1_000_000)),
    /** The reward. */
    ...worth,
  }),
  v.check(({ points, amount }) => points > 0 !== amount > 0, 'one reward: `points` or `amount`'),
  v.check(
    ({ goal, leastStake }) => leastStake === undefined || isRoundGoal(goal),
    'a `leastStake` with the goal `rounds` or `streak` only',
  ),
  v.check(({ goal, category }) => category === null || !isActGoal(goal), 'no `category` with a goal that is no play'),
  // A limit that is lifted and set again is no second reason.
  v.check(({ goal, period }) => goal !== 'limits' || period === 'once', 'a mission for limits `once`'),
  v.check(({ goal, target }) => goal !== 'limits' || target <= MOST_LIMITS, `a target of at most ${MOST_LIMITS} limits`),
  // The rounds of all time would be read with each bet.
  v.check(({ goal, period }) => goal !== 'streak' || period !== 'once', 'a streak of a day or a week'),
);
export type MissionRule = v.InferOutput<typeof missionRule>;

/** The prize of each place after those of the prize before it, up to and with `upTo`. */
const boardPrize = v.pipe(
  v.object({ upTo: whole(1, MAX_PLACES), ...worth }),
  v.check(({ points, amount }) => points > 0 !== amount > 0, 'one prize: `points` or `amount`'),
);
export type BoardPrize = v.InferOutput<typeof boardPrize>;

const boardRule = v.pipe(
  v.object({
    /** Windows and prizes of a leaderboard follow its id. */
    id: ruleId,
    period: v.picklist(BOARD_PERIODS),
    measure: v.optional(v.picklist(BOARD_MEASURES), 'missions'),
    /** Places that the page shows. */
    shown: v.optional(whole(3, MAX_PLACES), 20),
    prizes: v.optional(v.array(boardPrize), []),
  }),
  v.check(
    ({ prizes }) => prizes.every(({ upTo }, index) => upTo > (prizes[index - 1]?.upTo ?? 0)),
    'prizes in the order of places, each with a higher `upTo` than the one before',
  ),
  v.check(({ prizes, shown }) => (prizes.at(-1)?.upTo ?? 0) <= shown, 'no prize for a place that is not `shown`'),
);
export type BoardRule = v.InferOutput<typeof boardRule>;

/** A board without a mission that can score would stay empty. */
function canScore({ period, measure }: BoardRule, list: readonly MissionRule[]): boolean {
  return list.some((one) => (one.period === 'day' || one.period === period) && (measure === 'missions' || one.points > 0));
}

/** The `missions` member of a merchant's settings. */
export const missionRules = v.pipe(
  v.object({
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
    boards: v.optional(
      v.pipe(
        v.array(boardRule),
        v.maxLength(MAX_BOARDS),
        v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, 'leaderboards with an id of their own each'),
      ),
      [],
    ),
  }),
  v.check(
    ({ boards, list }) => boards.every((board) => canScore(board, list)),
    'leaderboards with a mission of their period that can score; with the measure `points` one that gives points',
  ),
);
export type MissionRules = v.InferOutput<typeof missionRules>;
/** A merchant without own settings has no missions. */
export const DEFAULT_MISSION_RULES: MissionRules = v.parse(missionRules, {});
