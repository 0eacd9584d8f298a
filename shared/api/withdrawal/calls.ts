import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const withdrawalOptions: ClientCall<typeof schemas.withdrawalOptions, 'required'> = {
  id: 'withdrawal.options',
  method: 'GET',
  path: '/wps/relay/MCSFE_withdrawalOptions',
  token: 'required',
};

export const withdrawalRequest: ClientCall<typeof schemas.withdrawalRequest, 'required'> = {
  id: 'withdrawal.request',
  method: 'POST',
  path: '/wps/relay/passwordCheck/MCSFE_requestWithdrawal',
  token: 'required',
  movesMoney: true,
};

export const withdrawalGet: ClientCall<typeof schemas.withdrawalGet, 'required'> = {
  id: 'withdrawal.get',
  method: 'GET',
  path: '/wps/relay/MCSFE_getWithdrawal',
  token: 'required',
};

export const withdrawalList: ClientCall<typeof schemas.withdrawalList, 'required'> = {
  id: 'withdrawal.list',
  method: 'GET',
  path: '/wps/relay/MCSFE_listWithdrawals',
  token: 'required',
};

export const withdrawalConfirm: ClientCall<typeof schemas.withdrawalConfirm, 'required'> = {
  id: 'withdrawal.confirm',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmWithdrawal',
  token: 'required',
  movesMoney: true,
};

export const withdrawalCancel: ClientCall<typeof schemas.withdrawalCancel, 'required'> = {
  id: 'withdrawal.cancel',
  method: 'POST',
  path: '/wps/relay/MCSFE_cancelWithdrawal',
  token: 'required',
  movesMoney: true,
};
