export { type ContentRow, findContent, listContent, saveContent, withdrawContent } from './desk.ts';
export { createNews } from './news.ts';
export { type MadePicture, makePicture, pictureIdOf, putPicture, readPicture, sweepPictures } from './pictures.ts';
export type { ContentKind } from './reads.ts';
export { type ContentRouteDeps, contentRoutes } from './routes.ts';
export {
  type AccessRules,
  addMerchant,
  type ChatRules,
  completeSettings,
  isClosed,
  type Merchant,
  type MerchantSettings,
  raiseContentVersion,
  readAccessRules,
  readMerchant,
  readRegionRules,
  saveSettings,
  USUAL_ACCESS,
} from './settings.ts';
export { type ContentDraft, type ContentItem, type ContentText, putContent, removeContent } from './store.ts';
export { rankOfMember, type VipRank } from './vip.ts';
