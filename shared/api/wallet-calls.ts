import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { clientReference, code, inputAmount, instant, nothing, wireAmount } from './fields.ts';

export const balanceValue = v.object({
  sumBalance: wireAmount,
  currency: v.string(),
  currencySymbol: v.string(),
  /** Grows with every change of the member's balance; an older one never replaces a newer one. */
  version: v.number(),
  asOf: instant,
});
export type Balance = v.InferOutput<typeof balanceValue>;

export const walletBalance = defineCall({
  id: 'wallet.balance',
  method: 'GET',
  path: '/wps/v2/wallets/balance',
  module: 'wallets',
  summary: 'Balance of the signed-in member.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: balanceValue,
});

export const depositChannels = defineCall({
  id: 'deposit.channels',
  method: 'GET',
  path: '/wps/relay/MCSFE_depositChannels',
  module: 'MCSFE_depositChannels',
  summary: 'Ways to deposit, with limits, fee and preset amounts.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    channels: v.array(
      v.object({
        code,
        name: v.string(),
        kind: v.picklist(['BANK']),
        minAmount: wireAmount,
        maxAmount: wireAmount,
        presets: v.array(wireAmount),
        expiresMinutes: v.number(),
      }),
    ),
  }),
});

export const depositValue = v.object({
  depositId: v.string(),
  channel: code,
  amount: wireAmount,
  currency: v.string(),
  /** `pending` waits for the confirm step; `credited` names the ledger transfer. */
  status: v.picklist(['pending', 'credited', 'expired', 'cancelled']),
  /** What the payer quotes to the bank. */
  paymentReference: v.string(),
  createdAt: instant,
  expiresAt: instant,
  creditedAt: v.nullable(instant),
  transferId: v.nullable(v.string()),
});
export type Deposit = v.InferOutput<typeof depositValue>;

export const depositCreate = defineCall({
  id: 'deposit.create',
  method: 'POST',
  path: '/wps/relay/MCSFE_createDeposit',
  module: 'MCSFE_createDeposit',
  summary: 'Open a deposit. The same reference and body give the same deposit again; another body is refused.',
  token: 'required',
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ channel: code, amount: inputAmount, reference: clientReference }),
  value: depositValue,
});

export const depositConfirm = defineCall({
  id: 'deposit.confirm',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmDeposit',
  module: 'MCSFE_confirmDeposit',
  summary: 'Confirm step of the demo bank: credits a pending deposit once; a repeat gives the same answer.',
  token: 'required',
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ depositId: code }),
  value: depositValue,
});

export const depositCancel = defineCall({
  id: 'deposit.cancel',
  method: 'POST',
  path: '/wps/relay/MCSFE_cancelDeposit',
  module: 'MCSFE_cancelDeposit',
  summary: 'Cancel a pending deposit.',
  token: 'required',
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ depositId: code }),
  value: depositValue,
});

export const depositGet = defineCall({
  id: 'deposit.get',
  method: 'GET',
  path: '/wps/relay/MCSFE_getDeposit',
  module: 'MCSFE_getDeposit',
  summary: 'One deposit of the signed-in member.',
  token: 'required',
  actors: 'real',
  query: v.strictObject({ depositId: code }),
  body: nothing,
  value: depositValue,
});

export const depositList = defineCall({
  id: 'deposit.list',
  method: 'GET',
  path: '/wps/relay/MCSFE_listDeposits',
  module: 'MCSFE_listDeposits',
  summary: 'The last twenty deposits of the signed-in member, newest first.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({ deposits: v.array(depositValue) }),
});
