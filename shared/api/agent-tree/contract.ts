import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const agentDesk = defineCall(calls.agentDesk, schemas.agentDesk, {
  module: 'agent',
  summary: 'Own rate and rights of the agent, the invitation links with their counts, and the number of accounts below by level.',
  actors: 'agent',
});

export const downlineRegister = defineCall(calls.downlineRegister, schemas.downlineRegister, {
  module: 'agent',
  summary: 'Register a member or an agent directly below. The password must be changed at the first sign-in.',
  actors: 'agent',
  closedByRegion: true,
  throttle: 'register',
});

export const linkCreate = defineCall(calls.linkCreate, schemas.linkCreate, {
  module: 'agent',
  summary: 'Create an invitation link with a name and the terms of the accounts that it opens.',
  actors: 'agent',
});

export const linkSwitch = defineCall(calls.linkSwitch, schemas.linkSwitch, {
  module: 'agent',
  summary: 'Switch an own invitation link off or on.',
  actors: 'agent',
});

export const linkVisit = defineCall(calls.linkVisit, schemas.linkVisit, {
  module: 'agent',
  summary: 'Count a visit of an invitation link. Unknown and switched-off links get the same answer.',
  actors: 'anyone',
  throttle: 'report',
});

export const agentApply = defineCall(calls.agentApply, schemas.agentApply, {
  module: 'agent',
  summary: 'Apply as an agent: a signed-in member with the own account, a visitor with a user name and an e-mail address.',
  actors: 'anyone',
  closedByRegion: true,
  throttle: 'feedback',
});
