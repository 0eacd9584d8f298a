import * as v from 'valibot';
import { challengeProof, code, instant, nothing, text, uploadIds, wholeNumber } from '../fields.ts';

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

export const inboxList = {
  query: v.strictObject({ pageNo: v.optional(wholeNumber(1, 10_000), 1), around: v.optional(code) }),
  body: nothing,
  value: v.object({
    messages: v.array(inboxMessageValue),
    pageNum: v.number(),
    totalPages: v.number(),
    unreadCount: v.number(),
  }),
};

export const unreadCount = {
  query: nothing,
  body: nothing,
  value: v.object({ unreadCount: v.number() }),
};

export const inboxRead = {
  query: nothing,
  body: v.strictObject({ messageId: code }),
  value: v.object({ unreadCount: v.number() }),
};

export const ticketOpen = {
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
};

export const feedbackList = {
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
};
export type Feedback = v.InferOutput<(typeof feedbackList)['value']>['feedback'][number];
