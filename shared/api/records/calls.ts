import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const bettingRecord: ClientCall<typeof schemas.bettingRecord, 'required'> = {
  id: 'bets.list',
  method: 'GET',
  path: '/wps/relay/ODSFE2_MemBetDet',
  token: 'required',
};

export const betExport: ClientCall<typeof schemas.betExport, 'required'> = {
  id: 'bets.export',
  method: 'GET',
  path: '/wps/relay/ODSFE2_MemBetDetExport',
  token: 'required',
};

export const betVerified: ClientCall<typeof schemas.betVerified, 'required'> = {
  id: 'bets.verified',
  method: 'POST',
  path: '/wps/relay/ODSFE2_MemBetVerified',
  token: 'required',
};

export const memberMovements: ClientCall<typeof schemas.memberMovements, 'required'> = {
  id: 'records.movements',
  method: 'GET',
  path: '/wps/relay/ODSFE2_MemTransDet',
  token: 'required',
};

export const movementExport: ClientCall<typeof schemas.movementExport, 'required'> = {
  id: 'records.movementExport',
  method: 'GET',
  path: '/wps/relay/ODSFE2_MemTransDetExport',
  token: 'required',
};

export const memberProfit: ClientCall<typeof schemas.memberProfit, 'required'> = {
  id: 'records.profit',
  method: 'GET',
  path: '/wps/relay/ODSFE2_MemProfit',
  token: 'required',
};

export const memberStatement: ClientCall<typeof schemas.memberStatement, 'required'> = {
  id: 'records.statement',
  method: 'GET',
  path: '/wps/relay/ODSFE2_MemStatement',
  token: 'required',
};

export const consolidatedFunds: ClientCall<typeof schemas.consolidatedFunds, 'required'> = {
  id: 'records.funds',
  method: 'GET',
  path: '/wps/member/info/funds/consolidated',
  token: 'required',
};
