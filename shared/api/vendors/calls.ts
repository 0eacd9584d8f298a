import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const lastRound: ClientCall<typeof schemas.lastRound, 'required'> = {
  id: 'games.lastRound',
  method: 'GET',
  path: '/wps/relay/GCSGAME_lastRound',
  token: 'required',
};
