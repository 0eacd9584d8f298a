import * as v from 'valibot';
import { code, instant, nothing, secretText, text } from '../fields.ts';
import { PAYOUT_KINDS } from './constants.ts';

export const paymentPasswordChange = {
  query: nothing,
  body: v.strictObject({
    /** Required if one is set, unless it is forgotten. */
    oldPaymentPassword: v.optional(v.pipe(v.string(), v.maxLength(256))),
    forgotten: v.optional(v.boolean(), false),
    paymentPassword: secretText,
    confirmPaymentPassword: v.pipe(v.string(), v.maxLength(256)),
  }),
  value: v.object({}),
};

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

export const payoutList = {
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
};

export const payoutAdd = {
  query: nothing,
  body: v.strictObject({
    provider: code,
    holder: v.pipe(text(80), v.trim()),
    accountNumber: v.pipe(text(64), v.trim()),
  }),
  value: v.object({ id: code }),
};

export const payoutRemove = {
  query: nothing,
  body: v.strictObject({ id: code }),
  value: v.object({}),
};
