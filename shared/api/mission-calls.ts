import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { nothing } from './fields.ts';

/** Source of the badge of the missions entry in the member centre. */
export const missionSummary = defineCall({
  id: 'missions.summary',
  method: 'GET',
  path: '/wps/relay/MCSFE_getMissionSummaryDetails',
  module: 'MCSFE_getMissionSummaryDetails',
  summary: 'How many missions are open to the signed-in member now.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ missionCount: v.number() }),
});
