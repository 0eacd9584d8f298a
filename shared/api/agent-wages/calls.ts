import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const wageStatements: ClientCall<typeof schemas.wageStatements, 'required'> = {
  id: 'wages.statements',
  method: 'GET',
  path: '/wps/relay/MCSFE_getWageStatements',
  token: 'required',
};

export const wageExport: ClientCall<typeof schemas.wageExport, 'required'> = {
  id: 'wages.export',
  method: 'GET',
  path: '/wps/relay/MCSFE_getWageStatementsExport',
  token: 'required',
};

export const wageStatement: ClientCall<typeof schemas.wageStatement, 'required'> = {
  id: 'wages.statement',
  method: 'GET',
  path: '/wps/relay/MCSFE_getWageStatement',
  token: 'required',
};
