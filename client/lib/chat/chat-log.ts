import type { chatMessages } from '../../../shared/api/chat-calls.ts';
import type { ValueOf } from '../../../shared/api/define-call.ts';

type Answer = ValueOf<typeof chatMessages>;
export type ChatMessage = Answer['messages'][number];

/** The room as far as this page has seen it. */
export interface ChatLog {
  /** Oldest first, each id once. */
  readonly messages: readonly ChatMessage[];
  /** Up to here everything has been read; null: nothing yet. */
  readonly cursor: string | null;
  readonly open: boolean;
  /** Ids of messages that were written on this page. */
  readonly own: ReadonlySet<string>;
}

export const EMPTY_LOG: ChatLog = { messages: [], cursor: null, open: true, own: new Set() };
/** A room that is open all day does not grow for ever. */
const MOST = 300;

/** The room after an answer. Deleted messages stay in their place without their text. */
export function withAnswer(log: ChatLog, { messages, removed = [], open }: Answer): ChatLog {
  const gone = new Set(removed);
  const merged = merge(stillKnown(log, messages), messages).map((message) =>
    gone.has(message.id) ? { ...message, text: '', deleted: true } : message,
  );
  return { ...log, messages: merged, cursor: messages.at(-1)?.id ?? log.cursor, open };
}

/** The room after a message of this page was taken. The cursor stays: others may have written before it. */
export function withOwn(log: ChatLog, message: ChatMessage): ChatLog {
  return { ...log, messages: merge(log.messages, [message]), own: new Set([...log.own, message.id]) };
}

/** The same room, to be read anew from its end: after a long time away. What is shown stays until the answer has come. */
export function fromTheEnd(log: ChatLog): ChatLog {
  return { ...log, cursor: null };
}

/** An answer from the end takes the place of everything but own messages that are newer than it. */
function stillKnown({ messages, cursor, own }: ChatLog, answer: readonly ChatMessage[]): readonly ChatMessage[] {
  if (cursor !== null) return messages;
  const last = answer.at(-1)?.id ?? '';
  return messages.filter(({ id }) => own.has(id) && compareIds(id, last) > 0);
}

function merge(known: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => compareIds(a.id, b.id)).slice(-MOST);
}

/** Ids are whole numbers that may be longer than a script's numbers are exact. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
