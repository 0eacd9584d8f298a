import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const depositChannels: ClientCall<typeof schemas.depositChannels, 'required'> = {
  id: 'deposit.channels',
  method: 'GET',
  path: '/wps/relay/MCSFE_depositChannels',
  token: 'required',
};

export const depositCreate: ClientCall<typeof schemas.depositCreate, 'required'> = {
  id: 'deposit.create',
  method: 'POST',
  path: '/wps/relay/MCSFE_createDeposit',
  token: 'required',
  movesMoney: true,
};

export const depositConfirm: ClientCall<typeof schemas.depositConfirm, 'required'> = {
  id: 'deposit.confirm',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmDeposit',
  token: 'required',
};

export const depositCancel: ClientCall<typeof schemas.depositCancel, 'required'> = {
  id: 'deposit.cancel',
  method: 'POST',
  path: '/wps/relay/MCSFE_cancelDeposit',
  token: 'required',
};

export const depositGet: ClientCall<typeof schemas.depositGet, 'required'> = {
  id: 'deposit.get',
  method: 'GET',
  path: '/wps/relay/MCSFE_getDeposit',
  token: 'required',
};

export const depositList: ClientCall<typeof schemas.depositList, 'required'> = {
  id: 'deposit.list',
  method: 'GET',
  path: '/wps/relay/MCSFE_listDeposits',
  token: 'required',
};
