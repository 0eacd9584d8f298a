import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const systemStatus = defineCall(calls.systemStatus, schemas.systemStatus, {
  module: 'system',
  summary: 'Permission payload: site settings, place of the visitor, maintenance and region flags.',
  actors: 'anyone',
  staysOpen: true,
  defaultsSuffice: true,
});

export const domainRoute = defineCall(calls.domainRoute, schemas.domainRoute, {
  module: 'system',
  summary: 'Domain routes with the time in milliseconds in which each last answered the platform.',
  actors: 'anyone',
  cacheSeconds: 30,
});

export const systemWhitelabel = defineCall(calls.systemWhitelabel, schemas.systemWhitelabel, {
  module: 'system',
  summary: 'Brand, languages, currency and feature switches of the merchant.',
  actors: 'anyone',
  cacheSeconds: 60,
  defaultsSuffice: true,
});

/** The path is not given by the interface description. Names are formatted by the client in the visitor's language. */
export const countryList = defineCall(calls.countryList, schemas.countryList, {
  module: 'system',
  summary: 'Countries whose mobile numbers the merchant accepts, with their dialling codes.',
  actors: 'anyone',
  cacheSeconds: 300,
});

/** The path is not given by the interface description. */
export const languageUpdate = defineCall(calls.languageUpdate, schemas.languageUpdate, {
  module: 'system',
  summary: 'Store the chosen language; messages to the member are written in it.',
  actors: 'anyone',
});

export const routerInfo = defineCall(calls.routerInfo, schemas.routerInfo, {
  module: 'system',
  summary:
    'Router info: address of customer service, encrypted with the key of the requesting portal. Members of higher VIP levels may have their own.',
  actors: 'anyone',
  staysOpen: true,
});

export const feedbackSend = defineCall(calls.feedbackSend, schemas.feedbackSend, {
  module: 'feedback',
  summary: 'Send a message to customer service.',
  actors: 'anyone',
  staysOpen: true,
  throttle: 'feedback',
  pictures: { field: 'images', purpose: 'feedback' },
});
