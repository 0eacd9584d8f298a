export type { ReferralCase, ReferralDesk } from './desk.ts';
export { referralFeature } from './feature.ts';
export { verifyReferrals } from './verify.ts';
