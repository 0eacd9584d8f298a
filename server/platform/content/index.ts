export { type ContentRouteDeps, contentRoutes } from './routes.ts';
export {
  type AccessRules,
  addMerchant,
  type ChatRules,
  completeSettings,
  type Merchant,
  type MerchantSettings,
  raiseContentVersion,
  readAccessRules,
  readMerchant,
  saveSettings,
  USUAL_ACCESS,
} from './settings.ts';
export { type ContentDraft, type ContentItem, putContent } from './store.ts';
export { rankOfMember, type VipRank } from './vip.ts';
