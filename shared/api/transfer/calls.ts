import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const merchantWallet: ClientCall<typeof schemas.merchantWallet, 'required'> = {
  id: 'wallet.merchant',
  method: 'GET',
  path: '/wps/relay/GCS_merchantWallet',
  token: 'required',
};

export const walletList: ClientCall<typeof schemas.walletList, 'required'> = {
  id: 'wallet.list',
  method: 'GET',
  path: '/wps/relay/GCS_walletList',
  token: 'required',
};

export const walletTransfer: ClientCall<typeof schemas.walletTransfer, 'required'> = {
  id: 'wallet.transfer',
  method: 'POST',
  path: '/wps/relay/GCS_walletTransfer',
  token: 'required',
  movesMoney: true,
};

export const walletCollect: ClientCall<typeof schemas.walletCollect, 'required'> = {
  id: 'wallet.collect',
  method: 'POST',
  path: '/wps/relay/GCS_walletCollect',
  token: 'required',
  movesMoney: true,
};

export const transferState: ClientCall<typeof schemas.transferState, 'required'> = {
  id: 'transfer.state',
  method: 'GET',
  path: '/wps/relay/MCSFE_transferState',
  token: 'required',
};

export const transferUpline: ClientCall<typeof schemas.transferUpline, 'required'> = {
  id: 'transfer.upline',
  method: 'POST',
  path: '/wps/relay/MCSFE_transferUpline',
  token: 'required',
  encrypted: true,
  movesMoney: true,
};

export const transferDownline: ClientCall<typeof schemas.transferDownline, 'required'> = {
  id: 'transfer.downline',
  method: 'POST',
  path: '/wps/relay/MCSFE_transferDownline',
  token: 'required',
  encrypted: true,
  movesMoney: true,
};
