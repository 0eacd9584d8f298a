import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const inboxList = defineCall(calls.inboxList, schemas.inboxList, {
  module: 'CSP_inboxMessages',
  summary: 'Messages of the signed-in member, newest first, nine per page; with `around` the page that contains that message.',
  actors: 'signed-in',
});

export const unreadCount = defineCall(calls.unreadCount, schemas.unreadCount, {
  module: 'CSP_unreadCount',
  summary: 'How many messages the signed-in member has not read.',
  actors: 'signed-in',
});

export const inboxRead = defineCall(calls.inboxRead, schemas.inboxRead, {
  module: 'CSP_readMessages',
  summary: 'Mark one message as read, or `all`.',
  actors: 'signed-in',
});

/**
 * The long form of `feedback.send`, whose maximum of 140 characters is fixed. A platform offers it by the switch
 * `tickets` of `system.whitelabel`; without it the pages send `feedback.send`.
 */
export const ticketOpen = defineCall(calls.ticketOpen, schemas.ticketOpen, {
  module: 'CSP_openTicket',
  summary: 'Send customer service a message of up to 1,000 characters; answers the number of the ticket.',
  actors: 'anyone',
  staysOpen: true,
  formOutcome: 'ticket-opened',
  throttle: 'feedback',
  pictures: { field: 'images', purpose: 'feedback' },
});

export const feedbackList = defineCall(calls.feedbackList, schemas.feedbackList, {
  module: 'CSP_feedback',
  summary: 'What the signed-in member has written to customer service, newest first, with the answers.',
  actors: 'signed-in',
});
