import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { clientReference, code, inputAmount, instant, nothing, text, uploadIds, wireAmount } from './fields.ts';

/** Ways to pay. Each is a provider behind the same interface (`server/platform/cashier/providers`). */
export const DEPOSIT_KINDS = ['BANK', 'QR', 'E_WALLET', 'VOUCHER'] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];

/**
 * `pending`: waits for the payment. `checking`: the member says that it is paid. `credited`: in the balance. `failed`,
 * `expired`, `cancelled`: no money came (should it come late, it is credited after all). `reversed`: credited, then taken
 * back by the way of paying; `part_reversed`: a part of it. `returned`: the money came while no deposit was allowed and goes back to the payer; `sent_back`:
 * it has gone.
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

/** Why a deposit is where it is; texts are `deposit.reason_<code>`. */
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
  /** Already no more than what is left of the day's limit. */
  maxAmount: wireAmount,
  presets: v.array(wireAmount),
  /** The fee is `feeFixed` and this share of the amount (`shared/money/fee.ts`). */
  feeFixed: wireAmount,
  feeBasisPoints: v.number(),
  /** How long it usually takes from the payment to the balance; 0: at once. */
  usualMinutes: v.number(),
  expiresMinutes: v.number(),
  /** What may be paid in a day this way; null: no limit. */
  dayLimit: v.nullable(wireAmount),
});
export type DepositChannel = v.InferOutput<typeof depositChannelValue>;

export const depositChannels = defineCall({
  id: 'deposit.channels',
  method: 'GET',
  path: '/wps/relay/MCSFE_depositChannels',
  module: 'MCSFE_depositChannels',
  summary: 'Ways to deposit, with limits, fee and preset amounts; the one that the member used last comes first.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    channels: v.array(depositChannelValue),
    /** Nothing has been credited yet: the moment to offer a limit. */
    firstDeposit: v.boolean(),
  }),
});

export const depositValue = v.object({
  depositId: v.string(),
  channel: code,
  channelName: v.string(),
  kind: v.picklist(DEPOSIT_KINDS),
  /** To be paid, fee included. */
  amount: wireAmount,
  fee: wireAmount,
  /** `amount` less `fee`: what comes into the balance. */
  net: wireAmount,
  currency: v.string(),
  status: v.picklist(DEPOSIT_STATUSES),
  reason: v.nullable(v.picklist(DEPOSIT_REASONS)),
  /** What the payer quotes. */
  paymentReference: v.string(),
  createdAt: instant,
  expiresAt: instant,
  creditedAt: v.nullable(instant),
  transferId: v.nullable(v.string()),
  /** What the way of paying has taken back of `amount` so far. */
  reversed: wireAmount,
  /** Of the payment by which the money went back to the payer. */
  sentBackReference: v.nullable(v.string()),
  /** How to pay; null once there is nothing to be paid. */
  instructions: v.nullable(
    v.object({
      /** Page of the payment provider, root-relative where this site serves it. */
      payUrl: v.nullable(v.string()),
      /** The payer scans the address of that page. */
      scan: v.boolean(),
      account: v.nullable(v.object({ holder: v.string(), bank: v.string(), number: v.string() })),
    }),
  ),
  /** Whether "I have paid" takes pictures of the receipt, and how many it has. */
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
  books: true,
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({
    channel: code,
    amount: v.optional(inputAmount),
    /** Only where the channel takes vouchers. */
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
  summary: '"I have paid", with pictures of the receipt where they are asked for. Moves no money: only the provider or a person does.',
  token: 'required',
  actors: 'real',
  throttle: 'money',
  pictures: { field: 'proofs', purpose: 'deposit-proof' },
  query: nothing,
  body: v.strictObject({
    depositId: code,
    /** Ids of fresh uploads. */
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
