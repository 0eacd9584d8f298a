import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** The paths of this feature are not given by the interface description. */
export const bonusOverview = defineCall(calls.bonusOverview, schemas.bonusOverview, {
  module: 'MCS2_getBonus',
  summary: 'The bonus of the signed-in member: pools, the running bonus with its progress, offers with their cost, and earlier ones.',
  actors: 'real',
});

export const bonusMovements = defineCall(calls.bonusMovements, schemas.bonusMovements, {
  module: 'MCS2_getBonusDetails',
  summary: 'Every movement of bonus money and held money of the signed-in member with its cause, newest first, twenty a page.',
  actors: 'real',
});

export const bonusAccept = defineCall(calls.bonusAccept, schemas.bonusAccept, {
  module: 'MCS2_acceptBonus',
  summary: 'Accept a bonus with the terms that were shown. Of concurrent calls one accepts.',
  actors: 'real',
  throttle: 'money',
});

export const bonusLeave = defineCall(calls.bonusLeave, schemas.bonusLeave, {
  module: 'MCS2_leaveBonus',
  summary: 'Leave the running bonus: held money returns to the wallet, bonus money is given up. Refused if the sum has changed.',
  actors: 'real',
  throttle: 'money',
});
