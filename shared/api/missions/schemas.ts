import * as v from 'valibot';
import { GAME_CATEGORIES } from '../../constants.ts';
import { instant, nothing, wireAmount } from '../fields.ts';
import { MISSION_GOALS, MISSION_PERIODS, MISSION_STEPS } from './constants.ts';

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
  goal: v.picklist(MISSION_GOALS),
  /** Games that count; null: all. */
  category: v.nullable(v.picklist(GAME_CATEGORIES)),
  /** What the member has and needs: amounts of a stake, otherwise whole numbers. */
  have: v.string(),
  need: v.string(),
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
