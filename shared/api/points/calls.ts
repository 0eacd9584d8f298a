import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const pointBalance: ClientCall<typeof schemas.pointBalance, 'required'> = {
  id: 'points.balance',
  method: 'GET',
  path: '/wps/relay/MCS2_getPointBalance',
  token: 'required',
};

export const pointRewards: ClientCall<typeof schemas.pointRewards, 'optional'> = {
  id: 'points.rewards',
  method: 'GET',
  path: '/wps/relay/MCS2_getPointReward',
  token: 'optional',
};

export const redeemList: ClientCall<typeof schemas.redeemList, 'required'> = {
  id: 'points.redemptions',
  method: 'GET',
  path: '/wps/relay/MCS2_getRedeemPointList',
  token: 'required',
};

export const pointConfig: ClientCall<typeof schemas.pointConfig, 'none'> = {
  id: 'points.config',
  method: 'GET',
  path: '/wps/relay/MCS2_getPointConfig',
  token: 'none',
};

export const pointDetails: ClientCall<typeof schemas.pointDetails, 'required'> = {
  id: 'points.details',
  method: 'GET',
  path: '/wps/relay/MCS2_getPointDetails',
  token: 'required',
};

export const redeemReward: ClientCall<typeof schemas.redeemReward, 'required'> = {
  id: 'points.redeem',
  method: 'POST',
  path: '/wps/relay/passwordCheck/MCS2_redeemPointReward',
  token: 'required',
  movesMoney: true,
};

export const convertPoint: ClientCall<typeof schemas.convertPoint, 'required'> = {
  id: 'points.convert',
  method: 'POST',
  path: '/wps/relay/passwordCheck/MCS2_convertPoint',
  token: 'required',
  movesMoney: true,
};

export const voucherCodes: ClientCall<typeof schemas.voucherCodes, 'required'> = {
  id: 'points.codes',
  method: 'POST',
  path: '/wps/relay/passwordCheck/MCS2_getPointVoucher',
  token: 'required',
};

export const goodsPicture: ClientCall<typeof schemas.goodsPicture, 'none'> = {
  id: 'points.picture',
  method: 'GET',
  path: '/wps/content/pointPicture',
  token: 'none',
};
