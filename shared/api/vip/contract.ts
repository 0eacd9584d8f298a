import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** The path is not given by the interface description. */
export const playerRank = defineCall(calls.playerRank, schemas.playerRank, {
  module: 'MCSFE_getPlayerRank',
  summary: 'VIP level of the signed-in member: progress to the next one, what keeps it, and its history.',
  actors: 'real',
});
