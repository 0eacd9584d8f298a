import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const contractInfo: ClientCall<typeof schemas.contractInfo, 'required'> = {
  id: 'contracts.info',
  method: 'GET',
  path: '/wps/relay/MCSFE_getContractInfo',
  token: 'required',
};

export const dividendContracts: ClientCall<typeof schemas.contracts, 'required'> = {
  id: 'contracts.dividend',
  method: 'GET',
  path: '/wps/relay/MCS2_processDividendReq',
  token: 'required',
};

export const dividendAction: ClientCall<typeof schemas.contractAction, 'required'> = {
  id: 'contracts.dividendAction',
  method: 'POST',
  path: '/wps/relay/MCS2_processDividendReq',
  token: 'required',
};

export const dailyContracts: ClientCall<typeof schemas.contracts, 'required'> = {
  id: 'contracts.daily',
  method: 'GET',
  path: '/wps/relay/MCS2_processDailySalContract',
  token: 'required',
};

export const dailyAction: ClientCall<typeof schemas.contractAction, 'required'> = {
  id: 'contracts.dailyAction',
  method: 'POST',
  path: '/wps/relay/MCS2_processDailySalContract',
  token: 'required',
};

export const hourlyContracts: ClientCall<typeof schemas.contracts, 'required'> = {
  id: 'contracts.hourly',
  method: 'GET',
  path: '/wps/relay/MCS2_processContractHourSalary',
  token: 'required',
};

export const hourlyAction: ClientCall<typeof schemas.contractAction, 'required'> = {
  id: 'contracts.hourlyAction',
  method: 'POST',
  path: '/wps/relay/MCS2_processContractHourSalary',
  token: 'required',
};

export const realTimeContracts: ClientCall<typeof schemas.contracts, 'required'> = {
  id: 'contracts.realTime',
  method: 'GET',
  path: '/wps/relay/MCSFE_processRealTimeSalaryContract',
  token: 'required',
};

export const realTimeAction: ClientCall<typeof schemas.contractAction, 'required'> = {
  id: 'contracts.realTimeAction',
  method: 'POST',
  path: '/wps/relay/MCSFE_processRealTimeSalaryContract',
  token: 'required',
};
