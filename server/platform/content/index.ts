export { createContentNews } from './content-news.ts';
export { type ContentRow, findContent, listContent, saveContent, unpublishContent } from './desk.ts';
export { type MadePicture, makePicture, pictureIdOf, readPicture, savePicture, sweepPictures } from './pictures.ts';
export type { ContentKind } from './reads.ts';
export { type ContentRouteDeps, contentRoutes } from './routes.ts';
export {
  type AccessRules,
  addMerchant,
  type ChatRules,
  completeSettings,
  DEFAULT_ACCESS_RULES,
  isClosed,
  type Merchant,
  type MerchantSettings,
  raiseContentVersion,
  readAccessRules,
  readMerchant,
  readRegionRules,
  saveSettings,
} from './settings.ts';
export { type ContentDraft, type ContentItem, type ContentText, removeContent, upsertContent } from './store.ts';
export { rankOfMember, type VipRank } from './vip.ts';
