import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const lastRound = defineCall(calls.lastRound, schemas.lastRound, {
  module: 'GCSGAME_lastRound',
  summary: 'What became of the last round of the last day, of one game or of all: open, decided or refunded, and where the money is.',
  actors: 'real',
});
