import * as v from 'valibot';
import { REMARK_MAX_LENGTH } from '../constants.ts';
import { defineCall } from './define-call.ts';
import { clientReference, code, inputAmount, instant, nothing, secretText, uploadIds, wholeNumber, wireAmount } from './fields.ts';

/**
 * `review`: awaits an operator; `approved`: awaits payment; `paid`: awaits the member's confirmation; `disputed`: the
 * member reports missing money; `received`: closed. `returned`, `rejected` and `cancelled`: the money is back in the
 * wallet.
 */
export const WITHDRAWAL_STATUSES = ['review', 'approved', 'paid', 'disputed', 'received', 'returned', 'rejected', 'cancelled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/**
 * Steps of the tracker. `expired`: without a response in time, the payout counts as received. `upheld`: the dispute
 * changed nothing.
 */
export const WITHDRAWAL_ACTIONS = [
  'requested',
  'approval',
  'approved',
  'rejected',
  'cancelled',
  'paid',
  'reminded',
  'part_received',
  'received',
  'expired',
  'not_received',
  'paid_again',
  'returned',
  'upheld',
] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** The member's response to a paid withdrawal: a part, nothing (more), or everything was received. */
export const WITHDRAWAL_OUTCOMES = ['received', 'not_received', 'fully_received'] as const;
export type WithdrawalOutcome = (typeof WITHDRAWAL_OUTCOMES)[number];

const payoutAccount = {
  kind: v.picklist(['BANK', 'EWALLET']),
  providerName: v.string(),
  holder: v.string(),
  /** "•••• 4321" */
  masked: v.string(),
};

export const withdrawalValue = v.object({
  withdrawalId: v.string(),
  status: v.picklist(WITHDRAWAL_STATUSES),
  amount: wireAmount,
  fee: wireAmount,
  /** Amount less fee: what the member receives. */
  net: wireAmount,
  currency: v.string(),
  /** Confirmed by the member, and still missing. */
  receivedAmount: wireAmount,
  remainingAmount: wireAmount,
  account: v.object(payoutAccount),
  /** Reason of a rejection, return or upheld decision; otherwise empty. */
  reason: v.string(),
  requestedAt: instant,
  /** Planned time of the operator's next step; null if the member must act or the process is closed. */
  promisedBy: v.nullable(instant),
  /** Without a response before this time, a paid withdrawal counts as received. */
  confirmBy: v.nullable(instant),
  /** Received without a response of the member. */
  forced: v.boolean(),
  mayCancel: v.boolean(),
  /** The member may report missing money: while a response is awaited, and for a time after a forced confirmation. */
  mayComplain: v.boolean(),
  complainUntil: v.nullable(instant),
  events: v.array(
    v.object({
      action: v.picklist(WITHDRAWAL_ACTIONS),
      at: instant,
      by: v.picklist(['member', 'operator', 'system']),
      reason: v.string(),
      amount: v.nullable(wireAmount),
    }),
  ),
});
export type Withdrawal = v.InferOutput<typeof withdrawalValue>;

export const withdrawalOptions = defineCall({
  id: 'withdrawal.options',
  method: 'GET',
  path: '/wps/relay/MCSFE_withdrawalOptions',
  module: 'MCSFE_withdrawalOptions',
  summary: 'Available amount, payout accounts and terms of a withdrawal.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    balance: wireAmount,
    available: wireAmount,
    locked: wireAmount,
    /** `waived`: turnover of own deposits that is not required because the member is excluded. */
    turnover: v.object({ left: wireAmount, required: wireAmount, waived: v.optional(wireAmount) }),
    minAmount: wireAmount,
    maxAmount: wireAmount,
    fee: v.object({ fixed: wireAmount, basisPoints: v.number() }),
    /** Days in the merchant's time zone. */
    today: v.object({ count: v.number(), maxCount: v.number(), amount: wireAmount, maxAmount: wireAmount }),
    /** `coolingUntil`: no payouts to it before. */
    accounts: v.array(v.object({ payoutAccountId: code, ...payoutAccount, coolingUntil: v.nullable(instant) })),
    paymentPasswordSet: v.boolean(),
    confirmMinutes: v.number(),
    reviewHours: v.number(),
    /** A request can be cancelled until an operator reviews it. */
    mayCancel: v.boolean(),
  }),
});

export const withdrawalRequest = defineCall({
  id: 'withdrawal.request',
  method: 'POST',
  path: '/wps/relay/passwordCheck/MCSFE_requestWithdrawal',
  module: 'passwordCheck/MCSFE_requestWithdrawal',
  summary: 'Request a payout: the amount is put on hold. The same reference and body give the same withdrawal again.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ amount: inputAmount, payoutAccountId: code, paymentPassword: secretText, reference: clientReference }),
  value: withdrawalValue,
});

export const withdrawalGet = defineCall({
  id: 'withdrawal.get',
  method: 'GET',
  path: '/wps/relay/MCSFE_getWithdrawal',
  module: 'MCSFE_getWithdrawal',
  summary: 'One withdrawal of the signed-in member with every step so far.',
  token: 'required',
  actors: 'real',
  query: v.strictObject({ withdrawalId: code }),
  body: nothing,
  value: withdrawalValue,
});

export const withdrawalList = defineCall({
  id: 'withdrawal.list',
  method: 'GET',
  path: '/wps/relay/MCSFE_listWithdrawals',
  module: 'MCSFE_listWithdrawals',
  summary: 'Withdrawals of the signed-in member, newest first, ten a page.',
  token: 'required',
  actors: 'real',
  query: v.strictObject({ pageNo: v.optional(wholeNumber(1, 100_000), 1) }),
  body: nothing,
  value: v.object({ withdrawals: v.array(withdrawalValue), pageNum: v.number(), totalPages: v.number() }),
});

export const withdrawalConfirm = defineCall({
  id: 'withdrawal.confirm',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmWithdrawal',
  module: 'MCSFE_confirmWithdrawal',
  summary: 'Report the receipt of a paid withdrawal: a part of it, nothing (with proof), or all of it.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  throttle: 'money',
  pictures: { field: 'images', purpose: 'withdrawal-proof' },
  query: nothing,
  body: v.strictObject({
    withdrawalId: code,
    outcome: v.picklist(WITHDRAWAL_OUTCOMES),
    /** With `received`: the amount received this time. */
    receivedAmount: v.optional(inputAmount),
    comment: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(REMARK_MAX_LENGTH))),
    /** With `not_received`: uploads as evidence, at most three. */
    images: v.optional(uploadIds, []),
  }),
  value: withdrawalValue,
});

export const withdrawalCancel = defineCall({
  id: 'withdrawal.cancel',
  method: 'POST',
  path: '/wps/relay/MCSFE_cancelWithdrawal',
  module: 'MCSFE_cancelWithdrawal',
  summary: 'Cancel a withdrawal that is not reviewed yet, if the merchant allows it.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ withdrawalId: code }),
  value: withdrawalValue,
});
