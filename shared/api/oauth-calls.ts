import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { nothing, text } from './fields.ts';
import { loginValue } from './sign-in-calls.ts';

export const oauthStart = defineCall({
  id: 'session.oauthStart',
  method: 'POST',
  path: '/wps/session/oauth/start',
  module: 'session',
  summary: 'Start a sign-in with Google or Facebook: the address for the browser, and the flow to store until it returns.',
  token: 'none',
  actors: 'anyone',
  closedByRegion: true,
  sendsDevice: true,
  throttle: 'login',
  query: nothing,
  body: v.strictObject({ provider: v.picklist(['google', 'facebook']), redirectUri: v.pipe(text(512), v.url()) }),
  value: v.object({
    url: v.string(),
    /** Opaque; the portal keeps it in an encrypted cookie until the provider redirects back. */
    flow: v.string(),
  }),
});

export const oauthFinish = defineCall({
  id: 'session.oauthFinish',
  method: 'POST',
  path: '/wps/session/oauth/finish',
  module: 'session',
  summary: 'End a sign-in with Google or Facebook with the address that the provider sent the browser back to.',
  token: 'none',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
  query: nothing,
  body: v.strictObject({
    provider: v.picklist(['google', 'facebook']),
    flow: text(4096),
    /** Full address of the return, query included. */
    returnUrl: text(4096),
    redirectUri: v.pipe(text(512), v.url()),
  }),
  value: loginValue,
});

/** Pending reason `registration`: the provider knows the person, but there is no account yet. */
export const oauthRegister = defineCall({
  id: 'session.oauthRegister',
  method: 'POST',
  path: '/wps/session/oauth/register',
  module: 'session',
  summary: 'Create the account of a first sign-in with Google or Facebook: user name, age and terms.',
  token: 'pending',
  actors: 'pending',
  closedByRegion: true,
  signsIn: true,
  throttle: 'register',
  query: nothing,
  body: v.strictObject({
    username: v.pipe(text(64), v.trim()),
    agreed: v.boolean(),
    birthday: v.optional(text(10)),
    affiliateCode: v.optional(text(64)),
    referralCode: v.optional(text(64)),
  }),
  value: loginValue,
});
