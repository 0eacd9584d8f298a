export type { GoodsDraft, GoodsRow, PointDesk, RedemptionDetails, RedemptionRow } from './contracts.ts';
export { pointsFeature } from './feature.ts';
export { verifyPoints } from './verify.ts';
