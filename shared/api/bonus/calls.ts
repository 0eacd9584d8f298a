import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const bonusOverview: ClientCall<typeof schemas.bonusOverview, 'required'> = {
  id: 'bonus.overview',
  method: 'GET',
  path: '/wps/relay/MCS2_getBonus',
  token: 'required',
};

export const bonusMovements: ClientCall<typeof schemas.bonusMovements, 'required'> = {
  id: 'bonus.movements',
  method: 'GET',
  path: '/wps/relay/MCS2_getBonusDetails',
  token: 'required',
};

export const bonusAccept: ClientCall<typeof schemas.bonusAccept, 'required'> = {
  id: 'bonus.accept',
  method: 'POST',
  path: '/wps/relay/MCS2_acceptBonus',
  token: 'required',
  movesMoney: true,
};

export const bonusLeave: ClientCall<typeof schemas.bonusLeave, 'required'> = {
  id: 'bonus.leave',
  method: 'POST',
  path: '/wps/relay/MCS2_leaveBonus',
  token: 'required',
  movesMoney: true,
};
