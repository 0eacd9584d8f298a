export type { PayoutDesk, PayoutOutcome, PayoutProvider, PayoutRoute, PayoutSettings, Payouts } from './contracts.ts';
export { payoutFeature } from './feature.ts';
export { createPayouts } from './payouts.ts';
export type { PayoutRow } from './store.ts';
