import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const wageStatements = defineCall(calls.wageStatements, schemas.wageStatements, {
  module: 'MCSFE_getWageStatements',
  summary: 'Wages of the signed-in agent of one kind, the newest window first.',
  actors: 'agent',
});

export const wageExport = defineCall(calls.wageExport, schemas.wageExport, {
  module: 'MCSFE_getWageStatementsExport',
  summary: 'The wages of a filter, the newest window first, some hundred at a time: source of the CSV file.',
  actors: 'agent',
  throttle: 'export',
});

export const wageStatement = defineCall(calls.wageStatement, schemas.wageStatement, {
  module: 'MCSFE_getWageStatement',
  summary: 'One wage of the signed-in agent with everything that it was computed from.',
  actors: 'agent',
});
