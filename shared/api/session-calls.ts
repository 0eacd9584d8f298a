import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { instant, nothing, text } from './fields.ts';
import { loginValue } from './sign-in-calls.ts';

export const sessionLogout = defineCall({
  id: 'session.logout',
  method: 'DELETE',
  path: '/wps/session/logout',
  module: 'session',
  summary: 'End the session of the token, and forget the browser that was remembered with it.',
  token: 'required',
  actors: 'signed-in',
  freshness: 'idle',
  whileChanging: true,
  staysOpen: true,
  endsSession: true,
  query: nothing,
  body: nothing,
  value: v.object({}),
});

export const sessionKeys = defineCall({
  id: 'session.keys',
  method: 'GET',
  path: '/wps/session/keys',
  module: 'session',
  summary: 'Public keys (JWK) that encrypted payloads are sealed to; the first is the current one.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 60,
  query: nothing,
  body: nothing,
  value: v.object({
    keys: v.array(v.looseObject({ kid: v.string(), kty: v.string(), crv: v.string(), x: v.string(), y: v.optional(v.string()) })),
  }),
});

/** Called after the first sign-in; later sign-ins are no longer the first. */
export const firstLogin = defineCall({
  id: 'session.firstLogin',
  method: 'POST',
  path: '/wps/session/login/first',
  module: 'session',
  summary: 'Note that the first sign-in has been seen.',
  token: 'required',
  actors: 'signed-in',
  whileChanging: true,
  query: nothing,
  body: nothing,
  value: v.object({}),
});

/** The token is valid once; the response contains its successor. A token used twice revokes its whole family. */
export const rememberedLogin = defineCall({
  id: 'session.remembered',
  method: 'POST',
  path: '/wps/session/remembered',
  module: 'session',
  summary: 'Sign in again with the remember token.',
  token: 'remember',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
  query: nothing,
  body: nothing,
  value: loginValue,
});

export const CONFIRM_METHODS = ['password', 'totp', 'recovery', 'passkey'] as const;

/** Reactivates an idle session, and allows the calls that need a recent confirmation for a few minutes. */
export const sessionConfirm = defineCall({
  id: 'session.confirm',
  method: 'POST',
  path: '/wps/session/confirm',
  module: 'session',
  summary: 'Confirm with a factor: reactivates an idle session and allows changes of credentials.',
  token: 'required',
  actors: 'signed-in',
  freshness: 'idle',
  whileChanging: true,
  encrypted: true,
  sendsDevice: true,
  throttle: 'login',
  query: nothing,
  body: v.strictObject({ method: v.picklist(CONFIRM_METHODS), proof: v.pipe(text(4096), v.nonEmpty()) }),
  value: v.object({}),
});

/** Whether the session is idle, and the factors that reactivate it. */
export const sessionState = defineCall({
  id: 'session.state',
  method: 'GET',
  path: '/wps/session/state',
  module: 'session',
  summary: 'State of the session: idle or not, and the factors that reactivate it, the simplest first.',
  token: 'required',
  actors: 'signed-in',
  freshness: 'idle',
  whileChanging: true,
  query: nothing,
  body: nothing,
  value: v.object({
    account: v.string(),
    idle: v.boolean(),
    confirmed: v.boolean(),
    methods: v.array(v.picklist(CONFIRM_METHODS)),
    idleMinutes: v.number(),
    expiresAt: instant,
  }),
});

export const sessionRow = v.object({
  id: v.string(),
  current: v.boolean(),
  /** Browser and system ("Firefox, Windows"). */
  device: v.string(),
  /** Country of the address, ISO 3166. */
  country: v.nullable(v.string()),
  address: v.string(),
  createdAt: instant,
  seenAt: instant,
});

export const sessionList = defineCall({
  id: 'session.list',
  method: 'GET',
  path: '/wps/session/list',
  module: 'session',
  summary: 'Sessions of the member that are alive, the current one first.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ sessions: v.array(sessionRow) }),
});

export const sessionEnd = defineCall({
  id: 'session.end',
  method: 'POST',
  path: '/wps/session/end',
  module: 'session',
  summary: 'End one other session of the member, or all others.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  /** `others`: every session except this one. */
  body: v.strictObject({ id: text(64) }),
  value: v.object({ ended: v.number() }),
});
