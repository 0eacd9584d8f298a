import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { challengeProof, instant, nothing, text } from './fields.ts';

/** Action of a challenge; a solution is valid for its action only. */
export const CHALLENGE_ACTIONS = ['login', 'register', 'sms', 'reset', 'freeplay', 'feedback'] as const;
export type ChallengeAction = (typeof CHALLENGE_ACTIONS)[number];

export const challengeCall = defineCall({
  id: 'verification.challenge',
  method: 'GET',
  path: '/wps/verification/challenge',
  module: 'verification',
  summary: 'A challenge for one action: proof of work by default, a hosted widget where the merchant has configured one.',
  token: 'none',
  actors: 'anyone',
  staysOpen: true,
  query: v.strictObject({ action: v.picklist(CHALLENGE_ACTIONS) }),
  body: nothing,
  value: v.variant('provider', [
    /** `challenge`: created and solved by `altcha-lib`; send the solution as base64 of its JSON. */
    v.object({ provider: v.literal('altcha'), challenge: v.looseObject({}), expiresAt: instant }),
    v.object({ provider: v.picklist(['turnstile', 'hcaptcha']), siteKey: v.string() }),
  ]),
});

/** `key`: 16 to 64 random letters and digits of the client, sent again as `captchaKey`. The value is a PNG as base64. */
export const captchaImage = defineCall({
  id: 'verification.captcha',
  method: 'GET',
  path: '/wps/captcha',
  module: 'captcha',
  summary: 'An image captcha as base64 PNG; at most one a second.',
  token: 'none',
  actors: 'anyone',
  staysOpen: true,
  throttle: 'captcha',
  query: v.strictObject({ key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/)) }),
  body: nothing,
  value: v.string(),
});

/** Set if a phone service sends the codes: the token of its own captcha, required in addition to ours. */
const phoneToken = v.optional(text(4096));

/** `siteKey`: of the widget that creates `phoneToken`; null without a phone service. */
export const phoneServiceCall = defineCall({
  id: 'verification.phoneService',
  method: 'GET',
  path: '/wps/verification/phone',
  module: 'verification',
  summary: 'Requirements of the third-party phone service for a code to a visitor who is not signed in.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 60,
  query: nothing,
  body: nothing,
  value: v.object({ siteKey: v.nullable(v.string()) }),
});

const sentCode = v.object({
  /** Validity of the code in minutes. */
  expiredMinutes: v.number(),
  /** Seconds until another code may be requested. */
  waitSeconds: v.number(),
  channel: v.picklist(['sms', 'firebase']),
});
export type SentCode = v.InferOutput<typeof sentCode>;

export const smsNoLogin = defineCall({
  id: 'verification.smsNoLogin',
  method: 'POST',
  path: '/wps/verification/sms/noLogin',
  module: 'verification',
  summary: 'Send an SMS code for signing in or for a forgotten password; the same response for unknown numbers.',
  token: 'none',
  actors: 'anyone',
  closedByRegion: true,
  formOutcome: 'code-sent',
  throttle: 'sms',
  query: nothing,
  body: v.strictObject({
    mobileNum: v.pipe(text(20), v.trim(), v.nonEmpty()),
    countryDialingCode: v.pipe(text(6), v.trim(), v.nonEmpty()),
    purpose: v.optional(v.picklist(['login', 'reset']), 'login'),
    phoneToken,
    ...challengeProof,
  }),
  value: sentCode,
});

export const smsRegister = defineCall({
  id: 'verification.smsRegister',
  method: 'POST',
  path: '/wps/verification/sms/register',
  module: 'verification',
  summary: 'Send the SMS code of a registration; with `username` for the user-name form, without for the mobile form.',
  token: 'none',
  actors: 'anyone',
  closedByRegion: true,
  formOutcome: 'code-sent',
  throttle: 'sms',
  query: nothing,
  body: v.strictObject({
    mobileNo: v.pipe(text(20), v.trim(), v.nonEmpty()),
    countryDialingCode: v.pipe(text(6), v.trim(), v.nonEmpty()),
    username: v.optional(text(64)),
    phoneToken,
    ...challengeProof,
  }),
  value: sentCode,
});
