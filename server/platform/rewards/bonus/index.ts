export type { BonusOrder, BonusRow } from './contracts.ts';
export type { BonusDesk } from './desk.ts';
export { bonusFeature } from './feature.ts';
export { verifyBonuses } from './verify.ts';
