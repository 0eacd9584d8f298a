import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** The interface description names the claim only. */
export const raffleList = defineCall(calls.raffleList, schemas.raffleList, {
  module: 'MCS2_getRaffles',
  summary: 'Raffles: terms, commitments, and the tickets and prizes of the signed-in member.',
  actors: 'anyone',
});

export const raffleProof = defineCall(calls.raffleProof, schemas.raffleProof, {
  module: 'MCS2_getRaffleProof',
  summary: 'What anyone needs to compute the draw of a raffle again: hashes, seed, list of tickets, winners.',
  actors: 'anyone',
});

export const raffleJoin = defineCall(calls.raffleJoin, schemas.raffleJoin, {
  module: 'MCS2_joinRaffle',
  summary: 'Take part in a raffle. Play and deposits of its period give tickets.',
  actors: 'real',
  formNeedsSignIn: true,
  needsClock: true,
});

export const raffleClaim = defineCall(calls.raffleClaim, schemas.raffleClaim, {
  module: 'MCS2_claimRafflePromotion',
  summary: 'Claim the prizes of the member in a raffle. Of repeated claims one pays.',
  actors: 'real',
  throttle: 'money',
  formNeedsSignIn: true,
  needsClock: true,
});
