import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const listAnnouncements: ClientCall<typeof schemas.listAnnouncements, 'none'> = {
  id: 'content.announcements',
  method: 'GET',
  path: '/wps/relay/MCSFE_getListAnnouncements',
  token: 'none',
};

export const agentAnnouncements: ClientCall<typeof schemas.agentAnnouncements, 'required'> = {
  id: 'agent.announcements',
  method: 'GET',
  path: '/wps/relay/MCSFE_getAgentAnnouncements',
  token: 'required',
};

export const contentPicture: ClientCall<typeof schemas.contentPicture, 'none'> = {
  id: 'content.picture',
  method: 'GET',
  path: '/wps/content/picture',
  token: 'none',
};

export const availablePromotions: ClientCall<typeof schemas.availablePromotions, 'required'> = {
  id: 'content.availablePromotions',
  method: 'GET',
  path: '/wps/relay/MCS2_getAvailablePromotions',
  token: 'required',
};

export const helpCenter: ClientCall<typeof schemas.helpCenter, 'none'> = {
  id: 'content.help',
  method: 'GET',
  path: '/wps/system/helpCenter',
  token: 'none',
};

export const vipLevels: ClientCall<typeof schemas.vipLevels, 'none'> = {
  id: 'content.vipLevels',
  method: 'GET',
  path: '/wps/relay/MCS2_getVipLevels',
  token: 'none',
};
