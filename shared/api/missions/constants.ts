/** Windows in which a mission counts, of the merchant's zone: a day, a week from Monday, or all days since the merchant has it. */
export const MISSION_PERIODS = ['day', 'week', 'once'] as const;
export type MissionPeriod = (typeof MISSION_PERIODS)[number];
/**
 * `rounds`: settled rounds; `stake`: counted stake; `streak`: rounds won in a row, in the order in which they were settled; `newGames`: games
 * that were not played before.
 */
export const MISSION_GOALS = ['rounds', 'stake', 'streak', 'newGames'] as const;
export type MissionGoal = (typeof MISSION_GOALS)[number];
/** `open`: not reached; `claim`: reached; `processing`: claimed and paid later. */
export const MISSION_STEPS = ['open', 'claim', 'processing', 'claimed', 'expired'] as const;
export type MissionStep = (typeof MISSION_STEPS)[number];
/**
 * `due`: claimed, and paid within seconds, or as soon as the account of rewards covers it; `withdrawn`: bets were voided before the claim, so
 * the goal is not reached any more.
 */
export type MissionState = 'claimable' | 'due' | 'paid' | 'expired' | 'withdrawn';
/** Pieces of the stake of a mission, of which its amount is one at most. */
export const MISSION_PART = 10;
export const MAX_MISSIONS = 30;

/** Locale key of a goal, with `need`. */
export function goalKey(goal: MissionGoal, isOne: boolean): string {
  return `missions.goal_${goal}${isOne && goal !== 'stake' ? '_one' : ''}`;
}
