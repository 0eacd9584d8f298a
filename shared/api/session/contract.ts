import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const sessionLogout = defineCall(calls.sessionLogout, schemas.sessionLogout, {
  module: 'session',
  summary: 'End the session of the token, and forget the browser that was remembered with it.',
  actors: 'signed-in',
  freshness: 'idle',
  whileChanging: true,
  staysOpen: true,
  endsSession: true,
});

export const sessionKeys = defineCall(calls.sessionKeys, schemas.sessionKeys, {
  module: 'session',
  summary: 'Public keys (JWK) that encrypted payloads are sealed to; the first is the current one.',
  actors: 'anyone',
  cacheSeconds: 60,
});

/** Called after the first sign-in; later sign-ins are no longer the first. */
export const firstLogin = defineCall(calls.firstLogin, schemas.firstLogin, {
  module: 'session',
  summary: 'Note that the first sign-in has been seen.',
  actors: 'signed-in',
  whileChanging: true,
});

/** The token is valid once; the response contains its successor. A token used twice revokes its whole family. */
export const rememberedLogin = defineCall(calls.rememberedLogin, schemas.rememberedLogin, {
  module: 'session',
  summary: 'Sign in again with the remember token.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
});

/** Reactivates an idle session, and allows the calls that need a recent confirmation for a few minutes. */
export const sessionConfirm = defineCall(calls.sessionConfirm, schemas.sessionConfirm, {
  module: 'session',
  summary: 'Confirm with a factor: reactivates an idle session and allows changes of credentials.',
  actors: 'signed-in',
  freshness: 'idle',
  whileChanging: true,
  sendsDevice: true,
  throttle: 'login',
});

/** Whether the session is idle, and the factors that reactivate it. */
export const sessionState = defineCall(calls.sessionState, schemas.sessionState, {
  module: 'session',
  summary: 'State of the session: idle or not, and the factors that reactivate it, the simplest first.',
  actors: 'signed-in',
  freshness: 'idle',
  whileChanging: true,
});

export const sessionList = defineCall(calls.sessionList, schemas.sessionList, {
  module: 'session',
  summary: 'Sessions of the member that are alive, the current one first.',
  actors: 'signed-in',
});

export const sessionEnd = defineCall(calls.sessionEnd, schemas.sessionEnd, {
  module: 'session',
  summary: 'End one other session of the member, or all others.',
  actors: 'signed-in',
});
