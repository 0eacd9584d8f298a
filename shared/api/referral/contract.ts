import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** The path is not given by the interface description. Rewards are claimed as all others, by `rewards.claim`. */
export const referralOverview = defineCall(calls.referralOverview, schemas.referralOverview, {
  module: 'MCSFE_getReferral',
  summary: 'Code, friends and rewards of the signed-in member for inviting friends.',
  actors: 'real',
});
