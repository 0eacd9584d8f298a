import { createHash } from 'node:crypto';
import { CHAT_MAX_LENGTH } from '../../../../shared/api/chat/constants.ts';
import type { ChatMessage } from '../../../../shared/api/chat/schemas.ts';
import { CHAT_RETENTION_DAYS } from '../../../../shared/constants.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { maskName } from '../games/index.ts';
import { cleanText } from './clean-text.ts';
import { hasContact } from './contact.ts';
import { createModeration } from './moderation.ts';
import * as store from './store.ts';

export interface ChatDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

export interface ChatRoom {
  /** The latest messages, or the first ones after a cursor; oldest first. */
  read(page: { after: string | undefined; count: number }): Promise<{ messages: ChatMessage[]; removed: string[]; open: boolean }>;
  /**
   * Refuses with `chat_closed`, `invalid_fields`, `chat_contact_refused`, `chat_wait` (seconds) or, for another text with the same
   * reference, `reference_conflict`.
   */
  send(actor: Actor, message: { text: string; reference: string }): Promise<ChatMessage>;
  /**
   * A number of reports by different members deletes the message. Refuses with `chat_message_not_found`, and with `too_many_requests` above
   * an hourly limit, so that a few accounts cannot silence the room.
   */
  report(actor: Actor, messageId: string): Promise<void>;
  /** For operators. False if there is no such message or it is deleted. */
  remove(messageId: string, tx?: Tx): Promise<boolean>;
  /** For operators: restores a deleted message. False if it was not deleted. */
  restore(messageId: string, tx?: Tx): Promise<boolean>;
  /** For operators: the newest messages with their number of reports. */
  latest(limit: number, offset?: number): ReturnType<typeof store.latestWithReports>;
  /** Removes messages past their retention. */
  sweep(): Promise<void>;
}

const LIMITS = [
  { windowMs: 10 * SECOND_MS, messages: 3 },
  { windowMs: 10 * MINUTE_MS, messages: 20 },
] as const;
const MAX_MESSAGES = Math.max(...LIMITS.map(({ messages }) => messages));
const REPORTS_TO_DELETE = 3;
const REPORTS_PER_HOUR = 10;
/** Open rooms poll every few seconds; a room without a poll for longer is reloaded. */
const REMOVED_VISIBLE_MS = 15 * MINUTE_MS;
const MAX_REMOVED = 100;

export function createChatRoom({ db, clock, merchant }: ChatDeps): ChatRoom {
  const settings = async () => (await readMerchant(db, merchant)).settings;
  const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);

  return {
    async read({ after, count }) {
      if (!isOpen(await settings())) return { messages: [], removed: [], open: false };
      const rows = await store.findMessages(db, merchant, { after, count });
      const removed = after === undefined ? [] : await store.findRemoved(db, merchant, after, before(REMOVED_VISIBLE_MS), MAX_REMOVED);
      return { messages: rows.map(present), removed, open: true };
    },

    async send(actor, message) {
      const own = await settings();
      if (!isOpen(own)) throw new Refusal('chat_closed');
      const text = checkText(message.text);
      const textHash = createHash('sha256').update(text).digest('hex');
      return inTransaction(db, async (tx) => {
        await store.lockRoom(tx, merchant);
        const sent = await store.findByReference(tx, actor.memberId, message.reference);
        if (sent && sent.text_hash !== textHash) throw new Refusal('reference_conflict');
        if (sent) return present(sent);
        const now = clock.now();
        await checkPace(tx, actor.memberId, now);
        const row = {
          merchant,
          member_id: actor.memberId,
          reference: message.reference,
          text_hash: textHash,
          account: maskName(actor.account),
          text: createModeration(own.chat.moderatedWords)(text),
          created_at: now,
        };
        return present(await store.insertMessage(tx, row));
      });
    },

    report: (actor, messageId) =>
      inTransaction(db, async (tx) => {
        // Serialised, so that the counts stay valid.
        await store.lockRoom(tx, merchant);
        const message = await store.lockMessage(tx, merchant, messageId);
        if (!message || message.deleted_at) throw new Refusal('chat_message_not_found');
        const now = clock.now();
        if ((await store.countReports(tx, actor.memberId, before(60 * MINUTE_MS))) >= REPORTS_PER_HOUR)
          throw new Refusal('too_many_requests');
        const reports = await store.addReport(tx, messageId, actor.memberId, now);
        if (reports >= REPORTS_TO_DELETE) await store.deleteMessage(tx, merchant, messageId, 'reports', now);
      }),

    remove: (messageId, tx) => store.deleteMessage(tx ?? db, merchant, messageId, 'operator', clock.now()),
    restore: (messageId, tx) =>
      tx ? store.restoreMessage(tx, merchant, messageId) : inTransaction(db, (ownTx) => store.restoreMessage(ownTx, merchant, messageId)),
    latest: (limit, offset = 0) => store.latestWithReports(db, merchant, limit, offset),
    sweep: () => store.removeOlderThan(db, merchant, before(CHAT_RETENTION_DAYS * DAY_MS)),
  };
}

function isOpen({ features }: { readonly features: Readonly<Record<string, boolean>> }): boolean {
  return features.chatRoom === true;
}

function checkText(input: string): string {
  const text = cleanText(input);
  if (text === '' || [...text].length > CHAT_MAX_LENGTH)
    throw new Refusal('invalid_fields', {}, { text: { code: 'field_length', params: { length: `1–${CHAT_MAX_LENGTH}` } } });
  if (hasContact(text)) throw new Refusal('chat_contact_refused');
  return text;
}

async function checkPace(tx: Tx, memberId: string, now: Date): Promise<void> {
  const times = await store.lastTimes(tx, memberId, MAX_MESSAGES);
  const waits = LIMITS.map(({ windowMs, messages }) => {
    const first = times[messages - 1];
    return first ? first.getTime() + windowMs - now.getTime() : 0;
  });
  const wait = Math.max(...waits);
  if (wait > 0) throw new Refusal('chat_wait', { seconds: Math.ceil(wait / SECOND_MS) });
}

function present({ id, account, text, created_at, deleted_at }: store.MessageRow): ChatMessage {
  const deleted = deleted_at !== null;
  return { id, account, text: deleted ? '' : text, at: created_at.toISOString(), deleted };
}
