import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const walletBalance = defineCall(calls.walletBalance, schemas.walletBalance, {
  module: 'wallets',
  summary: 'Balance of the signed-in member.',
  actors: 'signed-in',
  cachedPerSession: true,
});
