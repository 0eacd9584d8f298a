export type { HeldWage, WageDesk } from './desk.ts';
export { agentWagesFeature } from './feature.ts';
export type { TeamBonuses } from './inputs.ts';
export { type Recomputed, recomputeStatement, verifyWages } from './verify.ts';
export { TAKEN_AS_STORED } from './verify-people.ts';
