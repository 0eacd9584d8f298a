import * as v from 'valibot';
import { nothing, text } from '../fields.ts';
import { loginValue, signInSide } from '../sign-in/schemas.ts';

export const oauthStart = {
  query: nothing,
  body: v.strictObject({ provider: v.picklist(['google', 'facebook']), redirectUri: v.pipe(text(512), v.url()) }),
  value: v.object({
    url: v.string(),
    /** Opaque; the portal keeps it in an encrypted cookie until the provider redirects back. */
    flow: v.string(),
  }),
};

export const oauthFinish = {
  query: nothing,
  body: v.strictObject({
    provider: v.picklist(['google', 'facebook']),
    flow: text(4096),
    /** Full address of the return, query included. */
    returnUrl: text(4096),
    redirectUri: v.pipe(text(512), v.url()),
    side: signInSide,
  }),
  value: loginValue,
};

export const oauthRegister = {
  query: nothing,
  body: v.strictObject({
    username: v.pipe(text(64), v.trim()),
    agreed: v.boolean(),
    birthday: v.optional(text(10)),
    affiliateCode: v.optional(text(64)),
    referralCode: v.optional(text(64)),
  }),
  value: loginValue,
};
