import * as v from 'valibot';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** Hundredths of a percent. */
const basisPoints = whole(0, 10_000);
const MAX = 1_000_000_000;

/** The `agents` member of a merchant's settings; amounts in whole units of the currency. */
export const agentRules = v.object({
  /** Levels of agents; the agents without an upline are level 1. An agent of the last level invites members only. */
  depth: v.optional(whole(1, 20), 7),
  /** Levels below an agent that the agent sees. */
  visibleDepth: v.optional(whole(1, 21), 21),
  /** Levels below an agent whose account names the agent sees in full; deeper ones are masked. */
  maskBelow: v.optional(whole(0, 21), 1),
  /** Highest rebate rate of an agent without an upline. */
  rebateCeiling: v.optional(basisPoints, 100),
  /** Invitation links that an agent may have. */
  linksPerAgent: v.optional(whole(1, 200), 20),
  /** Visitors may apply on the page for partners. */
  applications: v.optional(v.boolean(), true),
  /** Valid bets of a period from which a member counts as active. */
  activeValidBet: v.optional(whole(1, MAX), 10),
  /** Most that all wages of one kind on one bet come to together. */
  ceilings: v.optional(
    v.object({
      dividend: v.optional(basisPoints, 5_000),
      daily: v.optional(basisPoints, 100),
      hourly: v.optional(basisPoints, 100),
      realtime: v.optional(basisPoints, 100),
    }),
    {},
  ),
  /** Steps to which the size of a bet is rounded down for the least single bet of real-time wages. */
  betSteps: v.optional(v.pipe(v.array(whole(1, MAX)), v.maxLength(6)), [10, 50, 100, 500]),
  /** Share of a valid bet that counts for wages, by category of the game, in percent; 100 without an entry. */
  weights: v.optional(v.record(v.picklist(GAME_CATEGORIES), whole(0, 100)), {}),
  /** Wages above this amount wait for an operator; null: none does. */
  payoutLimit: v.optional(v.nullable(whole(1, MAX)), 1_000),
  /** Bonuses and wages of the team reduce the base of a dividend. */
  dividendLessBonuses: v.optional(v.boolean(), true),
});
export type AgentRules = v.InferOutput<typeof agentRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_AGENT_RULES: AgentRules = v.parse(agentRules, {});
