import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { instant, nothing, text } from './fields.ts';
import { PAYOUT_KINDS } from './payout-calls.ts';

/**
 * Second factors, passkeys and verified contacts of the signed-in member. Changes need a confirmed session; guessable
 * calls are throttled like a sign-in.
 */
export const securityState = defineCall({
  id: 'member.security',
  method: 'GET',
  path: '/wps/member/security',
  module: 'member',
  summary: 'Protection of the account: password age, contacts (masked), second factor, passkeys.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({
    passwordChangedAt: instant,
    /** Verified contacts only, masked ("•••• 4321", "d•••@e•••.com"). */
    mobile: v.nullable(v.string()),
    mobileVerifiedAt: v.nullable(instant),
    email: v.nullable(v.string()),
    emailVerifiedAt: v.nullable(instant),
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
});

export const totpStart = defineCall({
  id: 'member.totpStart',
  method: 'POST',
  path: '/wps/member/totp/start',
  module: 'member',
  summary: 'Begin the enrolment of an authenticator app; nothing changes until a code is confirmed.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  query: nothing,
  body: nothing,
  value: v.object({
    /** Base32, for manual input. */
    secret: v.string(),
    /** otpauth address for the QR code. */
    uri: v.string(),
  }),
});

export const totpConfirm = defineCall({
  id: 'member.totpConfirm',
  method: 'POST',
  path: '/wps/member/totp/confirm',
  module: 'member',
  summary: 'Finish the enrolment with a code of the app; answers with recovery codes, shown once.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  sendsDevice: true,
  formOutcome: 'shown-once',
  throttle: 'login',
  query: nothing,
  body: v.strictObject({ code: v.pipe(text(16), v.trim()) }),
  value: v.object({ recoveryCodes: v.array(v.string()) }),
});

export const totpRemove = defineCall({
  id: 'member.totpRemove',
  method: 'POST',
  path: '/wps/member/totp/remove',
  module: 'member',
  summary: 'Remove the authenticator app and its recovery codes.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  query: nothing,
  body: nothing,
  value: v.object({}),
});

export const recoveryCodes = defineCall({
  id: 'member.recoveryCodes',
  method: 'POST',
  path: '/wps/member/totp/recovery',
  module: 'member',
  summary: 'New recovery codes; the old ones stop working.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  formOutcome: 'shown-once',
  query: nothing,
  body: nothing,
  value: v.object({ recoveryCodes: v.array(v.string()) }),
});

export const passkeyStart = defineCall({
  id: 'member.passkeyStart',
  method: 'POST',
  path: '/wps/member/passkey/options',
  module: 'member',
  summary: 'Options for creating a passkey.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  query: nothing,
  body: nothing,
  value: v.object({ options: v.looseObject({ challenge: v.string() }) }),
});

export const passkeyAdd = defineCall({
  id: 'member.passkeyAdd',
  method: 'POST',
  path: '/wps/member/passkey',
  module: 'member',
  summary: 'Keep a passkey that the browser has made.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  sendsDevice: true,
  throttle: 'login',
  query: nothing,
  /** The attestation as JSON. */
  body: v.strictObject({ proof: text(8192), name: v.pipe(text(40), v.trim(), v.nonEmpty()) }),
  value: v.object({ id: v.string() }),
});

export const passkeyRemove = defineCall({
  id: 'member.passkeyRemove',
  method: 'POST',
  path: '/wps/member/passkey/remove',
  module: 'member',
  summary: 'Remove a passkey.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  query: nothing,
  body: v.strictObject({ id: text(512) }),
  value: v.object({}),
});

/** A mobile number with its country code, or an e-mail address. */
const typedContact = {
  channel: v.picklist(['sms', 'email']),
  mobileNum: v.optional(v.pipe(text(20), v.trim())),
  countryDialingCode: v.optional(v.pipe(text(6), v.trim())),
  email: v.optional(v.pipe(text(), v.trim())),
};

export const contactSend = defineCall({
  id: 'member.contactSend',
  method: 'POST',
  path: '/wps/member/contact/send',
  module: 'member',
  summary: 'Send a code to a new mobile number or e-mail address of the member.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  formOutcome: 'code-sent',
  throttle: 'sms',
  query: nothing,
  body: v.strictObject({
    ...typedContact,
  }),
  value: v.object({ expiredMinutes: v.number(), waitSeconds: v.number() }),
});

export const contactConfirm = defineCall({
  id: 'member.contactConfirm',
  method: 'POST',
  path: '/wps/member/contact',
  module: 'member',
  summary: 'Save a mobile number or e-mail address after its code; the old address is notified.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  sendsDevice: true,
  throttle: 'login',
  query: nothing,
  body: v.strictObject({
    ...typedContact,
    verificationCode: v.pipe(text(), v.trim()),
  }),
  value: v.object({}),
});
