import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { clientReference, instant, nothing, text, wholeNumber } from './fields.ts';

export const CHAT_MAX_LENGTH = 140;

/** Deleted messages stay in the order without their text. */
const messageValue = v.object({
  /** Increases with time; the cursor of `after`. */
  id: v.string(),
  /** Masked. */
  account: v.string(),
  text: v.string(),
  at: instant,
  deleted: v.boolean(),
});
export type ChatMessage = v.InferOutput<typeof messageValue>;

/** Polled every few seconds while the room is open; one cached response serves all visitors with the same cursor. */
export const chatMessages = defineCall({
  id: 'chat.messages',
  method: 'GET',
  path: '/wps/relay/CSP_chatMessages',
  module: 'CSP_chatMessages',
  summary: 'Messages of the chat room, oldest first: the last ones, or those after a cursor.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 2,
  query: v.strictObject({ after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))), count: v.optional(wholeNumber(1, 100), 50) }),
  body: nothing,
  value: v.object({
    messages: v.array(messageValue),
    /** Messages up to the cursor deleted in the last minutes: an open room removes their text. */
    removed: v.optional(v.array(v.string()), []),
    open: v.boolean(),
  }),
});

export const chatSend = defineCall({
  id: 'chat.send',
  method: 'POST',
  path: '/wps/relay/CSP_chatSend',
  module: 'CSP_chatSend',
  summary:
    'Write a message in the chat room. Moderated words are masked, links refused; three messages in ten seconds, twenty in ten minutes.',
  token: 'required',
  actors: 'real',
  throttle: 'chat',
  query: nothing,
  body: v.strictObject({ text: v.pipe(text(560), v.trim(), v.nonEmpty()), reference: clientReference }),
  value: messageValue,
});

export const chatReport = defineCall({
  id: 'chat.report',
  method: 'POST',
  path: '/wps/relay/CSP_chatReport',
  module: 'CSP_chatReport',
  summary: 'Report a message to the moderators; enough reports by different members hide it.',
  token: 'required',
  actors: 'real',
  throttle: 'chat',
  query: nothing,
  body: v.strictObject({ messageId: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
  value: v.object({}),
});
