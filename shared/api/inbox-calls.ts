import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { challengeProof, code, instant, nothing, text, uploadIds, wholeNumber } from './fields.ts';

/** A message of the platform to the member, in the language of the request. Plain text. */
export const inboxMessageValue = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  /** Related page of this site; empty: none. */
  href: v.string(),
  date: instant,
  read: v.boolean(),
});
export type InboxMessage = v.InferOutput<typeof inboxMessageValue>;

export const inboxList = defineCall({
  id: 'inbox.list',
  method: 'GET',
  path: '/wps/relay/CSP_inboxMessages',
  module: 'CSP_inboxMessages',
  summary: 'Messages of the signed-in member, newest first, nine per page; with `around` the page that contains that message.',
  token: 'required',
  actors: 'signed-in',
  query: v.strictObject({ pageNo: v.optional(wholeNumber(1, 10_000), 1), around: v.optional(code) }),
  body: nothing,
  value: v.object({
    messages: v.array(inboxMessageValue),
    pageNum: v.number(),
    totalPages: v.number(),
    unreadCount: v.number(),
  }),
});

export const unreadCount = defineCall({
  id: 'inbox.unread',
  method: 'GET',
  path: '/wps/relay/CSP_unreadCount',
  module: 'CSP_unreadCount',
  summary: 'How many messages the signed-in member has not read.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ unreadCount: v.number() }),
});

export const inboxRead = defineCall({
  id: 'inbox.read',
  method: 'POST',
  path: '/wps/relay/CSP_readMessages',
  module: 'CSP_readMessages',
  summary: 'Mark one message as read, or `all`.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: v.strictObject({ messageId: code }),
  value: v.object({ unreadCount: v.number() }),
});

/**
 * The long form of `feedback.send`, whose maximum of 140 characters is fixed. A platform offers it by the switch
 * `tickets` of `system.whitelabel`; without it the pages send `feedback.send`.
 */
export const ticketOpen = defineCall({
  id: 'ticket.open',
  method: 'PUT',
  path: '/wps/relay/CSP_openTicket',
  module: 'CSP_openTicket',
  summary: 'Send customer service a message of up to 1,000 characters; answers the number of the ticket.',
  token: 'optional',
  actors: 'anyone',
  staysOpen: true,
  formOutcome: 'ticket-opened',
  throttle: 'feedback',
  pictures: { field: 'images', purpose: 'feedback' },
  query: nothing,
  body: v.strictObject({
    content: v.pipe(text(4_000), v.trim(), v.nonEmpty()),
    /** Contact of a sender who is not signed in. */
    contact: v.optional(v.pipe(text(120), v.trim())),
    /** Uploads of the member, at most three; members only. */
    images: v.optional(uploadIds, []),
    ...challengeProof,
  }),
  /** Eight digits. */
  value: v.object({ number: v.string() }),
});

export const feedbackList = defineCall({
  id: 'feedback.list',
  method: 'GET',
  path: '/wps/relay/CSP_feedback',
  module: 'CSP_feedback',
  summary: 'What the signed-in member has written to customer service, newest first, with the answers.',
  token: 'required',
  actors: 'signed-in',
  query: v.strictObject({ pageNo: v.optional(wholeNumber(1, 10_000), 1) }),
  body: nothing,
  value: v.object({
    feedback: v.array(
      v.object({
        id: v.string(),
        /** Ticket number for the sender; empty from a platform without ticket numbers. */
        number: v.optional(v.string(), ''),
        content: text(4_000),
        /** Upload ids; loaded by `upload.get`. */
        images: v.array(v.string()),
        date: instant,
        /** Null until answered. */
        answer: v.nullable(v.object({ text: v.string(), date: instant })),
      }),
    ),
    pageNum: v.number(),
    totalPages: v.number(),
  }),
});
export type Feedback = v.InferOutput<(typeof feedbackList)['value']>['feedback'][number];
