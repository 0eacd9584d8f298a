export type { DemoAccount, MerchantConfig } from './contracts.ts';
export { computeReturns } from './demo-games.ts';
export { demoSettings } from './demo-settings.ts';
export { seedFeature } from './feature.ts';
export { initialSettings } from './initial-settings.ts';
export { leafAt, merged } from './merged.ts';
