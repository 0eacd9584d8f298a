import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const memberInfo = defineCall(calls.memberInfo, schemas.memberInfo, {
  module: 'member',
  summary: 'The signed-in member.',
  actors: 'signed-in',
  whileChanging: true,
  cachedPerSession: true,
});

export const memberPassword = defineCall(calls.memberPassword, schemas.memberPassword, {
  module: 'member',
  summary: 'Change the password; every other session, remembered device and open game of the member ends.',
  actors: 'signed-in',
  whileChanging: true,
  sendsDevice: true,
  formOutcome: 'password-changed',
  throttle: 'login',
});

/** Responds alike whether or not name and address belong together. */
export const passwordEmail = defineCall(calls.passwordEmail, schemas.passwordEmail, {
  module: 'member',
  summary: 'Forgot password: sends a one-time link and code to the e-mail address of the account.',
  actors: 'anyone',
  formEncoded: true,
  formOutcome: 'reset-mail-sent',
  throttle: 'reset',
});

export const passwordReset = defineCall(calls.passwordReset, schemas.passwordReset, {
  module: 'member',
  summary: 'Set a new password by the link or the code of the forgot-password message.',
  actors: 'anyone',
  formOutcome: 'password-reset',
  throttle: 'reset',
});

export const passwordVerification = defineCall(calls.passwordVerification, schemas.passwordVerification, {
  module: 'member',
  summary: 'Forgot password by phone: set a new one with the code that was sent; returns the account name to sign in with.',
  actors: 'anyone',
  formOutcome: 'password-reset',
  throttle: 'reset',
});
