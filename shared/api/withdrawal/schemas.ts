import * as v from 'valibot';
import { REMARK_MAX_LENGTH } from '../../constants.ts';
import { clientReference, code, inputAmount, instant, nothing, secretText, uploadIds, wholeNumber, wireAmount } from '../fields.ts';
import { WITHDRAWAL_ACTIONS, WITHDRAWAL_OUTCOMES, WITHDRAWAL_STATUSES } from './constants.ts';

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

export const withdrawalOptions = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    balance: wireAmount,
    available: wireAmount,
    locked: wireAmount,
    /** Money at vendors and on the way to or from them: it can be withdrawn when it is back in the wallet. */
    atVendors: v.optional(wireAmount),
    /** `waived`: turnover of own deposits that is not required because the member is excluded. */
    turnover: v.object({ left: wireAmount, required: wireAmount, waived: v.optional(wireAmount) }),
    minAmount: wireAmount,
    maxAmount: wireAmount,
    fee: v.object({ fixed: wireAmount, basisPoints: v.number() }),
    /** Withdrawals of a month without the fee; absent: none, or there is no fee. */
    feeFree: v.optional(v.object({ perMonth: v.number(), left: v.number() })),
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
};

export const withdrawalRequest = {
  query: nothing,
  body: v.strictObject({
    amount: inputAmount,
    payoutAccountId: code,
    paymentPassword: secretText,
    reference: clientReference,
    /** Fixed part and hundredths of a percent of the fee as shown ("2.0000 50"); the request is refused if the fee is higher now. */
    feeShown: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{4} \d{1,5}$/))),
  }),
  value: withdrawalValue,
};

export const withdrawalGet = {
  query: v.strictObject({ withdrawalId: code }),
  body: nothing,
  value: withdrawalValue,
};

export const withdrawalList = {
  query: v.strictObject({ pageNo: v.optional(wholeNumber(1, 100_000), 1) }),
  body: nothing,
  value: v.object({ withdrawals: v.array(withdrawalValue), pageNum: v.number(), totalPages: v.number() }),
};

export const withdrawalConfirm = {
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
};

export const withdrawalCancel = {
  query: nothing,
  body: v.strictObject({ withdrawalId: code }),
  value: withdrawalValue,
};
