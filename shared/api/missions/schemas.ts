import * as v from 'valibot';
import { GAME_CATEGORIES } from '../../constants.ts';
import { code, instant, nothing, wireAmount } from '../fields.ts';
import { BOARD_MEASURES, BOARD_PERIODS, BOARD_WINDOWS, MISSION_GOALS, MISSION_PERIODS, MISSION_STEPS, PLACE } from './constants.ts';

export const missionSummary = {
  query: nothing,
  body: nothing,
  value: v.object({ missionCount: v.number() }),
};

const mission = v.object({
  missionId: v.string(),
  /** First day of its window; `once`: all days. */
  window: v.string(),
  period: v.picklist(MISSION_PERIODS),
  /** `place`: the prize of a leaderboard, with the place in `need`. */
  goal: v.picklist([...MISSION_GOALS, PLACE]),
  /** Games that count; null: all. */
  category: v.nullable(v.picklist(GAME_CATEGORIES)),
  /** What the member has and needs: amounts of a stake, otherwise whole numbers. */
  have: v.string(),
  need: v.string(),
  /** Rounds with a lower stake do not count; null: all do. */
  leastStake: v.optional(v.nullable(wireAmount), null),
  /** Of the reward; one of both. */
  amount: v.nullable(wireAmount),
  points: v.nullable(v.string()),
  step: v.picklist(MISSION_STEPS),
  /** For the claim, as the reward centre has it; null: nothing was reached yet. */
  rewardId: v.nullable(v.string()),
  /** End of the window, or of the time to claim; null: none. */
  until: v.nullable(instant),
});
export type MissionValue = v.InferOutput<typeof mission>;

export const missionList = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** The member is on a break, excluded, or at a limit: nothing is offered. */
    paused: v.boolean(),
    /** Those of now, and earlier ones that can be claimed. */
    missions: v.array(mission),
    /** Time of the platform. */
    now: instant,
  }),
};

const boardPrize = v.object({
  /** Places, both included. */
  from: v.number(),
  upTo: v.number(),
  /** One of both. */
  amount: v.nullable(wireAmount),
  points: v.nullable(v.string()),
});

const board = v.object({
  boardId: v.string(),
  window: v.picklist(BOARD_WINDOWS),
  period: v.picklist(BOARD_PERIODS),
  measure: v.picklist(BOARD_MEASURES),
  /** First and last day of the window, in the merchant's zone. */
  from: v.string(),
  lastDay: v.string(),
  endsAt: instant,
  /** Places and prizes are final. */
  closed: v.boolean(),
  prizes: v.array(boardPrize),
  places: v.array(v.object({ place: v.number(), /** Masked. */ name: v.string(), score: v.number(), own: v.boolean() })),
  /** The signed-in member, also below the places that are shown; null: no score. `place` null: not listed. */
  own: v.nullable(v.object({ place: v.nullable(v.number()), score: v.number() })),
});
export type BoardValue = v.InferOutput<typeof board>;

export const missionLeaderboard = {
  query: v.strictObject({
    /** Absent: the first board. */
    boardId: v.optional(code),
    window: v.optional(v.picklist(BOARD_WINDOWS), 'current'),
  }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** The member is on a break, excluded, or at a limit: nothing is offered. */
    paused: v.boolean(),
    /** False: the member does not take part. */
    listed: v.boolean(),
    boards: v.array(v.object({ boardId: v.string(), period: v.picklist(BOARD_PERIODS) })),
    /** Null: the window has no board yet. */
    board: v.nullable(board),
    now: instant,
  }),
};
export type LeaderboardValue = v.InferOutput<typeof missionLeaderboard.value>;

export const missionListing = {
  query: nothing,
  body: v.strictObject({ listed: v.picklist(['yes', 'no']) }),
  value: v.object({ listed: v.boolean() }),
};
