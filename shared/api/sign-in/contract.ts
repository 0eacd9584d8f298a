import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const sessionLogin = defineCall(calls.sessionLogin, schemas.sessionLogin, {
  module: 'session',
  summary: 'Sign in by password, by SMS code (user name: mobile number, password: code) or by login code.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
});

/** Neutral: the same response for unknown names. Also unlocks a locked account. */
export const loginCode = defineCall(calls.loginCode, schemas.loginCode, {
  module: 'session',
  summary: 'Send a login code to the verified phone or e-mail address of an account.',
  actors: 'anyone',
  closedByRegion: true,
  formOutcome: 'code-sent',
  throttle: 'sms',
});

export const stepSend = defineCall(calls.stepSend, schemas.stepSend, {
  module: 'session',
  summary: 'Send the code of the second step of a sign-in.',
  actors: 'pending',
  formOutcome: 'code-sent',
  throttle: 'sms',
});

export const stepVerify = defineCall(calls.stepVerify, schemas.stepVerify, {
  module: 'session',
  summary: 'Finish a sign-in with its second step.',
  actors: 'pending',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
});

export const stepState = defineCall(calls.stepState, schemas.stepState, {
  module: 'session',
  summary: 'What the second step of this sign-in may be; the ticket in the answer is empty.',
  actors: 'pending',
});

export const passkeyOptions = defineCall(calls.passkeyOptions, schemas.passkeyOptions, {
  module: 'session',
  summary: 'Challenge for a sign-in with a passkey; no user name is required.',
  actors: 'anyone',
  closedByRegion: true,
  sendsDevice: true,
  throttle: 'login',
});

export const passkeyLogin = defineCall(calls.passkeyLogin, schemas.passkeyLogin, {
  module: 'session',
  summary: 'Sign in with a passkey; it counts as both factors.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
});

export const freePlayLogin = defineCall(calls.freePlayLogin, schemas.freePlayLogin, {
  module: 'session',
  summary: 'Sign in to a new trial account (type 4) with play money.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'register',
});
