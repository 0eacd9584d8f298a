import * as v from 'valibot';
import { instant, nothing, text } from '../fields.ts';
import { PAYOUT_KINDS } from '../payout-accounts/constants.ts';

export const securityState = {
  query: nothing,
  body: nothing,
  value: v.object({
    passwordChangedAt: instant,
    /** Verified contacts only, masked ("•••• 4321", "d•••@e•••.com"). */
    mobile: v.nullable(v.string()),
    mobileVerifiedAt: v.nullable(instant),
    email: v.nullable(v.string()),
    emailVerifiedAt: v.nullable(instant),
    /** Contacts that can be added or changed: the platform can send codes to them. */
    channels: v.optional(v.array(v.picklist(['sms', 'email'])), ['sms', 'email']),
    totp: v.boolean(),
    totpSince: v.nullable(instant),
    recoveryCodesLeft: v.number(),
    /** Null: none. */
    paymentPasswordChangedAt: v.optional(v.nullable(instant), null),
    payoutAccounts: v.optional(
      v.array(v.object({ kind: v.picklist(PAYOUT_KINDS), providerName: v.string(), masked: v.string(), addedAt: instant })),
      [],
    ),
    passkeys: v.array(
      v.object({ id: v.string(), name: v.string(), createdAt: instant, lastUsedAt: v.nullable(instant), backedUp: v.boolean() }),
    ),
  }),
};

export const totpStart = {
  query: nothing,
  body: nothing,
  value: v.object({
    /** Base32, for manual input. */
    secret: v.string(),
    /** otpauth address for the QR code. */
    uri: v.string(),
  }),
};

export const totpConfirm = {
  query: nothing,
  body: v.strictObject({ code: v.pipe(text(16), v.trim()) }),
  value: v.object({ recoveryCodes: v.array(v.string()) }),
};

export const totpRemove = {
  query: nothing,
  body: nothing,
  value: v.object({}),
};

export const recoveryCodes = {
  query: nothing,
  body: nothing,
  value: v.object({ recoveryCodes: v.array(v.string()) }),
};

export const passkeyStart = {
  query: nothing,
  body: nothing,
  value: v.object({ options: v.looseObject({ challenge: v.string() }) }),
};

export const passkeyAdd = {
  query: nothing,
  /** The attestation as JSON. */
  body: v.strictObject({ proof: text(8192), name: v.pipe(text(40), v.trim(), v.nonEmpty()) }),
  value: v.object({ id: v.string() }),
};

export const passkeyRemove = {
  query: nothing,
  body: v.strictObject({ id: text(512) }),
  value: v.object({}),
};

/** A mobile number with its country code, or an e-mail address. */
const typedContact = {
  channel: v.picklist(['sms', 'email']),
  mobileNum: v.optional(v.pipe(text(20), v.trim())),
  countryDialingCode: v.optional(v.pipe(text(6), v.trim())),
  email: v.optional(v.pipe(text(), v.trim())),
};

export const contactSend = {
  query: nothing,
  body: v.strictObject({
    ...typedContact,
  }),
  value: v.object({ expiredMinutes: v.number(), waitSeconds: v.number() }),
};

export const contactConfirm = {
  query: nothing,
  body: v.strictObject({
    ...typedContact,
    verificationCode: v.pipe(text(), v.trim()),
  }),
  value: v.object({}),
};
