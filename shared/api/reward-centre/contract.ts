import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** The paths of these calls are not given by the interface description. */
export const rewardCount = defineCall(calls.rewardCount, schemas.rewardCount, {
  module: 'MCSFE_getRewardCount',
  summary: 'How many rewards the signed-in member can act on now, by source.',
  actors: 'real',
  cachedPerSession: true,
});

export const rewardList = defineCall(calls.rewardList, schemas.rewardList, {
  module: 'MCSFE_getRewards',
  summary: 'Everything that waits for the signed-in member, the soonest end first.',
  actors: 'real',
});

export const rewardHistory = defineCall(calls.rewardHistory, schemas.rewardHistory, {
  module: 'MCSFE_getRewardHistory',
  summary: 'Rewards of the signed-in member that were claimed, rejected or have expired, the newest first.',
  actors: 'real',
});

export const rewardClaim = defineCall(calls.rewardClaim, schemas.rewardClaim, {
  module: 'MCSFE_claimReward',
  summary: 'Claim one reward, or all that can be claimed. Of repeated claims one pays.',
  actors: 'real',
  throttle: 'money',
});
