export type { OperatorLimit, Protection, ProtectionRefusal, StakeRefusal } from './contracts.ts';
export { protectionFeature } from './feature.ts';
export { createProtection, type ProtectionFeature } from './protection.ts';
export { protectionRefusal } from './refusals.ts';
export {
  type AccountReview,
  createReviewDesk,
  isUnderReview,
  openReview,
  REVIEW_STATES,
  type ReviewDesk,
  type ReviewState,
} from './reviews.ts';
export { protectionRoutes } from './routes.ts';
export { isBrowserResting, screenAccount } from './screening.ts';
export type { Snapshot } from './snapshot.ts';
export { findBreak, findLimits } from './store.ts';
