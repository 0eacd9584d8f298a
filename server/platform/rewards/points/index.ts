export type { GoodsDraft, GoodsRow, PointBook, PointDesk, RedemptionDetails, RedemptionRow } from './contracts.ts';
export { pointsFeature } from './feature.ts';
export { nameOf } from './texts.ts';
export { verifyPoints } from './verify.ts';
