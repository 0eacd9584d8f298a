import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const challengeCall: ClientCall<typeof schemas.challengeCall, 'none'> = {
  id: 'verification.challenge',
  method: 'GET',
  path: '/wps/verification/challenge',
  token: 'none',
};

export const captchaImage: ClientCall<typeof schemas.captchaImage, 'none'> = {
  id: 'verification.captcha',
  method: 'GET',
  path: '/wps/captcha',
  token: 'none',
};

export const phoneServiceCall: ClientCall<typeof schemas.phoneServiceCall, 'none'> = {
  id: 'verification.phoneService',
  method: 'GET',
  path: '/wps/verification/phone',
  token: 'none',
};

export const smsNoLogin: ClientCall<typeof schemas.smsNoLogin, 'none'> = {
  id: 'verification.smsNoLogin',
  method: 'POST',
  path: '/wps/verification/sms/noLogin',
  token: 'none',
};

export const smsRegister: ClientCall<typeof schemas.smsRegister, 'none'> = {
  id: 'verification.smsRegister',
  method: 'POST',
  path: '/wps/verification/sms/register',
  token: 'none',
};

export const phoneConfirm: ClientCall<typeof schemas.phoneConfirm, 'none'> = {
  id: 'verification.phoneConfirm',
  method: 'POST',
  path: '/wps/verification/phone/confirm',
  token: 'none',
};
