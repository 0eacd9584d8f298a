import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const eventStream = defineCall(calls.eventStream, schemas.eventStream, {
  module: 'MCSFE_eventStream',
  summary: 'Server-sent events for the signed-in member: the current balance first, then each change.',
  actors: 'signed-in',
  throttle: 'stream',
  answer: 'events',
});
