import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const agentDesk: ClientCall<typeof schemas.agentDesk, 'required'> = {
  id: 'agent.desk',
  method: 'GET',
  path: '/wps/agent/desk',
  token: 'required',
};

export const downlineRegister: ClientCall<typeof schemas.downlineRegister, 'required'> = {
  id: 'agent.downlineRegister',
  method: 'POST',
  path: '/wps/agent/downline',
  token: 'required',
  encrypted: true,
};

export const linkCreate: ClientCall<typeof schemas.linkCreate, 'required'> = {
  id: 'agent.linkCreate',
  method: 'POST',
  path: '/wps/agent/link',
  token: 'required',
};

export const linkSwitch: ClientCall<typeof schemas.linkSwitch, 'required'> = {
  id: 'agent.linkSwitch',
  method: 'POST',
  path: '/wps/agent/link/switch',
  token: 'required',
};

export const linkVisit: ClientCall<typeof schemas.linkVisit, 'none'> = {
  id: 'agent.linkVisit',
  method: 'POST',
  path: '/wps/agent/link/visit',
  token: 'none',
};

export const agentApply: ClientCall<typeof schemas.agentApply, 'optional'> = {
  id: 'agent.apply',
  method: 'POST',
  path: '/wps/agent/application',
  token: 'optional',
};
