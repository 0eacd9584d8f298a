import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const protectionState = defineCall(calls.protectionState, schemas.protectionState, {
  module: 'MCSFE_getProtection',
  summary: "The member's limits with their used amounts, reality check, break, and net position.",
  actors: 'real',
});

export const protectionPlay = defineCall(calls.protectionPlay, schemas.protectionPlay, {
  module: 'MCSFE_getPlaySession',
  summary: 'The current play session: time, stakes, net result, and when the next reality check is due.',
  actors: 'real',
});

export const protectionSetLimit = defineCall(calls.protectionSetLimit, schemas.protectionSetLimit, {
  module: 'MCSFE_setLimit',
  summary: 'Set a limit. A stricter one counts at once; a looser one waits for the hours of the policy and a second yes.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const protectionRemoveLimit = defineCall(calls.protectionRemoveLimit, schemas.protectionRemoveLimit, {
  module: 'MCSFE_removeLimit',
  summary: 'Ask to have no limit: waits like a looser one.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const protectionConfirmLimit = defineCall(calls.protectionConfirmLimit, schemas.protectionConfirmLimit, {
  module: 'MCSFE_confirmLimit',
  summary: 'The second yes to a looser limit, once its waiting time is over.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const protectionCancelLimit = defineCall(calls.protectionCancelLimit, schemas.protectionCancelLimit, {
  module: 'MCSFE_cancelLimit',
  summary: 'Keep the limit that there is: a looser one that was waiting is forgotten.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const protectionSetCheck = defineCall(calls.protectionSetCheck, schemas.protectionSetCheck, {
  module: 'MCSFE_setRealityCheck',
  summary: 'Minutes between reality checks, one of the choices of `protection.state`; 0 for none where the policy allows it.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const protectionConfirmCheck = defineCall(calls.protectionConfirmCheck, schemas.protectionConfirmCheck, {
  module: 'MCSFE_confirmRealityCheck',
  summary: 'Confirm the reality check: play may continue.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});

export const protectionTimeOut = defineCall(calls.protectionTimeOut, schemas.protectionTimeOut, {
  module: 'MCSFE_takeBreak',
  summary: 'Take a break: no stake and no deposit from this moment until its end.',
  actors: 'real',
  staysOpen: true,
  needsClock: true,
  throttle: 'money',
});

export const protectionExclude = defineCall(calls.protectionExclude, schemas.protectionExclude, {
  module: 'MCSFE_selfExclude',
  summary: 'Self-exclusion for a term: no stake, no deposit and no offers. `typedName`: the user name, typed as confirmation.',
  actors: 'real',
  staysOpen: true,
  needsClock: true,
  throttle: 'money',
});

export const protectionReturn = defineCall(calls.protectionReturn, schemas.protectionReturn, {
  module: 'MCSFE_endExclusion',
  summary: 'After the term of an exclusion: request to play again, effective after the hours of the policy.',
  actors: 'real',
  needsClock: true,
  throttle: 'money',
});
