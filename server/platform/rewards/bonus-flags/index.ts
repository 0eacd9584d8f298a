export type { BonusFlag, BonusFlagDesk } from './desk.ts';
export { bonusFlagFeature } from './feature.ts';
export { BONUS_FLAG_STATES, type BonusFlagRule, type BonusFlagState } from './tables.ts';
