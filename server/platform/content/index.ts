export { type ContentRouteDeps, contentRoutes } from './routes.ts';
export { addMerchant, type Merchant, type MerchantSettings, raiseContentVersion, readMerchant, saveSettings } from './settings.ts';
export { type ContentDraft, putContent } from './store.ts';
