export type { InTeam } from './audience.ts';
export type { DemoPromotions } from './demo.ts';
export type { ApplicationDetails, PromotionDesk, PromotionDraft, PromotionSums } from './desk.ts';
export { promotionsFeature } from './feature.ts';
export type { PromotionPreview } from './preview.ts';
export type { EntryRow, PromotionRow } from './rules.ts';
export { rewardText, titleOf } from './terms.ts';
export { verifyPromotions } from './verify.ts';
