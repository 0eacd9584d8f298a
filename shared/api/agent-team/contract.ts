import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const teamOverview = defineCall(calls.teamOverview, schemas.teamOverview, {
  module: 'MCSFE_getTeamOverview',
  summary: 'The team of the signed-in agent: people and money of now, sums of a period, of each day and of the period before.',
  actors: 'agent',
});

export const teamMembers = defineCall(calls.teamMembers, schemas.teamMembers, {
  module: 'MCSFE_getTeamMembers',
  summary: 'People of the team, one level or all, with play and money of a period. `under`: below this person of the team.',
  actors: 'agent',
});

export const teamMemberExport = defineCall(calls.teamMemberExport, schemas.teamMemberExport, {
  module: 'MCSFE_getTeamMembersExport',
  summary: 'The people of a filter, some hundred at a time: source of the CSV file.',
  actors: 'agent',
  throttle: 'export',
});

export const teamBets = defineCall(calls.teamBets, schemas.teamBets, {
  module: 'MCSFE_getTeamBets',
  summary: 'Settled play of the team in a period by person, vendor or game.',
  actors: 'agent',
});

export const teamBetExport = defineCall(calls.teamBetExport, schemas.teamBetExport, {
  module: 'MCSFE_getTeamBetsExport',
  summary: 'The lines of a report of play, some hundred at a time: source of the CSV file.',
  actors: 'agent',
  throttle: 'export',
});

export const windowBets = defineCall(calls.windowBets, schemas.windowBets, {
  module: 'MCSFE_getTeamWindowBets',
  summary: 'The play that was counted into closed windows of wages, with the agents above at that time: the play of a wage statement.',
  actors: 'agent',
});

export const windowBetExport = defineCall(calls.windowBetExport, schemas.windowBetExport, {
  module: 'MCSFE_getTeamWindowBetsExport',
  summary: 'The lines of the play of windows, some hundred at a time: source of the CSV file.',
  actors: 'agent',
  throttle: 'export',
});

export const teamMemberBets = defineCall(calls.teamMemberBets, schemas.teamMemberBets, {
  module: 'MCSFE_getTeamMemberBets',
  summary: 'Bets of one person of the team, newest first, with their ledger transfers. `betId`: that bet alone.',
  actors: 'agent',
});

export const teamTransactions = defineCall(calls.teamTransactions, schemas.teamTransactions, {
  module: 'MCSFE_getTeamTransactions',
  summary: 'Deposits, withdrawals, transfers, bonuses and wages of the team, newest first.',
  actors: 'agent',
});

export const teamTransactionExport = defineCall(calls.teamTransactionExport, schemas.teamTransactionExport, {
  module: 'MCSFE_getTeamTransactionsExport',
  summary: 'The transactions of a filter, newest first, some hundred at a time: source of the CSV file.',
  actors: 'agent',
  throttle: 'export',
});

export const teamWages = defineCall(calls.teamWages, schemas.teamWages, {
  module: 'MCSFE_getTeamWages',
  summary: 'Wages that the agents directly below were paid in a period, newest first, and by whose contract.',
  actors: 'agent',
});

export const teamWageExport = defineCall(calls.teamWageExport, schemas.teamWageExport, {
  module: 'MCSFE_getTeamWagesExport',
  summary: 'The wages of agents below of a filter, some hundred at a time: source of the CSV file.',
  actors: 'agent',
  throttle: 'export',
});

export const agentIncome = defineCall(calls.agentIncome, schemas.agentIncome, {
  module: 'MCSFE_getAgentIncome',
  summary: 'Wages paid to the signed-in agent in a period, by day and kind.',
  actors: 'agent',
});
