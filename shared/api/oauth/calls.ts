import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const oauthStart: ClientCall<typeof schemas.oauthStart, 'none'> = {
  id: 'session.oauthStart',
  method: 'POST',
  path: '/wps/session/oauth/start',
  token: 'none',
};

export const oauthFinish: ClientCall<typeof schemas.oauthFinish, 'none'> = {
  id: 'session.oauthFinish',
  method: 'POST',
  path: '/wps/session/oauth/finish',
  token: 'none',
};

export const oauthRegister: ClientCall<typeof schemas.oauthRegister, 'pending'> = {
  id: 'session.oauthRegister',
  method: 'POST',
  path: '/wps/session/oauth/register',
  token: 'pending',
};
