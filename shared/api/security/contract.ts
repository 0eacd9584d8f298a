import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/**
 * Second factors, passkeys and verified contacts of the signed-in member. Changes need a confirmed session; guessable
 * calls are throttled like a sign-in.
 */
export const securityState = defineCall(calls.securityState, schemas.securityState, {
  module: 'member',
  summary: 'Protection of the account: password age, contacts (masked), second factor, passkeys.',
  actors: 'signed-in',
});

export const totpStart = defineCall(calls.totpStart, schemas.totpStart, {
  module: 'member',
  summary: 'Begin the enrolment of an authenticator app; nothing changes until a code is confirmed.',
  actors: 'real',
  freshness: 'confirmed',
});

export const totpConfirm = defineCall(calls.totpConfirm, schemas.totpConfirm, {
  module: 'member',
  summary: 'Finish the enrolment with a code of the app; answers with recovery codes, shown once.',
  actors: 'real',
  freshness: 'confirmed',
  sendsDevice: true,
  formOutcome: 'shown-once',
  throttle: 'login',
});

export const totpRemove = defineCall(calls.totpRemove, schemas.totpRemove, {
  module: 'member',
  summary: 'Remove the authenticator app and its recovery codes.',
  actors: 'real',
  freshness: 'confirmed',
});

export const recoveryCodes = defineCall(calls.recoveryCodes, schemas.recoveryCodes, {
  module: 'member',
  summary: 'New recovery codes; the old ones stop working.',
  actors: 'real',
  freshness: 'confirmed',
  formOutcome: 'shown-once',
});

export const passkeyStart = defineCall(calls.passkeyStart, schemas.passkeyStart, {
  module: 'member',
  summary: 'Options for creating a passkey.',
  actors: 'real',
  freshness: 'confirmed',
});

export const passkeyAdd = defineCall(calls.passkeyAdd, schemas.passkeyAdd, {
  module: 'member',
  summary: 'Keep a passkey that the browser has made.',
  actors: 'real',
  freshness: 'confirmed',
  sendsDevice: true,
  throttle: 'login',
});

export const passkeyRemove = defineCall(calls.passkeyRemove, schemas.passkeyRemove, {
  module: 'member',
  summary: 'Remove a passkey.',
  actors: 'real',
  freshness: 'confirmed',
});

export const contactSend = defineCall(calls.contactSend, schemas.contactSend, {
  module: 'member',
  summary: 'Send a code to a new mobile number or e-mail address of the member.',
  actors: 'real',
  freshness: 'confirmed',
  formOutcome: 'code-sent',
  throttle: 'sms',
});

export const contactConfirm = defineCall(calls.contactConfirm, schemas.contactConfirm, {
  module: 'member',
  summary: 'Save a mobile number or e-mail address after its code; the old address is notified.',
  actors: 'real',
  freshness: 'confirmed',
  sendsDevice: true,
  throttle: 'login',
});
