import { type Selectable, sql } from 'kysely';
import type { InboxMessage } from '../../../../shared/api/inbox/schemas.ts';
import { NOTICES_PER_PAGE } from '../../../../shared/constants.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction, type Tables } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Inbox } from './contracts.ts';

export interface InboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly merchant: string;
  readonly translate: Translate;
}

export interface InboxPage {
  readonly messages: readonly InboxMessage[];
  readonly pageNum: number;
  readonly totalPages: number;
  readonly unreadCount: number;
}

/** The inbox with the member's own calls. */
export interface MemberInbox extends Inbox {
  /** Newest first; with `around` the page that contains this message. A number beyond the last page returns the last page. */
  page(memberId: string, language: string, request: { pageNo: number; aroundMessageId?: string }): Promise<InboxPage>;
  /** Returns the number of unread messages. Refuses with `message_not_found` for another member's message. */
  markRead(memberId: string, messageId: string): Promise<number>;
  /** Removes messages past their retention. */
  sweep(): Promise<void>;
}

type InboxRow = Selectable<Tables['inbox_message']>;

/** Statements reach back one year (GLI-19 2.5.7); messages are kept as long, so that every movement has its message. */
const RETENTION_DAYS = 400;
const ID = /^\d{1,18}$/;

export function createInbox({ db, clock, hub, merchant, translate }: InboxDeps): MemberInbox {
  return {
    async post(executor, { memberId, template, params = {}, href = '' }, afterCommit) {
      await executor
        .insertInto('inbox_message')
        .values({ member_id: memberId, template, params: JSON.stringify(params), href, created_at: clock.now(), read_at: null })
        .execute();
      const count = await countUnread(executor, memberId);
      afterCommit(() => hub.publish(memberId, { type: 'inbox', unread: count }));
    },
    unread: countUnread,

    async page(memberId, language, { pageNo, aroundMessageId }) {
      const targetId = aroundMessageId !== undefined && ID.test(aroundMessageId) ? aroundMessageId : undefined;
      const { settings } = await readMerchant(db, merchant);
      const { pageNum, totalPages } = await placeOf(db, memberId, pageNo, targetId);
      const rows = await readPage(db, memberId, pageNum);
      const messages = rows.map((row) => translateMessage(row, language, settings.brandName, translate));
      return { messages, pageNum, totalPages, unreadCount: await countUnread(db, memberId) };
    },

    async markRead(memberId, messageId) {
      if (messageId !== 'all' && !ID.test(messageId)) throw new Refusal('message_not_found');
      return inTransaction(db, async (tx, afterCommit) => {
        const found = await tx
          .updateTable('inbox_message')
          .set({ read_at: sql<Date>`coalesce(read_at, ${clock.now()}::timestamptz)` })
          .where('member_id', '=', memberId)
          .$if(messageId === 'all', (query) => query.where('read_at', 'is', null))
          .$if(messageId !== 'all', (query) => query.where('id', '=', messageId))
          .executeTakeFirst();
        if (messageId !== 'all' && found.numUpdatedRows === 0n) throw new Refusal('message_not_found');
        const count = await countUnread(tx, memberId);
        afterCommit(() => hub.publish(memberId, { type: 'inbox', unread: count }));
        return count;
      });
    },

    async sweep() {
      const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
      await db.deleteFrom('inbox_message').where('created_at', '<', before).execute();
    },
  };
}

async function countUnread(executor: Executor, memberId: string): Promise<number> {
  const { n } = await executor
    .selectFrom('inbox_message')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The requested page, or the page of the message `targetId`. */
async function placeOf(db: Database, memberId: string, pageNo: number, targetId: string | undefined) {
  const { total, newer } = await db
    .selectFrom('inbox_message')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where id > ${targetId ?? '0'}::bigint)`.as('newer'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  const totalPages = Math.max(1, Math.ceil(Number(total) / NOTICES_PER_PAGE));
  const requestedPage = targetId === undefined ? pageNo : Math.floor(Number(newer) / NOTICES_PER_PAGE) + 1;
  return { pageNum: Math.min(requestedPage, totalPages), totalPages };
}

function readPage(db: Database, memberId: string, pageNum: number): Promise<readonly InboxRow[]> {
  return db
    .selectFrom('inbox_message')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(NOTICES_PER_PAGE)
    .offset((pageNum - 1) * NOTICES_PER_PAGE)
    .execute();
}

function translateMessage(
  { id, template, params, href, created_at, read_at }: InboxRow,
  language: string,
  site: string,
  translate: Translate,
): InboxMessage {
  const filled = { ...params, ...translateReason(params, language, translate), site };
  return {
    id,
    title: translate(language, `inbox.${template}_title`, filled),
    text: translate(language, `inbox.${template}`, filled),
    href,
    date: created_at.toISOString(),
    read: read_at !== null,
  };
}

/** A reason with its own text (`reasonKey`), in the reader's language. */
function translateReason(
  { reasonKey }: Readonly<Record<string, string | number>>,
  language: string,
  translate: Translate,
): { readonly reason?: string } {
  return typeof reasonKey === 'string' ? { reason: translate(language, reasonKey) } : {};
}
