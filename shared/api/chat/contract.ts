import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** Polled every few seconds while the room is open; one cached response serves all visitors with the same cursor. */
export const chatMessages = defineCall(calls.chatMessages, schemas.chatMessages, {
  module: 'CSP_chatMessages',
  summary: 'Messages of the chat room, oldest first: the last ones, or those after a cursor.',
  actors: 'anyone',
  cacheSeconds: 2,
});

export const chatSend = defineCall(calls.chatSend, schemas.chatSend, {
  module: 'CSP_chatSend',
  summary:
    'Write a message in the chat room. Moderated words are masked, links refused; three messages in ten seconds, twenty in ten minutes.',
  actors: 'real',
  throttle: 'chat',
});

export const chatReport = defineCall(calls.chatReport, schemas.chatReport, {
  module: 'CSP_chatReport',
  summary: 'Report a message to the moderators; enough reports by different members hide it.',
  actors: 'real',
  throttle: 'chat',
});
