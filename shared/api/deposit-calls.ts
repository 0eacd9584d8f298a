import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { clientReference, code, inputAmount, instant, nothing, text, uploadIds, wireAmount } from './fields.ts';

/** Payment methods. Each is a provider with the same interface (`server/platform/money/deposit/providers`). */
export const DEPOSIT_KINDS = ['BANK', 'QR', 'E_WALLET', 'VOUCHER'] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];

/**
 * `pending`: awaits the payment. `checking`: the member has reported the payment. `credited`: in the balance. `failed`,
 * `expired`, `cancelled`: no payment; a late payment is still credited. `reversed`: credited, then reversed by the
 * payment method; `part_reversed`: partly reversed. `returned`: the payment arrived while no deposit was allowed and
 * will be sent back; `sent_back`: it has been sent back.
 */
export const DEPOSIT_STATUSES = [
  'pending',
  'checking',
  'credited',
  'failed',
  'expired',
  'cancelled',
  'part_reversed',
  'reversed',
  'returned',
  'sent_back',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Reason of a deposit's status; texts are `deposit.reason_<code>`. */
export const DEPOSIT_REASONS = [
  'declined',
  'rejected',
  'amount_differs',
  'limit_reached',
  'limit_exceeded',
  'time_out',
  'self_excluded',
  'self_excluded_open',
  'account_held',
  'reality_check_due',
  'session_limit_reached',
  'charged_back',
] as const;
export type DepositReason = (typeof DEPOSIT_REASONS)[number];

export const PROOF_RULES = ['none', 'optional', 'required'] as const;

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
  expiresMinutes: v.number(),
  /** Daily limit of this method; null: no limit. */
  dayLimit: v.nullable(wireAmount),
});
export type DepositChannel = v.InferOutput<typeof depositChannelValue>;

export const depositChannels = defineCall({
  id: 'deposit.channels',
  method: 'GET',
  path: '/wps/relay/MCSFE_depositChannels',
  module: 'MCSFE_depositChannels',
  summary: 'Payment methods for deposits, with limits, fee and preset amounts; the last used one comes first.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    channels: v.array(depositChannelValue),
    /** Nothing has been credited yet, so a limit is offered. */
    firstDeposit: v.boolean(),
  }),
});

export const depositValue = v.object({
  depositId: v.string(),
  channel: code,
  channelName: v.string(),
  kind: v.picklist(DEPOSIT_KINDS),
  /** Amount to pay, fee included. */
  amount: wireAmount,
  fee: wireAmount,
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

export const depositCreate = defineCall({
  id: 'deposit.create',
  method: 'POST',
  path: '/wps/relay/MCSFE_createDeposit',
  module: 'MCSFE_createDeposit',
  summary:
    'Open a deposit: an amount, or a voucher that is credited at once. The same reference and body give the same deposit again; another body is refused.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  closedByRegion: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject({
    channel: code,
    amount: v.optional(inputAmount),
    /** Only for channels that take vouchers. */
    voucher: v.optional(text(40)),
    reference: clientReference,
  }),
  value: depositValue,
});

export const depositConfirm = defineCall({
  id: 'deposit.confirm',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmDeposit',
  module: 'MCSFE_confirmDeposit',
  summary:
    'Report the payment of a deposit, with pictures of the receipt if required. Moves no money: only the provider or an operator does.',
  token: 'required',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
  pictures: { field: 'proofs', purpose: 'deposit-proof' },
  query: nothing,
  body: v.strictObject({
    depositId: code,
    /** Ids of new uploads. */
    proofs: v.optional(uploadIds),
  }),
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
  needsClock: true,
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
