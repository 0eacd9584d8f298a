import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { code, instant, nothing, secretText, text } from './fields.ts';

/** Requirements of payouts: a payment password, and accounts in the member's own name. */
export const paymentPasswordChange = defineCall({
  id: 'payment.change',
  method: 'POST',
  path: '/wps/member/payment/password',
  module: 'member',
  summary: 'Set the payment password, or change it with the old one. Without the old one payouts are blocked for some time.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  encrypted: true,
  needsClock: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject({
    /** Required if one is set, unless it is forgotten. */
    oldPaymentPassword: v.optional(v.pipe(v.string(), v.maxLength(256))),
    forgotten: v.optional(v.boolean(), false),
    paymentPassword: secretText,
    confirmPaymentPassword: v.pipe(v.string(), v.maxLength(256)),
  }),
  value: v.object({}),
});

export const PAYOUT_KINDS = ['BANK', 'EWALLET'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

export const payoutAccountValue = v.object({
  id: code,
  kind: v.picklist(PAYOUT_KINDS),
  provider: v.string(),
  providerName: v.string(),
  holder: v.string(),
  /** "•••• 4321" */
  masked: v.string(),
  addedAt: instant,
  /** No payouts to it before this time; null: it can be used. */
  coolingUntil: v.nullable(instant),
});
export type PayoutAccountView = v.InferOutput<typeof payoutAccountValue>;

export const payoutList = defineCall({
  id: 'payout.list',
  method: 'GET',
  path: '/wps/member/payout',
  module: 'member',
  summary: "The member's bank accounts and e-wallets for payouts, masked, and the kinds that can be added.",
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    accounts: v.array(payoutAccountValue),
    /** Maximum number of accounts per member. */
    most: v.number(),
    /** The member's real name; null until known. */
    holder: v.nullable(v.string()),
    /** Hours without payouts to a new account. */
    coolingHours: v.number(),
    providers: v.array(v.object({ code, kind: v.picklist(PAYOUT_KINDS), name: v.string() })),
  }),
});

export const payoutAdd = defineCall({
  id: 'payout.add',
  method: 'POST',
  path: '/wps/member/payout',
  module: 'member',
  summary: 'Add a bank account or an e-wallet in the member’s own name. A name that is not known yet is saved.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  needsClock: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject({
    provider: code,
    holder: v.pipe(text(80), v.trim()),
    accountNumber: v.pipe(text(64), v.trim()),
  }),
  value: v.object({ id: code }),
});

export const payoutRemove = defineCall({
  id: 'payout.remove',
  method: 'POST',
  path: '/wps/member/payout/remove',
  module: 'member',
  summary: 'Remove an account that no open withdrawal goes to.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  needsClock: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ id: code }),
  value: v.object({}),
});
