import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const profileGet: ClientCall<typeof schemas.profileGet, 'required'> = {
  id: 'profile.get',
  method: 'GET',
  path: '/wps/member/profile',
  token: 'required',
};

export const profileAppearance: ClientCall<typeof schemas.profileAppearance, 'required'> = {
  id: 'profile.appearance',
  method: 'POST',
  path: '/wps/member/profile/appearance',
  token: 'required',
};

export const profileUpdate: ClientCall<typeof schemas.profileUpdate, 'required'> = {
  id: 'profile.update',
  method: 'POST',
  path: '/wps/member/profile',
  token: 'required',
};

export const profileAvatar: ClientCall<typeof schemas.profileAvatar, 'required'> = {
  id: 'profile.avatar',
  method: 'POST',
  path: '/wps/member/profile/avatar',
  token: 'required',
};

export const playerAvatar: ClientCall<typeof schemas.playerAvatar, 'required'> = {
  id: 'member.avatar',
  method: 'GET',
  path: '/wps/relay/MCSFE_getPlayerAvatar',
  token: 'required',
};

export const memberIcons: ClientCall<typeof schemas.memberIcons, 'required'> = {
  id: 'member.icon',
  method: 'GET',
  path: '/wps/member/info/icon',
  token: 'required',
};
