export type { Cashbacks } from './cashback.ts';
export { type CashbackDesk, CLAIM_STATES, type ClaimState, claimState, type MemberCashback, type PeriodSums } from './desk.ts';
export { cashbackFeature } from './feature.ts';
export type { StatementRow } from './notices.ts';
export { verifyCashback } from './verify.ts';
