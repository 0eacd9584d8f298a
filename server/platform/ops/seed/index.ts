export type { DemoAccount, DemoTickets, FileAgent, FileVendors, MerchantConfig, SeedExtent } from './contracts.ts';
export { seedFeature } from './feature.ts';
export { initialSettings } from './initial-settings.ts';
export { leafAt, merged } from './merged.ts';
