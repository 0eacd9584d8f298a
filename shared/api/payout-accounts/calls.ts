import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const paymentPasswordChange: ClientCall<typeof schemas.paymentPasswordChange, 'required'> = {
  id: 'payment.change',
  method: 'POST',
  path: '/wps/member/payment/password',
  token: 'required',
  encrypted: true,
};

export const payoutList: ClientCall<typeof schemas.payoutList, 'required'> = {
  id: 'payout.list',
  method: 'GET',
  path: '/wps/member/payout',
  token: 'required',
};

export const payoutAdd: ClientCall<typeof schemas.payoutAdd, 'required'> = {
  id: 'payout.add',
  method: 'POST',
  path: '/wps/member/payout',
  token: 'required',
};

export const payoutRemove: ClientCall<typeof schemas.payoutRemove, 'required'> = {
  id: 'payout.remove',
  method: 'POST',
  path: '/wps/member/payout/remove',
  token: 'required',
};
