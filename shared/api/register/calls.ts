import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const memberRegister: ClientCall<typeof schemas.memberRegister, 'none'> = {
  id: 'member.register',
  method: 'PUT',
  path: '/wps/member/register',
  token: 'none',
  encrypted: true,
};

export const memberRegisterMobile: ClientCall<typeof schemas.memberRegisterMobile, 'none'> = {
  id: 'member.registerMobile',
  method: 'PUT',
  path: '/wps/member/register/mobile',
  token: 'none',
  encrypted: true,
};

export const affiliateCheck: ClientCall<typeof schemas.affiliateCheck, 'none'> = {
  id: 'agent.affiliate',
  method: 'GET',
  path: '/wps/agent/affiliate',
  token: 'none',
};

export const settingRegister: ClientCall<typeof schemas.settingRegister, 'none'> = {
  id: 'setting.register',
  method: 'GET',
  path: '/wps/system/setting/register',
  token: 'none',
};
