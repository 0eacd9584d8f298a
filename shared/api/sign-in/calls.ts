import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const sessionLogin: ClientCall<typeof schemas.sessionLogin, 'none'> = {
  id: 'session.login',
  method: 'POST',
  path: '/wps/session/login',
  token: 'none',
  encrypted: true,
};

export const loginCode: ClientCall<typeof schemas.loginCode, 'none'> = {
  id: 'session.loginCode',
  method: 'POST',
  path: '/wps/session/login/code',
  token: 'none',
};

export const stepSend: ClientCall<typeof schemas.stepSend, 'pending'> = {
  id: 'session.stepSend',
  method: 'POST',
  path: '/wps/session/verification/send',
  token: 'pending',
};

export const stepVerify: ClientCall<typeof schemas.stepVerify, 'pending'> = {
  id: 'session.stepVerify',
  method: 'POST',
  path: '/wps/session/verification',
  token: 'pending',
  encrypted: true,
};

export const stepState: ClientCall<typeof schemas.stepState, 'pending'> = {
  id: 'session.stepState',
  method: 'GET',
  path: '/wps/session/verification',
  token: 'pending',
};

export const passkeyOptions: ClientCall<typeof schemas.passkeyOptions, 'none'> = {
  id: 'session.passkeyOptions',
  method: 'POST',
  path: '/wps/session/passkey/options',
  token: 'none',
};

export const passkeyLogin: ClientCall<typeof schemas.passkeyLogin, 'none'> = {
  id: 'session.passkeyLogin',
  method: 'POST',
  path: '/wps/session/passkey',
  token: 'none',
  encrypted: true,
};

export const freePlayLogin: ClientCall<typeof schemas.freePlayLogin, 'none'> = {
  id: 'session.freePlay',
  method: 'POST',
  path: '/wps/session/login/freeplay',
  token: 'none',
  encrypted: true,
};
