import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const pointBalance = defineCall(calls.pointBalance, schemas.pointBalance, {
  module: 'MCS2_getPointBalance',
  summary: 'Points of the signed-in member, and those of redemptions in process.',
  actors: 'real',
});

export const pointRewards = defineCall(calls.pointRewards, schemas.pointRewards, {
  module: 'MCS2_getPointReward',
  summary: 'The points mall in the language of the request; for a signed-in member with what can be redeemed now.',
  actors: 'anyone',
});

export const redeemList = defineCall(calls.redeemList, schemas.redeemList, {
  module: 'MCS2_getRedeemPointList',
  summary: 'Redemptions of the signed-in member, newest first, ten a page; `status` shows those of one status.',
  actors: 'real',
});

export const pointConfig = defineCall(calls.pointConfig, schemas.pointConfig, {
  module: 'MCS2_getPointConfig',
  summary: 'How many points play of each category earns.',
  actors: 'anyone',
  cacheSeconds: 60,
});

/** The path is not given by the interface description. */
export const pointDetails = defineCall(calls.pointDetails, schemas.pointDetails, {
  module: 'MCS2_getPointDetails',
  summary:
    'Changes of the points of the signed-in member, newest first, twenty a page; play of one day and category is one row, `kind` shows one kind.',
  actors: 'real',
});

export const redeemReward = defineCall(calls.redeemReward, schemas.redeemReward, {
  module: 'passwordCheck/MCS2_redeemPointReward',
  summary:
    'Redeem points: they are taken at once, and an operator decides, unless the merchant delivers the reward at once. The same reference and body give the same redemption again.',
  actors: 'real',
  throttle: 'money',
});

export const convertPoint = defineCall(calls.convertPoint, schemas.convertPoint, {
  module: 'passwordCheck/MCS2_convertPoint',
  summary: 'Convert points to money, which is paid at once. The same reference and body convert once.',
  actors: 'real',
  throttle: 'money',
});

/** The path is not given by the interface description. */
export const voucherCodes = defineCall(calls.voucherCodes, schemas.voucherCodes, {
  module: 'passwordCheck/MCS2_getPointVoucher',
  summary: 'The codes of an approved voucher of the signed-in member.',
  actors: 'real',
  throttle: 'money',
  formOutcome: 'shown-once',
});

/** The path is not given by the interface description. */
export const goodsPicture = defineCall(calls.goodsPicture, schemas.goodsPicture, {
  module: 'content',
  summary: 'The picture of goods of the points mall. `v` is part of its address and changes with the picture.',
  actors: 'anyone',
  answer: 'picture',
});
