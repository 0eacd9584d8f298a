import * as v from 'valibot';
import { memberInfoValue } from '../accounts/schemas.ts';
import { challengeProof, instant, nothing, secretText, text } from '../fields.ts';
import { STEP_METHODS } from './constants.ts';

export const signedInValue = v.object({
  /** Opaque. Browsers never receive it: the portal moves it into the encrypted cookie. */
  token: v.string(),
  expiresAt: instant,
  firstTimeLogin: v.boolean(),
  passwordExpired: v.boolean(),
  /** A new password is required first; for a few minutes this session may change it without the old one. */
  mustChangePassword: v.optional(v.boolean(), false),
  /** That change needs the old password: the platform has no such period. */
  needsOldPassword: v.optional(v.boolean()),
  member: memberInfoValue,
  /** Marks this browser as known to the member; also moved into a cookie by the portal. Empty: no change. */
  deviceToken: v.optional(v.string(), ''),
  /** Set if the member chose to be remembered; also moved into a cookie by the portal. */
  remember: v.optional(v.nullable(v.object({ token: v.string(), expiresAt: instant })), null),
});
export type SignedInValue = v.InferOutput<typeof signedInValue>;

/** The credentials were correct and another step is required. The ticket can only complete this sign-in. */
export const pendingValue = v.object({
  verification: v.object({
    /** Opaque; moved into a cookie by the portal. */
    ticket: v.string(),
    /** `registration`: the person is known to Google or Facebook but has no account yet. */
    reason: v.picklist(['unregistered_address', 'second_factor', 'registration']),
    methods: v.array(v.picklist(STEP_METHODS)),
    /** Masked ("•••• 4321", "d•••@e•••.com"). */
    mobile: v.nullable(v.string()),
    email: v.nullable(v.string()),
    expiresAt: instant,
  }),
});
export type PendingValue = v.InferOutput<typeof pendingValue>;

/** Result of every sign-in: signed in, or one step left. */
export const loginValue = v.union([signedInValue, pendingValue]);
export type LoginValue = v.InferOutput<typeof loginValue>;

/** Site of the sign-in; the agent side accepts agents only. */
export const signInSide = v.optional(v.picklist(['member', 'agent']), 'member');

export const sessionLogin = {
  query: nothing,
  body: v.strictObject({
    username: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64)),
    password: secretText,
    /** `sms`: mobile number and code. `code`: account name and the code of `session.loginCode`. */
    type: v.optional(v.picklist(['username', 'sms', 'code']), 'username'),
    countryDialingCode: v.optional(text(6)),
    firebaseIdToken: v.optional(text(4096)),
    remember: v.optional(v.boolean(), false),
    side: signInSide,
    ...challengeProof,
  }),
  value: loginValue,
};

export const loginCode = {
  query: nothing,
  body: v.strictObject({
    username: v.pipe(text(64), v.trim(), v.nonEmpty()),
    ...challengeProof,
  }),
  value: v.object({ expiredMinutes: v.number(), waitSeconds: v.number() }),
};

export const stepSend = {
  query: nothing,
  body: v.strictObject({ method: v.picklist(['sms', 'email']) }),
  value: v.object({ expiredMinutes: v.number(), waitSeconds: v.number() }),
};

export const stepVerify = {
  query: nothing,
  /** For `passkey` the proof is the assertion as JSON. */
  body: v.strictObject({ method: v.picklist(STEP_METHODS), proof: v.pipe(text(4096), v.trim(), v.nonEmpty()) }),
  value: loginValue,
};

export const stepState = {
  query: nothing,
  body: nothing,
  value: pendingValue,
};

/** Options as WebAuthn's JSON forms; `@simplewebauthn` writes and reads them. */
export const passkeyOptions = {
  query: nothing,
  body: nothing,
  value: v.object({ options: v.looseObject({ challenge: v.string() }) }),
};

export const passkeyLogin = {
  query: nothing,
  /** The assertion as JSON. */
  body: v.strictObject({ proof: text(4096), remember: v.optional(v.boolean(), false), side: signInSide }),
  value: loginValue,
};

export const freePlayLogin = {
  query: nothing,
  body: v.strictObject({
    os: text(64),
    platform: v.literal('W'),
    /** Created by the client, used once. */
    random: v.pipe(text(128), v.minLength(16)),
    gatewayVersion: v.literal(3),
    ...challengeProof,
  }),
  value: loginValue,
};
