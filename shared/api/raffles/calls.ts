import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const raffleList: ClientCall<typeof schemas.raffleList, 'optional'> = {
  id: 'raffles.list',
  method: 'GET',
  path: '/wps/relay/MCS2_getRaffles',
  token: 'optional',
};

export const raffleProof: ClientCall<typeof schemas.raffleProof, 'optional'> = {
  id: 'raffles.proof',
  method: 'GET',
  path: '/wps/relay/MCS2_getRaffleProof',
  token: 'optional',
};

export const raffleJoin: ClientCall<typeof schemas.raffleJoin, 'required'> = {
  id: 'raffles.join',
  method: 'POST',
  path: '/wps/relay/MCS2_joinRaffle',
  token: 'required',
};

export const raffleClaim: ClientCall<typeof schemas.raffleClaim, 'required'> = {
  id: 'raffles.claim',
  method: 'POST',
  path: '/wps/relay/MCS2_claimRafflePromotion',
  token: 'required',
};
