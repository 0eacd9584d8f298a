export type { HeldWage, WageDesk, WageFunding } from './desk.ts';
export { agentWagesFeature } from './feature.ts';
