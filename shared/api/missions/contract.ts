import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** Source of the badge of the missions entry in the member centre. */
export const missionSummary = defineCall(calls.missionSummary, schemas.missionSummary, {
  module: 'MCSFE_getMissionSummaryDetails',
  summary: 'How many missions are open to the signed-in member now.',
  actors: 'signed-in',
});
