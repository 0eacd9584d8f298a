/** Windows in which a mission counts, of the merchant's zone: a day, a week from Monday, or all days since the merchant has it. */
export const MISSION_PERIODS = ['day', 'week', 'once'] as const;
export type MissionPeriod = (typeof MISSION_PERIODS)[number];
/**
 * `rounds`: settled rounds; `stake`: counted stake; `streak`: rounds won in a row, in the order in which they were settled; `newGames`: games
 * that were not played before; `verified`: own rounds whose proof was opened; `limits`: own limits of money or time in force.
 */
export const MISSION_GOALS = ['rounds', 'stake', 'streak', 'newGames', 'verified', 'limits'] as const;
export type MissionGoal = (typeof MISSION_GOALS)[number];
/** Goals that count what members do besides play. */
const ACT_GOALS: readonly string[] = ['verified', 'limits'] satisfies MissionGoal[];
export function isActGoal(goal: string): boolean {
  return ACT_GOALS.includes(goal);
}
/** Goals that count rounds, from a least stake on if the rule has one. */
const ROUND_GOALS: readonly string[] = ['rounds', 'streak'] satisfies MissionGoal[];
export function isRoundGoal(goal: string): boolean {
  return ROUND_GOALS.includes(goal);
}
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
/** A leaderboard counts missions of its own period and of shorter ones. Those that are reached once do not count. */
export const BOARD_PERIODS = ['day', 'week'] as const;
export type BoardPeriod = (typeof BOARD_PERIODS)[number];
/** `missions`: one for each mission that was reached; `points`: the points of their rewards. */
export const BOARD_MEASURES = ['missions', 'points'] as const;
export type BoardMeasure = (typeof BOARD_MEASURES)[number];
/** The running window of a board, or the one before it. */
export const BOARD_WINDOWS = ['current', 'last'] as const;
export type BoardWindow = (typeof BOARD_WINDOWS)[number];
export const MAX_BOARDS = 4;
/** Places that are shown, and that can have a prize. */
export const MAX_PLACES = 100;
/** Goal of a stored reward: a place of a leaderboard. */
export const PLACE = 'place' as const;

/** Locale key of a goal, with `need`. */
export function goalKey(goal: MissionGoal | typeof PLACE, isOne: boolean): string {
  return `missions.goal_${goal}${isOne && goal !== 'stake' && goal !== PLACE ? '_one' : ''}`;
}
