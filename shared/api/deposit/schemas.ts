import * as v from 'valibot';
import { clientReference, code, inputAmount, instant, nothing, text, uploadIds, wireAmount } from '../fields.ts';
import { DEPOSIT_KINDS, DEPOSIT_REASONS, DEPOSIT_STATUSES, PROOF_RULES } from './constants.ts';

export const depositChannelValue = v.object({
  code,
  name: v.string(),
  kind: v.picklist(DEPOSIT_KINDS),
  minAmount: wireAmount,
  /** Already limited to the rest of the daily limit. */
  maxAmount: wireAmount,
  presets: v.array(wireAmount),
  /** The fee is `feeFixed` and this share of the amount (`shared/money/fee.ts`). */
  feeFixed: wireAmount,
  feeBasisPoints: v.number(),
  /** Usual minutes from the payment to the credit; 0: instant. */
  usualMinutes: v.number(),
  /** An operator compares each payment with the bank's list before the credit. */
  byOperator: v.optional(v.boolean()),
  expiresMinutes: v.number(),
  /** Daily limit of this method; null: no limit. */
  dayLimit: v.nullable(wireAmount),
});
export type DepositChannel = v.InferOutput<typeof depositChannelValue>;

export const depositChannels = {
  query: nothing,
  body: nothing,
  value: v.object({
    channels: v.array(depositChannelValue),
    /** Nothing has been credited yet, so a limit is offered. */
    firstDeposit: v.boolean(),
  }),
};

export const depositValue = v.object({
  depositId: v.string(),
  channel: code,
  channelName: v.string(),
  kind: v.picklist(DEPOSIT_KINDS),
  /** Amount to pay, fee included. */
  amount: wireAmount,
  fee: wireAmount,
  /** Amount announced by the member; null if it is the paid one. */
  announcedAmount: v.optional(v.nullable(wireAmount), null),
  /** `amount` less `fee`: the credited amount. */
  net: wireAmount,
  currency: v.string(),
  status: v.picklist(DEPOSIT_STATUSES),
  reason: v.nullable(v.picklist(DEPOSIT_REASONS)),
  /** Reference that the payer must quote. */
  paymentReference: v.string(),
  createdAt: instant,
  expiresAt: instant,
  creditedAt: v.nullable(instant),
  transferId: v.nullable(v.string()),
  /** Part of `amount` reversed by the payment method so far. */
  reversed: wireAmount,
  /** Reference of the payment that returned the money. */
  sentBackReference: v.nullable(v.string()),
  /** Payment instructions; null if there is nothing to pay. */
  instructions: v.nullable(
    v.object({
      /** Page of the payment provider, root-relative if this site serves it. */
      payUrl: v.nullable(v.string()),
      /** The payer scans the address of that page. */
      scan: v.boolean(),
      account: v.nullable(v.object({ holder: v.string(), bank: v.string(), number: v.string() })),
    }),
  ),
  /** Whether the payment report needs pictures of the receipt, and how many it has. */
  proof: v.picklist(PROOF_RULES),
  proofs: v.number(),
  steps: v.array(v.object({ status: v.picklist(DEPOSIT_STATUSES), at: instant })),
});
export type Deposit = v.InferOutput<typeof depositValue>;

export const depositCreate = {
  query: nothing,
  body: v.strictObject({
    channel: code,
    amount: v.optional(inputAmount),
    /** Only for channels that take vouchers. */
    voucher: v.optional(text(40)),
    reference: clientReference,
  }),
  value: depositValue,
};

export const depositConfirm = {
  query: nothing,
  body: v.strictObject({
    depositId: code,
    /** Ids of new uploads. */
    proofs: v.optional(uploadIds),
  }),
  value: depositValue,
};

export const depositCancel = {
  query: nothing,
  body: v.strictObject({ depositId: code }),
  value: depositValue,
};

export const depositGet = {
  query: v.strictObject({ depositId: code }),
  body: nothing,
  value: depositValue,
};

export const depositList = {
  query: nothing,
  body: nothing,
  value: v.object({ deposits: v.array(depositValue) }),
};
