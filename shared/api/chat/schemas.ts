import * as v from 'valibot';
import { clientReference, instant, nothing, text, wholeNumber } from '../fields.ts';

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

export const chatMessages = {
  query: v.strictObject({ after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))), count: v.optional(wholeNumber(1, 100), 50) }),
  body: nothing,
  value: v.object({
    messages: v.array(messageValue),
    /** Messages up to the cursor deleted in the last minutes: an open room removes their text. */
    removed: v.optional(v.array(v.string()), []),
    open: v.boolean(),
  }),
};

export const chatSend = {
  query: nothing,
  body: v.strictObject({ text: v.pipe(text(560), v.trim(), v.nonEmpty()), reference: clientReference }),
  value: messageValue,
};

export const chatReport = {
  query: nothing,
  body: v.strictObject({ messageId: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
  value: v.object({}),
};
