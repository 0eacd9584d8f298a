import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const securityState: ClientCall<typeof schemas.securityState, 'required'> = {
  id: 'member.security',
  method: 'GET',
  path: '/wps/member/security',
  token: 'required',
};

export const totpStart: ClientCall<typeof schemas.totpStart, 'required'> = {
  id: 'member.totpStart',
  method: 'POST',
  path: '/wps/member/totp/start',
  token: 'required',
};

export const totpConfirm: ClientCall<typeof schemas.totpConfirm, 'required'> = {
  id: 'member.totpConfirm',
  method: 'POST',
  path: '/wps/member/totp/confirm',
  token: 'required',
};

export const totpRemove: ClientCall<typeof schemas.totpRemove, 'required'> = {
  id: 'member.totpRemove',
  method: 'POST',
  path: '/wps/member/totp/remove',
  token: 'required',
};

export const recoveryCodes: ClientCall<typeof schemas.recoveryCodes, 'required'> = {
  id: 'member.recoveryCodes',
  method: 'POST',
  path: '/wps/member/totp/recovery',
  token: 'required',
};

export const passkeyStart: ClientCall<typeof schemas.passkeyStart, 'required'> = {
  id: 'member.passkeyStart',
  method: 'POST',
  path: '/wps/member/passkey/options',
  token: 'required',
};

export const passkeyAdd: ClientCall<typeof schemas.passkeyAdd, 'required'> = {
  id: 'member.passkeyAdd',
  method: 'POST',
  path: '/wps/member/passkey',
  token: 'required',
};

export const passkeyRemove: ClientCall<typeof schemas.passkeyRemove, 'required'> = {
  id: 'member.passkeyRemove',
  method: 'POST',
  path: '/wps/member/passkey/remove',
  token: 'required',
};

export const contactSend: ClientCall<typeof schemas.contactSend, 'required'> = {
  id: 'member.contactSend',
  method: 'POST',
  path: '/wps/member/contact/send',
  token: 'required',
};

export const contactConfirm: ClientCall<typeof schemas.contactConfirm, 'required'> = {
  id: 'member.contactConfirm',
  method: 'POST',
  path: '/wps/member/contact',
  token: 'required',
};
