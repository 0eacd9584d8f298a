import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const systemStatus: ClientCall<typeof schemas.systemStatus, 'none'> = {
  id: 'system.status',
  method: 'GET',
  path: '/wps/system/status',
  token: 'none',
};

export const domainRoute: ClientCall<typeof schemas.domainRoute, 'none'> = {
  id: 'system.domainRoute',
  method: 'GET',
  path: '/wps/system/domainRoute',
  token: 'none',
};

export const systemWhitelabel: ClientCall<typeof schemas.systemWhitelabel, 'none'> = {
  id: 'system.whitelabel',
  method: 'GET',
  path: '/wps/system/whitelabel',
  token: 'none',
};

export const countryList: ClientCall<typeof schemas.countryList, 'none'> = {
  id: 'system.countries',
  method: 'GET',
  path: '/wps/system/countries',
  token: 'none',
};

export const languageUpdate: ClientCall<typeof schemas.languageUpdate, 'optional'> = {
  id: 'system.language',
  method: 'POST',
  path: '/wps/system/language',
  token: 'optional',
};

export const routerInfo: ClientCall<typeof schemas.routerInfo, 'optional'> = {
  id: 'system.router',
  method: 'GET',
  path: '/wps/system/router',
  token: 'optional',
};

export const feedbackSend: ClientCall<typeof schemas.feedbackSend, 'optional'> = {
  id: 'feedback.send',
  method: 'PUT',
  path: '/wps/feedback',
  token: 'optional',
};
