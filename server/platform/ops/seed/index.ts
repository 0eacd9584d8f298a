export type { DemoAccount, MerchantConfig } from './contracts.ts';
export { computeReturns } from './demo-games.ts';
export { demoSettings } from './demo-settings.ts';
export { initialSettings } from './initial-settings.ts';
export { leafAt, merged } from './merged.ts';
export { DEMO_PASSWORD, seedDemo } from './seed.ts';
export { seedMerchant } from './seed-merchant.ts';
