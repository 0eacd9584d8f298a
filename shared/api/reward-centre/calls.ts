import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const rewardCount: ClientCall<typeof schemas.rewardCount, 'required'> = {
  id: 'rewards.count',
  method: 'GET',
  path: '/wps/relay/MCSFE_getRewardCount',
  token: 'required',
};

export const rewardList: ClientCall<typeof schemas.rewardList, 'required'> = {
  id: 'rewards.list',
  method: 'GET',
  path: '/wps/relay/MCSFE_getRewards',
  token: 'required',
};

export const rewardHistory: ClientCall<typeof schemas.rewardHistory, 'required'> = {
  id: 'rewards.history',
  method: 'GET',
  path: '/wps/relay/MCSFE_getRewardHistory',
  token: 'required',
};

export const rewardClaim: ClientCall<typeof schemas.rewardClaim, 'required'> = {
  id: 'rewards.claim',
  method: 'POST',
  path: '/wps/relay/MCSFE_claimReward',
  token: 'required',
};
