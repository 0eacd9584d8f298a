import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const challengeCall = defineCall(calls.challengeCall, schemas.challengeCall, {
  module: 'verification',
  summary: 'A challenge for one action: proof of work by default, a hosted widget where the merchant has configured one.',
  actors: 'anyone',
  staysOpen: true,
});

export const captchaImage = defineCall(calls.captchaImage, schemas.captchaImage, {
  module: 'captcha',
  summary: 'An image captcha as base64 PNG; at most one a second.',
  actors: 'anyone',
  staysOpen: true,
  throttle: 'captcha',
});

export const phoneServiceCall = defineCall(calls.phoneServiceCall, schemas.phoneServiceCall, {
  module: 'verification',
  summary: 'Requirements of the third-party phone service for a code to a visitor who is not signed in.',
  actors: 'anyone',
  cacheSeconds: 60,
});

export const smsNoLogin = defineCall(calls.smsNoLogin, schemas.smsNoLogin, {
  module: 'verification',
  summary: 'Send an SMS code for signing in or for a forgotten password; the same response for unknown numbers.',
  actors: 'anyone',
  closedByRegion: true,
  formOutcome: 'code-sent',
  throttle: 'sms',
});

export const smsRegister = defineCall(calls.smsRegister, schemas.smsRegister, {
  module: 'verification',
  summary: 'Send the SMS code of a registration; with `username` for the user-name form, without for the mobile form.',
  actors: 'anyone',
  closedByRegion: true,
  formOutcome: 'code-sent',
  throttle: 'sms',
});

export const phoneConfirm = defineCall(calls.phoneConfirm, schemas.phoneConfirm, {
  module: 'verification',
  summary: 'Exchange a code of the phone service for its ID token, which the registration, login or new password then contains.',
  actors: 'anyone',
  closedByRegion: true,
  throttle: 'register',
});
