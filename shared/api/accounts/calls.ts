import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const memberInfo: ClientCall<typeof schemas.memberInfo, 'required'> = {
  id: 'member.info',
  method: 'GET',
  path: '/wps/member/info',
  token: 'required',
};

export const memberPassword: ClientCall<typeof schemas.memberPassword, 'required'> = {
  id: 'member.password',
  method: 'POST',
  path: '/wps/member/password',
  token: 'required',
  encrypted: true,
};

export const passwordEmail: ClientCall<typeof schemas.passwordEmail, 'none'> = {
  id: 'member.passwordEmail',
  method: 'POST',
  path: '/wps/member/password/email',
  token: 'none',
};

export const passwordReset: ClientCall<typeof schemas.passwordReset, 'none'> = {
  id: 'member.passwordReset',
  method: 'POST',
  path: '/wps/member/password/email/confirm',
  token: 'none',
  encrypted: true,
};

export const passwordVerification: ClientCall<typeof schemas.passwordVerification, 'none'> = {
  id: 'member.passwordVerification',
  method: 'POST',
  path: '/wps/member/password/verification',
  token: 'none',
  encrypted: true,
};
