import * as v from 'valibot';
import { challengeProof, instant, nothing, text } from '../fields.ts';
import { CHALLENGE_ACTIONS } from './constants.ts';

export const challengeCall = {
  query: v.strictObject({ action: v.picklist(CHALLENGE_ACTIONS) }),
  body: nothing,
  value: v.variant('provider', [
    /** `challenge`: created and solved by `altcha-lib`; send the solution as base64 of its JSON. */
    v.object({ provider: v.literal('altcha'), challenge: v.looseObject({}), expiresAt: instant }),
    v.object({ provider: v.picklist(['turnstile', 'hcaptcha']), siteKey: v.string() }),
  ]),
};

/** `key`: 16 to 64 random letters and digits of the client, sent again as `captchaKey`. The value is a PNG as base64. */
export const captchaImage = {
  query: v.strictObject({ key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/)) }),
  body: nothing,
  value: v.string(),
};

/** Set if a phone service sends the codes: the token of its own captcha, required in addition to ours. */
const phoneToken = v.optional(text(4096));

/** `siteKey`: of the widget that creates `phoneToken`; null without a phone service. */
export const phoneServiceCall = {
  query: nothing,
  body: nothing,
  value: v.object({ siteKey: v.nullable(v.string()) }),
};

const sentCode = v.object({
  /** Validity of the code in minutes. */
  expiredMinutes: v.number(),
  /** Seconds until another code may be requested. */
  waitSeconds: v.number(),
  channel: v.picklist(['sms', 'firebase']),
});
export type SentCode = v.InferOutput<typeof sentCode>;

export const smsNoLogin = {
  query: nothing,
  body: v.strictObject({
    mobileNum: v.pipe(text(20), v.trim(), v.nonEmpty()),
    countryDialingCode: v.pipe(text(6), v.trim(), v.nonEmpty()),
    purpose: v.optional(v.picklist(['login', 'reset']), 'login'),
    phoneToken,
    ...challengeProof,
  }),
  value: sentCode,
};

export const smsRegister = {
  query: nothing,
  body: v.strictObject({
    mobileNo: v.pipe(text(20), v.trim(), v.nonEmpty()),
    countryDialingCode: v.pipe(text(6), v.trim(), v.nonEmpty()),
    username: v.optional(text(64)),
    phoneToken,
    ...challengeProof,
  }),
  value: sentCode,
};

/** The code of a number that a phone service has sent, exchanged for its ID token. */
export const phoneConfirm = {
  query: nothing,
  body: v.strictObject({
    mobileNum: v.pipe(text(20), v.trim(), v.nonEmpty()),
    countryDialingCode: v.pipe(text(6), v.trim(), v.nonEmpty()),
    purpose: v.picklist(['register', 'login', 'reset']),
    verificationCode: v.pipe(text(), v.trim()),
  }),
  /** Fields of the registration, the login or the new password that follows. */
  value: v.object({ firebaseChannel: v.string(), firebaseIdToken: v.string() }),
};
