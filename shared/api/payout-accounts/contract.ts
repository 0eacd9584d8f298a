import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** Requirements of payouts: a payment password, and accounts in the member's own name. */
export const paymentPasswordChange = defineCall(calls.paymentPasswordChange, schemas.paymentPasswordChange, {
  module: 'member',
  summary: 'Set the payment password, or change it with the old one. Without the old one payouts are blocked for some time.',
  actors: 'real',
  freshness: 'confirmed',
  needsClock: true,
  throttle: 'money',
});

export const payoutList = defineCall(calls.payoutList, schemas.payoutList, {
  module: 'member',
  summary: "The member's bank accounts and e-wallets for payouts, masked, and the kinds that can be added.",
  actors: 'real',
});

export const payoutAdd = defineCall(calls.payoutAdd, schemas.payoutAdd, {
  module: 'member',
  summary: 'Add a bank account or an e-wallet in the member’s own name. A name that is not known yet is saved.',
  actors: 'real',
  freshness: 'confirmed',
  needsClock: true,
  throttle: 'money',
});

export const payoutRemove = defineCall(calls.payoutRemove, schemas.payoutRemove, {
  module: 'member',
  summary: 'Remove an account that no open withdrawal goes to.',
  actors: 'real',
  freshness: 'confirmed',
  needsClock: true,
  throttle: 'money',
});
