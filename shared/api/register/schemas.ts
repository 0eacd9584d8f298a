import * as v from 'valibot';
import { REGISTER_FIELDS } from '../../rules/register-fields.ts';
import { challengeProof, nothing, text } from '../fields.ts';
import { loginValue } from '../sign-in/schemas.ts';

/** Text fields of a registration and related data. */
const registration = {
  ...v.entriesFromList(REGISTER_FIELDS, v.optional(text(256))),
  agreed: v.boolean(),
  domain: v.optional(text()),
  registerUrl: v.optional(text(512)),
  registerMethod: v.optional(v.literal('WEB'), 'WEB'),
  /** Set if a third-party service has verified the phone. */
  firebaseChannel: v.optional(text(64)),
  firebaseIdToken: v.optional(text(4096)),
  login: v.optional(v.literal(true), true),
  challenge: challengeProof.challenge,
  captchaKey: challengeProof.captchaKey,
};

/** Values are text as typed; the platform applies the rules of `setting.register` and responds per field. */
export const memberRegister = {
  query: nothing,
  body: v.strictObject(registration),
  value: loginValue,
};

/** The mobile number becomes the user name. `password` is absent if the merchant registers without one. */
export const memberRegisterMobile = {
  query: nothing,
  body: v.strictObject(registration),
  value: loginValue,
};

export const affiliateCheck = {
  /** Without a code: the code of the site's host. */
  query: v.strictObject({ code: v.optional(text(64)), domain: v.optional(text()) }),
  body: nothing,
  value: v.object({ code: v.string() }),
};

export const fieldRuleValue = v.object({
  enabled: v.boolean(),
  required: v.boolean(),
  /** Regular expression, or `*` for anything. */
  acceptedPattern: v.string(),
  /** 0 to 20, selects the message. */
  patternId: v.number(),
  minLength: v.number(),
  maxLength: v.number(),
});

export const settingRegister = {
  query: nothing,
  body: nothing,
  value: v.object({
    fields: v.record(v.string(), fieldRuleValue),
    mobileRegister: v.boolean(),
    usernameRegister: v.boolean(),
    /** The mobile tab also requires a password. */
    mobileWithPassword: v.optional(v.boolean(), true),
    minimumAge: v.number(),
    termsPreTicked: v.boolean(),
  }),
};
export type RegisterSettings = v.InferOutput<(typeof settingRegister)['value']>;
