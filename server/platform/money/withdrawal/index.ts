export type {
  DeskDeps,
  DisputeOutcome,
  OperatorDecision,
  ProviderStep,
  TrackedWithdrawal,
  WithdrawalDeps,
  WithdrawalDesk,
  WithdrawalDetails,
  WithdrawalPayments,
  Withdrawals,
} from './contracts.ts';
export { DISPUTE_OUTCOMES } from './contracts.ts';
export { createWithdrawalDesk } from './desk.ts';
export { withdrawalFeature } from './feature.ts';
export { createWithdrawalPayments } from './payments.ts';
export { withdrawalRoutes } from './routes.ts';
export { isPayoutAccountInUse, latestWithdrawals, type WithdrawalRow } from './store.ts';
export { readTerms } from './terms.ts';
export { createWithdrawals } from './withdrawals.ts';
