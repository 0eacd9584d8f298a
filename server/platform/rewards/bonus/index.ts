export { checkAmount, wholeField } from './console/order-fields.ts';
export type { BonusOrder, BonusRow } from './contracts.ts';
export type { BonusDesk } from './desk.ts';
export { bonusFeature } from './feature.ts';
export { isOffered as isBonusOffered, mayReceive as mayReceiveBonus } from './grant.ts';
export type { BonusStop } from './stops.ts';
export { verifyBonuses } from './verify.ts';
