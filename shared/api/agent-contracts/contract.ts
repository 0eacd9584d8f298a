import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const contractInfo = defineCall(calls.contractInfo, schemas.contractInfo, {
  module: 'MCSFE_getContractInfo',
  summary: 'Which contracts of wages the signed-in agent has or can have, by kind.',
  actors: 'agent',
});

const READ = { summary: 'Contract of the signed-in agent, and those with the agents directly below.', actors: 'agent' } as const;
/** Takes effect at the next window, so the time matters. */
const ACT = {
  summary: 'Request a contract with an agent directly below; accept, reject or terminate one. Takes effect at the next window.',
  actors: 'agent',
  throttle: 'money',
  needsClock: true,
} as const;

export const dividendContracts = defineCall(calls.dividendContracts, schemas.contracts, { ...READ, module: 'MCS2_processDividendReq' });
export const dividendAction = defineCall(calls.dividendAction, schemas.contractAction, { ...ACT, module: 'MCS2_processDividendReq' });
export const dailyContracts = defineCall(calls.dailyContracts, schemas.contracts, { ...READ, module: 'MCS2_processDailySalContract' });
export const dailyAction = defineCall(calls.dailyAction, schemas.contractAction, { ...ACT, module: 'MCS2_processDailySalContract' });
export const hourlyContracts = defineCall(calls.hourlyContracts, schemas.contracts, { ...READ, module: 'MCS2_processContractHourSalary' });
export const hourlyAction = defineCall(calls.hourlyAction, schemas.contractAction, { ...ACT, module: 'MCS2_processContractHourSalary' });
export const realTimeContracts = defineCall(calls.realTimeContracts, schemas.contracts, {
  ...READ,
  module: 'MCSFE_processRealTimeSalaryContract',
});
export const realTimeAction = defineCall(calls.realTimeAction, schemas.contractAction, {
  ...ACT,
  module: 'MCSFE_processRealTimeSalaryContract',
});
