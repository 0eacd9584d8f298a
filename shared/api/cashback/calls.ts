import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const cashbackOverview: ClientCall<typeof schemas.cashbackOverview, 'required'> = {
  id: 'cashback.overview',
  method: 'GET',
  path: '/wps/relay/MCSFE_getManualRebate',
  token: 'required',
};

export const cashbackStatements: ClientCall<typeof schemas.cashbackStatements, 'required'> = {
  id: 'cashback.statements',
  method: 'GET',
  path: '/wps/relay/MCSFE_getManualRebateHistory',
  token: 'required',
};

export const cashbackStatement: ClientCall<typeof schemas.cashbackStatement, 'required'> = {
  id: 'cashback.statement',
  method: 'GET',
  path: '/wps/relay/MCSFE_getManualRebateDetails',
  token: 'required',
};

export const cashbackClaim: ClientCall<typeof schemas.cashbackClaim, 'required'> = {
  id: 'cashback.claim',
  method: 'POST',
  path: '/wps/relay/MCSFE_claimManualRebate',
  token: 'required',
};

export const cashbackRates: ClientCall<typeof schemas.cashbackRates, 'none'> = {
  id: 'cashback.rates',
  method: 'GET',
  path: '/wps/relay/MCSFE_getManualRebateRates',
  token: 'none',
};
