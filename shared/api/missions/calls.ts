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

export const missionLeaderboard: ClientCall<typeof schemas.missionLeaderboard, 'required'> = {
  id: 'missions.leaderboard',
  method: 'GET',
  path: '/wps/relay/MCSFE_getMissionLeaderboard',
  token: 'required',
};

export const missionListing: ClientCall<typeof schemas.missionListing, 'required'> = {
  id: 'missions.listing',
  method: 'POST',
  path: '/wps/relay/MCSFE_setMissionListing',
  token: 'required',
};
