export type { TeamBonuses } from './costs.ts';
export type { HeldWage, WageDesk } from './desk.ts';
export { type ExplainedWage, explainWage } from './explain.ts';
export { agentWagesFeature } from './feature.ts';
export { isReward, REWARD_KINDS } from './reward-costs.ts';
export { recomputeStatement, verifyWages } from './verify.ts';
