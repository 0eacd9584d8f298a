import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const missionSummary: ClientCall<typeof schemas.missionSummary, 'required'> = {
  id: 'missions.summary',
  method: 'GET',
  path: '/wps/relay/MCSFE_getMissionSummaryDetails',
  token: 'required',
};

export const missionList: ClientCall<typeof schemas.missionList, 'required'> = {
  id: 'missions.list',
  method: 'GET',
  path: '/wps/relay/MCSFE_getMissions',
  token: 'required',
};
