import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const oauthStart = defineCall(calls.oauthStart, schemas.oauthStart, {
  module: 'session',
  summary: 'Start a sign-in with Google or Facebook: the address for the browser, and the flow to store until it returns.',
  actors: 'anyone',
  closedByRegion: true,
  sendsDevice: true,
  throttle: 'login',
});

export const oauthFinish = defineCall(calls.oauthFinish, schemas.oauthFinish, {
  module: 'session',
  summary: 'End a sign-in with Google or Facebook with the address that the provider sent the browser back to.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'login',
});

/** Pending reason `registration`: the provider knows the person, but there is no account yet. */
export const oauthRegister = defineCall(calls.oauthRegister, schemas.oauthRegister, {
  module: 'session',
  summary: 'Create the account of a first sign-in with Google or Facebook: user name, age and terms.',
  actors: 'pending',
  closedByRegion: true,
  signsIn: true,
  throttle: 'register',
});
