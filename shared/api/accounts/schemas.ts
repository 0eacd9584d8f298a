import * as v from 'valibot';
import { challengeProof, instant, nothing, secretText, text, wireAmount } from '../fields.ts';

export const memberInfoValue = v.object({
  id: v.string(),
  account: v.string(),
  nickname: v.string(),
  /** Member type; 4 is a trial account. */
  type: v.number(),
  toUpline: v.boolean(),
  /** VIP level; `stake`: settled since registration. */
  clubLabel: v.nullable(v.object({ labelName: v.string(), rankLevel: v.number(), stake: v.optional(wireAmount) })),
  memberLabel: v.array(v.object({ labelName: v.string() })),
  avatar: v.string(),
  avatarType: v.picklist(['CUSTOM', 'STATIC']),
  currency: v.string(),
  lastLoginAt: v.nullable(instant),
  /** Country of the previous sign-in, ISO 3166. */
  lastLoginCountry: v.optional(v.nullable(v.string()), null),
  /** A new password is required first. */
  mustChangePassword: v.optional(v.boolean(), false),
});
export type MemberInfo = v.InferOutput<typeof memberInfoValue>;

export const memberInfo = {
  query: nothing,
  body: nothing,
  value: memberInfoValue,
};

export const memberPassword = {
  query: nothing,
  body: v.strictObject({
    /** Optional right after a sign-in that requires a new password: that session may change it once without. */
    oldPassword: v.optional(secretText),
    newPassword: secretText,
    confirmNewPassword: v.pipe(v.string(), v.maxLength(256)),
  }),
  value: v.object({}),
};

export const passwordEmail = {
  query: nothing,
  body: v.strictObject({
    username: v.pipe(text(64), v.trim(), v.nonEmpty()),
    email: v.pipe(text(), v.trim(), v.nonEmpty()),
    ...challengeProof,
  }),
  value: v.object({ expiredMinutes: v.number() }),
};

/** By the `ticket` of the link, or by user name and the message's code. */
export const passwordReset = {
  query: nothing,
  body: v.strictObject({
    ticket: v.optional(text(128)),
    username: v.optional(v.pipe(text(64), v.trim())),
    verificationCode: v.optional(v.pipe(text(), v.trim())),
    newPassword: secretText,
    confirmNewPassword: v.optional(v.pipe(v.string(), v.maxLength(256))),
  }),
  value: v.object({ account: v.string() }),
};

export const passwordVerification = {
  query: nothing,
  body: v.strictObject({
    mobileNum: v.pipe(text(20), v.trim()),
    countryDialingCode: v.pipe(text(6), v.trim()),
    verificationCode: v.pipe(text(), v.trim()),
    newPassword: secretText,
    confirmNewPassword: v.optional(v.pipe(v.string(), v.maxLength(256))),
    firebaseIdToken: v.optional(text(4096)),
  }),
  value: v.object({ account: v.string() }),
};
