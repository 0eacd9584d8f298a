import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const protectionState: ClientCall<typeof schemas.protectionState, 'required'> = {
  id: 'protection.state',
  method: 'GET',
  path: '/wps/relay/MCSFE_getProtection',
  token: 'required',
};

export const protectionPlay: ClientCall<typeof schemas.protectionPlay, 'required'> = {
  id: 'protection.play',
  method: 'GET',
  path: '/wps/relay/MCSFE_getPlaySession',
  token: 'required',
};

export const protectionSetLimit: ClientCall<typeof schemas.protectionSetLimit, 'required'> = {
  id: 'protection.setLimit',
  method: 'POST',
  path: '/wps/relay/MCSFE_setLimit',
  token: 'required',
};

export const protectionRemoveLimit: ClientCall<typeof schemas.protectionRemoveLimit, 'required'> = {
  id: 'protection.removeLimit',
  method: 'POST',
  path: '/wps/relay/MCSFE_removeLimit',
  token: 'required',
};

export const protectionConfirmLimit: ClientCall<typeof schemas.protectionConfirmLimit, 'required'> = {
  id: 'protection.confirmLimit',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmLimit',
  token: 'required',
};

export const protectionCancelLimit: ClientCall<typeof schemas.protectionCancelLimit, 'required'> = {
  id: 'protection.cancelLimit',
  method: 'POST',
  path: '/wps/relay/MCSFE_cancelLimit',
  token: 'required',
};

export const protectionSetCheck: ClientCall<typeof schemas.protectionSetCheck, 'required'> = {
  id: 'protection.setCheck',
  method: 'POST',
  path: '/wps/relay/MCSFE_setRealityCheck',
  token: 'required',
};

export const protectionConfirmCheck: ClientCall<typeof schemas.protectionConfirmCheck, 'required'> = {
  id: 'protection.confirmCheck',
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmRealityCheck',
  token: 'required',
};

export const protectionTimeOut: ClientCall<typeof schemas.protectionTimeOut, 'required'> = {
  id: 'protection.timeOut',
  method: 'POST',
  path: '/wps/relay/MCSFE_takeBreak',
  token: 'required',
};

export const protectionExclude: ClientCall<typeof schemas.protectionExclude, 'required'> = {
  id: 'protection.exclude',
  method: 'POST',
  path: '/wps/relay/MCSFE_selfExclude',
  token: 'required',
};

export const protectionReturn: ClientCall<typeof schemas.protectionReturn, 'required'> = {
  id: 'protection.return',
  method: 'POST',
  path: '/wps/relay/MCSFE_endExclusion',
  token: 'required',
};
