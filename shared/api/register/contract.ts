import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const memberRegister = defineCall(calls.memberRegister, schemas.memberRegister, {
  module: 'member',
  summary: 'Register by user name; signs the new member in.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'register',
});

export const memberRegisterMobile = defineCall(calls.memberRegisterMobile, schemas.memberRegisterMobile, {
  module: 'member',
  summary: 'Register by mobile number and SMS code; signs the new member in.',
  actors: 'anyone',
  closedByRegion: true,
  signsIn: true,
  throttle: 'register',
});

export const affiliateCheck = defineCall(calls.affiliateCheck, schemas.affiliateCheck, {
  module: 'agent',
  summary: 'Whether an invitation code is good; refuses with `affiliate_invalid` when it is not.',
  actors: 'anyone',
  throttle: 'register',
});

export const settingRegister = defineCall(calls.settingRegister, schemas.settingRegister, {
  module: 'system',
  summary: 'Register settings: per field whether it is shown and required, its pattern and its length.',
  actors: 'anyone',
  cacheSeconds: 60,
});
