import type { chatMessages } from '../../../shared/api/chat/calls.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';

type Answer = ValueOf<typeof chatMessages>;
export type ChatMessage = Answer['messages'][number];

/** The messages that this page has loaded. */
export interface ChatLog {
  /** Oldest first, ids are unique. */
  readonly messages: readonly ChatMessage[];
  /** Id of the last message read; null: none yet. */
  readonly cursor: string | null;
  readonly open: boolean;
  /** Ids of messages written on this page. */
  readonly own: ReadonlySet<string>;
}

export const EMPTY_LOG: ChatLog = { messages: [], cursor: null, open: true, own: new Set() };
/** Limits the memory of a page that stays open all day. */
const MAX_MESSAGES = 300;

/** Adds a response to the log. Deleted messages keep their place without their text. */
export function withAnswer(log: ChatLog, { messages, removed = [], open }: Answer): ChatLog {
  const removedIds = new Set(removed);
  const merged = merge(retainedMessages(log, messages), messages).map((message) =>
    removedIds.has(message.id) ? { ...message, text: '', deleted: true } : message,
  );
  return { ...log, messages: merged, cursor: messages.at(-1)?.id ?? log.cursor, open };
}

/** Adds an accepted message of this page. The cursor does not change: others may have written before it. */
export function withOwn(log: ChatLog, message: ChatMessage): ChatLog {
  return { ...log, messages: merge(log.messages, [message]), own: new Set([...log.own, message.id]) };
}

/**
 * Resets the cursor, so that the room is read from its end after a long absence. Messages stay until the response
 * arrives.
 */
export function fromLatest(log: ChatLog): ChatLog {
  return { ...log, cursor: null };
}

/** A response from the end replaces all messages except own messages newer than it. */
function retainedMessages({ messages, cursor, own }: ChatLog, answer: readonly ChatMessage[]): readonly ChatMessage[] {
  if (cursor !== null) return messages;
  const last = answer.at(-1)?.id ?? '';
  return messages.filter(({ id }) => own.has(id) && compareIds(id, last) > 0);
}

function merge(known: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => compareIds(a.id, b.id)).slice(-MAX_MESSAGES);
}

/** Compares ids as strings: whole numbers beyond the exact range of a number. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
