import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const withdrawalOptions = defineCall(calls.withdrawalOptions, schemas.withdrawalOptions, {
  module: 'MCSFE_withdrawalOptions',
  summary: 'Available amount, payout accounts and terms of a withdrawal.',
  actors: 'real',
});

export const withdrawalRequest = defineCall(calls.withdrawalRequest, schemas.withdrawalRequest, {
  module: 'passwordCheck/MCSFE_requestWithdrawal',
  summary: 'Request a payout: the amount is put on hold. The same reference and body give the same withdrawal again.',
  actors: 'real',
  throttle: 'money',
});

export const withdrawalGet = defineCall(calls.withdrawalGet, schemas.withdrawalGet, {
  module: 'MCSFE_getWithdrawal',
  summary: 'One withdrawal of the signed-in member with every step so far.',
  actors: 'real',
});

export const withdrawalList = defineCall(calls.withdrawalList, schemas.withdrawalList, {
  module: 'MCSFE_listWithdrawals',
  summary: 'Withdrawals of the signed-in member, newest first, ten a page.',
  actors: 'real',
});

export const withdrawalConfirm = defineCall(calls.withdrawalConfirm, schemas.withdrawalConfirm, {
  module: 'MCSFE_confirmWithdrawal',
  summary: 'Report the receipt of a paid withdrawal: a part of it, nothing (with proof), or all of it.',
  actors: 'real',
  throttle: 'money',
  pictures: { field: 'images', purpose: 'withdrawal-proof' },
});

export const withdrawalCancel = defineCall(calls.withdrawalCancel, schemas.withdrawalCancel, {
  module: 'MCSFE_cancelWithdrawal',
  summary: 'Cancel a withdrawal that is not reviewed yet, if the merchant allows it.',
  actors: 'real',
  throttle: 'money',
});
