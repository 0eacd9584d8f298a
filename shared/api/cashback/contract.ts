import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const cashbackOverview = defineCall(calls.cashbackOverview, schemas.cashbackOverview, {
  module: 'MCSFE_getManualRebate',
  summary: 'Cashback of the signed-in member: what can be claimed, and the running period with its rates.',
  actors: 'real',
});

export const cashbackStatements = defineCall(calls.cashbackStatements, schemas.cashbackStatements, {
  module: 'MCSFE_getManualRebateHistory',
  summary: 'Cashback of the signed-in member by period, the newest first.',
  actors: 'real',
});

export const cashbackStatement = defineCall(calls.cashbackStatement, schemas.cashbackStatement, {
  module: 'MCSFE_getManualRebateDetails',
  summary: 'Cashback of one period with everything that it was computed from.',
  actors: 'real',
});

export const cashbackClaim = defineCall(calls.cashbackClaim, schemas.cashbackClaim, {
  module: 'MCSFE_claimManualRebate',
  summary: 'Claim the cashback of one period, or of all. Of repeated claims one pays.',
  actors: 'real',
  throttle: 'money',
});

/** The path is not given by the interface description. */
export const cashbackRates = defineCall(calls.cashbackRates, schemas.cashbackRates, {
  module: 'MCSFE_getManualRebateRates',
  summary: 'Rates of cashback by category, provider and level, and when it is settled and ends.',
  actors: 'anyone',
  cacheSeconds: 60,
});
