import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const teamOverview: ClientCall<typeof schemas.teamOverview, 'required'> = {
  id: 'team.overview',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamOverview',
  token: 'required',
};

export const teamMembers: ClientCall<typeof schemas.teamMembers, 'required'> = {
  id: 'team.members',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamMembers',
  token: 'required',
};

export const teamMemberExport: ClientCall<typeof schemas.teamMemberExport, 'required'> = {
  id: 'team.memberExport',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamMembersExport',
  token: 'required',
};

export const teamBets: ClientCall<typeof schemas.teamBets, 'required'> = {
  id: 'team.bets',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamBets',
  token: 'required',
};

export const teamBetExport: ClientCall<typeof schemas.teamBetExport, 'required'> = {
  id: 'team.betExport',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamBetsExport',
  token: 'required',
};

export const windowBets: ClientCall<typeof schemas.windowBets, 'required'> = {
  id: 'team.windowBets',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamWindowBets',
  token: 'required',
};

export const windowBetExport: ClientCall<typeof schemas.windowBetExport, 'required'> = {
  id: 'team.windowBetExport',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamWindowBetsExport',
  token: 'required',
};

export const teamMemberBets: ClientCall<typeof schemas.teamMemberBets, 'required'> = {
  id: 'team.memberBets',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamMemberBets',
  token: 'required',
};

export const teamTransactions: ClientCall<typeof schemas.teamTransactions, 'required'> = {
  id: 'team.transactions',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamTransactions',
  token: 'required',
};

export const teamTransactionExport: ClientCall<typeof schemas.teamTransactionExport, 'required'> = {
  id: 'team.transactionExport',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamTransactionsExport',
  token: 'required',
};

export const teamWages: ClientCall<typeof schemas.teamWages, 'required'> = {
  id: 'team.wages',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamWages',
  token: 'required',
};

export const teamWageExport: ClientCall<typeof schemas.teamWageExport, 'required'> = {
  id: 'team.wageExport',
  method: 'GET',
  path: '/wps/relay/MCSFE_getTeamWagesExport',
  token: 'required',
};

export const agentIncome: ClientCall<typeof schemas.agentIncome, 'required'> = {
  id: 'team.income',
  method: 'GET',
  path: '/wps/relay/MCSFE_getAgentIncome',
  token: 'required',
};
