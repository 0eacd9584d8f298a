export type { PayoutAccount, PayoutAccounts } from './contracts.ts';
export { refuseAfterReset } from './cooling.ts';
export { payoutAccountsFeature } from './feature.ts';
export { payoutRoutes } from './routes.ts';
export { createPayoutAccounts, type PayoutAccountDeps } from './service.ts';
export { removeOldTries } from './tries.ts';
