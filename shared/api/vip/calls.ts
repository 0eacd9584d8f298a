import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const playerRank: ClientCall<typeof schemas.playerRank, 'required'> = {
  id: 'vip.rank',
  method: 'GET',
  path: '/wps/relay/MCSFE_getPlayerRank',
  token: 'required',
};
