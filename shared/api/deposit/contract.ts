import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const depositChannels = defineCall(calls.depositChannels, schemas.depositChannels, {
  module: 'MCSFE_depositChannels',
  summary: 'Payment methods for deposits, with limits, fee and preset amounts; the last used one comes first.',
  actors: 'real',
});

export const depositCreate = defineCall(calls.depositCreate, schemas.depositCreate, {
  module: 'MCSFE_createDeposit',
  summary:
    'Open a deposit: an amount, or a voucher that is credited at once. The same reference and body give the same deposit again; another body is refused.',
  actors: 'real',
  closedByRegion: true,
  throttle: 'money',
});

export const depositConfirm = defineCall(calls.depositConfirm, schemas.depositConfirm, {
  module: 'MCSFE_confirmDeposit',
  summary:
    'Report the payment of a deposit, with pictures of the receipt if required. Moves no money: only the provider or an operator does.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
  pictures: { field: 'proofs', purpose: 'deposit-proof' },
});

export const depositCancel = defineCall(calls.depositCancel, schemas.depositCancel, {
  module: 'MCSFE_cancelDeposit',
  summary: 'Cancel a pending deposit.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const depositGet = defineCall(calls.depositGet, schemas.depositGet, {
  module: 'MCSFE_getDeposit',
  summary: 'One deposit of the signed-in member.',
  actors: 'real',
});

export const depositList = defineCall(calls.depositList, schemas.depositList, {
  module: 'MCSFE_listDeposits',
  summary: 'The last twenty deposits of the signed-in member, newest first.',
  actors: 'real',
});
