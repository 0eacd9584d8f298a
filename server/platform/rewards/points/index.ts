export type { GoodsDraft, GoodsRow, PointBook, PointDesk, RedemptionDetails, RedemptionRow } from './contracts.ts';
export type { DemoCollector } from './demo.ts';
export { pointsFeature } from './feature.ts';
export { lockPoints, postPoints } from './post.ts';
export { nameOf } from './texts.ts';
export { verifyPoints } from './verify.ts';
