import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const listAnnouncements = defineCall(calls.listAnnouncements, schemas.listAnnouncements, {
  module: 'MCSFE_getListAnnouncements',
  summary: 'Notices, banners, pop-ups, promotions and help for the language of the request; `types` leaves lists that are not named empty.',
  actors: 'anyone',
  cacheSeconds: 30,
});

export const agentAnnouncements = defineCall(calls.agentAnnouncements, schemas.agentAnnouncements, {
  module: 'MCSFE_getAgentAnnouncements',
  summary: 'Announcements for agents in the language of the request, in order of display.',
  actors: 'agent',
});

export const contentPicture = defineCall(calls.contentPicture, schemas.contentPicture, {
  module: 'content',
  summary: 'The picture of a banner or promotion; `size` chooses between 1,600 (`wide`) and 800 pixels of width.',
  actors: 'anyone',
  answer: 'picture',
});

/** The path is not given by the interface description. Source of the badge of the rewards entry. */
export const availablePromotions = defineCall(calls.availablePromotions, schemas.availablePromotions, {
  module: 'MCS2_getAvailablePromotions',
  summary: 'Promotions that are open to the signed-in member now.',
  actors: 'signed-in',
});

export const helpCenter = defineCall(calls.helpCenter, schemas.helpCenter, {
  module: 'system',
  summary: 'Articles of the help centre for the language of the request, in order of display.',
  actors: 'anyone',
  cacheSeconds: 60,
});

/** The path is not given by the interface description. Conditions and benefits as published by the merchant. */
export const vipLevels = defineCall(calls.vipLevels, schemas.vipLevels, {
  module: 'MCS2_getVipLevels',
  summary: 'VIP levels, the lowest first.',
  actors: 'anyone',
  cacheSeconds: 300,
});
