export type { VipDesk, VipOrder } from './desk.ts';
export { vipFeature } from './feature.ts';
export { verifyGifts } from './gift-verify.ts';
export { type LevelHistory, levelAtCut, levelHistory } from './history.ts';
export { verifyLevels } from './verify.ts';
