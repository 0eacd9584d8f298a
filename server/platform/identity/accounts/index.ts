export { type AdmitInvited, affiliateKey, findAffiliate } from './affiliates.ts';
export { accountsFeature } from './feature.ts';
export type { NewMember } from './new-member.ts';
export { grantOpeningBalance } from './opening-balance.ts';
export type { Referrals } from './referrals.ts';
export { type AccountRouteDeps, accountRoutes } from './routes.ts';
export { type Accounts, type AccountsDeps, createAccounts } from './service.ts';
