import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const sessionLogout: ClientCall<typeof schemas.sessionLogout, 'required'> = {
  id: 'session.logout',
  method: 'DELETE',
  path: '/wps/session/logout',
  token: 'required',
};

export const sessionKeys: ClientCall<typeof schemas.sessionKeys, 'none'> = {
  id: 'session.keys',
  method: 'GET',
  path: '/wps/session/keys',
  token: 'none',
};

export const firstLogin: ClientCall<typeof schemas.firstLogin, 'required'> = {
  id: 'session.firstLogin',
  method: 'POST',
  path: '/wps/session/login/first',
  token: 'required',
};

export const rememberedLogin: ClientCall<typeof schemas.rememberedLogin, 'remember'> = {
  id: 'session.remembered',
  method: 'POST',
  path: '/wps/session/remembered',
  token: 'remember',
};

export const sessionConfirm: ClientCall<typeof schemas.sessionConfirm, 'required'> = {
  id: 'session.confirm',
  method: 'POST',
  path: '/wps/session/confirm',
  token: 'required',
  encrypted: true,
};

export const sessionState: ClientCall<typeof schemas.sessionState, 'required'> = {
  id: 'session.state',
  method: 'GET',
  path: '/wps/session/state',
  token: 'required',
};

export const sessionList: ClientCall<typeof schemas.sessionList, 'required'> = {
  id: 'session.list',
  method: 'GET',
  path: '/wps/session/list',
  token: 'required',
};

export const sessionEnd: ClientCall<typeof schemas.sessionEnd, 'required'> = {
  id: 'session.end',
  method: 'POST',
  path: '/wps/session/end',
  token: 'required',
};
