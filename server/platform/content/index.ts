export { type ContentRouteDeps, contentRoutes } from './routes.ts';
export {
  type AccessRules,
  addMerchant,
  type Merchant,
  type MerchantSettings,
  raiseContentVersion,
  readAccessRules,
  readMerchant,
  saveSettings,
  USUAL_ACCESS,
} from './settings.ts';
export { type ContentDraft, putContent } from './store.ts';
