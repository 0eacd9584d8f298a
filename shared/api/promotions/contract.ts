import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** The paths of these calls are not given by the interface description. */
export const promotionList = defineCall(calls.promotionList, schemas.promotionList, {
  module: 'MCS2_getPromotions',
  summary: 'Promotions with rewards: terms, and the status of the signed-in member.',
  actors: 'anyone',
});

export const promotionJoin = defineCall(calls.promotionJoin, schemas.promotionJoin, {
  module: 'MCS2_joinPromotion',
  summary: 'Join a promotion. Its reward is set aside from the budget.',
  actors: 'real',
  formNeedsSignIn: true,
  needsClock: true,
});

export const promotionClaim = defineCall(calls.promotionClaim, schemas.promotionClaim, {
  module: 'MCS2_claimPromotion',
  summary: 'Claim the reward of a promotion. Of repeated claims one pays.',
  actors: 'real',
  throttle: 'money',
  formNeedsSignIn: true,
  needsClock: true,
});

export const promotionApply = defineCall(calls.promotionApply, schemas.promotionApply, {
  module: 'MCS2_applyPromotion',
  summary: 'Apply for the gift of a promotion with a comment and up to three pictures; operators decide.',
  actors: 'real',
  throttle: 'feedback',
  pictures: { field: 'images', purpose: 'promotion' },
  formNeedsSignIn: true,
  needsClock: true,
});
