import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const bettingRecord = defineCall(calls.bettingRecord, schemas.bettingRecord, {
  module: 'ODSFE2_MemBetDet',
  summary: 'Bets of the signed-in member in a period, newest first, with totals of the whole filter. `betId`: that bet alone.',
  actors: 'signed-in',
});

export const betExport = defineCall(calls.betExport, schemas.betExport, {
  module: 'ODSFE2_MemBetDetExport',
  summary: 'The bets of a filter, newest first, a thousand at a time: source of the CSV file.',
  actors: 'signed-in',
  throttle: 'export',
});

/** The path is not given by the interface description. */
export const betVerified = defineCall(calls.betVerified, schemas.betVerified, {
  module: 'ODSFE2_MemBetVerified',
  summary: 'Opens the proof of an own settled bet, and notes once that the member has opened it: a mission may count such rounds.',
  actors: 'signed-in',
  formOutcome: 'proof',
});

export const memberMovements = defineCall(calls.memberMovements, schemas.memberMovements, {
  module: 'ODSFE2_MemTransDet',
  summary: 'Member transaction detail: every movement of an account of the member, newest first. `transferId`: that movement alone.',
  actors: 'real',
});

export const movementExport = defineCall(calls.movementExport, schemas.movementExport, {
  module: 'ODSFE2_MemTransDetExport',
  summary: 'The movements of a filter, newest first, a thousand at a time: source of the CSV file.',
  actors: 'real',
  throttle: 'export',
});

export const memberProfit = defineCall(calls.memberProfit, schemas.memberProfit, {
  module: 'ODSFE2_MemProfit',
  summary: 'Settled play and money in and out of the signed-in member, by day, category and vendor. At most 366 days.',
  actors: 'real',
});

export const memberStatement = defineCall(calls.memberStatement, schemas.memberStatement, {
  module: 'ODSFE2_MemStatement',
  summary: 'Statement of a month: opening, sums by kind, closing, every movement that is not play, and play by game (GLI-19 2.5.7).',
  actors: 'real',
});

export const consolidatedFunds = defineCall(calls.consolidatedFunds, schemas.consolidatedFunds, {
  module: 'consolidated',
  summary: 'All money of the signed-in member: wallet, on hold, at vendors, and their sum.',
  actors: 'real',
});
