import type { Insertable } from 'kysely';
import type { Feedback as ShownFeedback } from '../../../../shared/api/inbox/schemas.ts';
import { NOTICES_PER_PAGE } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Uploads } from '../../base/uploads/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { FeedbackTable } from './tables.ts';

export interface FeedbackDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly inbox: Inbox;
  readonly uploads: Pick<Uploads, 'claim'>;
}

/** A support request for operators. */
export interface OpenFeedback {
  readonly id: string;
  /** Number quoted by the sender. */
  readonly number: string;
  /** Null: sender without an account; `contact` says how to answer. */
  readonly memberId: string | null;
  readonly content: string;
  readonly contact: string;
  readonly images: readonly string[];
  readonly createdAt: Date;
}

export interface Feedback {
  /**
   * Stores a request of at most `maxLength` characters and returns its number. Refuses longer ones with `invalid_fields`, and pictures as
   * `Uploads.claim` does.
   */
  send(memberId: string | null, ticket: NewTicket, maxLength: number): Promise<string>;
  /** The member's own requests, newest first, nine per page. */
  page(memberId: string, pageNo: number): Promise<{ feedback: ShownFeedback[]; pageNum: number; totalPages: number }>;
  /** For operators: requests without an answer, the oldest first. */
  waiting(filter: { readonly id?: string; readonly offset?: number; readonly limit: number }): Promise<readonly OpenFeedback[]>;
  /**
   * For operators: answers once, in the caller's transaction; members find the answer in the inbox. False if there is no such request or it
   * has been answered.
   */
  answer(tx: Tx, ticket: { id: string; operator: string; text: string }, afterCommit: AfterCommit): Promise<boolean>;
}

export interface NewTicket {
  readonly content: string;
  readonly contact: string;
  readonly images: readonly string[];
}

const SEAL = 'feedback';
const SEAL_ANSWER = 'feedback-answer';
const ANSWER_MAX = 2_000;
const MAX_DRAWS = 20;

interface TicketFields {
  readonly content: string;
  readonly contact: string;
}

export function createFeedback({ db, clock, merchant, secrets, inbox, uploads }: FeedbackDeps): Feedback {
  const open = (sealed: string) => JSON.parse(secrets.open(SEAL, sealed)) as TicketFields;
  return {
    async send(memberId, { content, contact, images }, maxLength) {
      if ([...content].length > maxLength)
        throw new Refusal('invalid_fields', {}, { content: { code: 'field_length', params: { length: `1–${maxLength}` } } });
      // Pictures belong to members, so visitors have none.
      if (images.length > 0 && memberId === null) throw new Refusal('upload_not_found');
      return inTransaction(db, async (tx) => {
        if (memberId !== null && images.length > 0) await uploads.claim(tx, memberId, 'feedback', images);
        const sealed = secrets.seal(SEAL, JSON.stringify({ content, contact }));
        return insertNumbered(tx, { merchant, member_id: memberId, sealed, images: JSON.stringify(images), created_at: clock.now() });
      });
    },

    async page(memberId, pageNo) {
      const { total } = await db
        .selectFrom('feedback')
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('member_id', '=', memberId)
        .executeTakeFirstOrThrow();
      const totalPages = Math.max(1, Math.ceil(Number(total) / NOTICES_PER_PAGE));
      const pageNum = Math.min(pageNo, totalPages);
      const rows = await db
        .selectFrom('feedback')
        .selectAll()
        .where('member_id', '=', memberId)
        .orderBy('id', 'desc')
        .limit(NOTICES_PER_PAGE)
        .offset((pageNum - 1) * NOTICES_PER_PAGE)
        .execute();
      const feedback = rows.map(({ id, number, sealed, images, created_at, sealed_answer, answered_at }) => ({
        id,
        number,
        content: open(sealed).content,
        images: [...images],
        date: created_at.toISOString(),
        answer: sealed_answer && answered_at ? { text: secrets.open(SEAL_ANSWER, sealed_answer), date: answered_at.toISOString() } : null,
      }));
      return { feedback, pageNum, totalPages };
    },

    async waiting({ id, offset = 0, limit }) {
      const all = db
        .selectFrom('feedback')
        .selectAll()
        .where('merchant', '=', merchant)
        .where('answered_at', 'is', null)
        .orderBy('id')
        .offset(offset)
        .limit(limit);
      const rows = await (id === undefined ? all : all.where('id', '=', id)).execute();
      return rows.map(({ id, number, member_id, sealed, images, created_at }) => ({
        id,
        number,
        memberId: member_id,
        ...open(sealed),
        images,
        createdAt: created_at,
      }));
    },

    async answer(tx, { id, operator, text }, afterCommit) {
      if (text.length === 0 || text.length > ANSWER_MAX) throw new Refusal('bad_request');
      const answered = await tx
        .updateTable('feedback')
        .set({ sealed_answer: secrets.seal(SEAL_ANSWER, text), answered_at: clock.now(), answered_by: operator })
        .where('id', '=', id)
        .where('merchant', '=', merchant)
        .where('answered_at', 'is', null)
        .returning('member_id')
        .executeTakeFirst();
      if (!answered) return false;
      const { member_id: memberId } = answered;
      if (memberId !== null)
        await inbox.post(tx, { memberId, template: 'feedback_answered', href: '/member/messageV2?tab=feedback' }, afterCommit);
      return true;
    },
  };
}

/** The database generates the number; a taken one is generated again. */
async function insertNumbered(tx: Tx, row: Insertable<FeedbackTable>): Promise<string> {
  for (let tries = 0; tries < MAX_DRAWS; tries++) {
    const inserted = await tx
      .insertInto('feedback')
      .values(row)
      .onConflict((conflict) => conflict.columns(['merchant', 'number']).doNothing())
      .returning('number')
      .executeTakeFirst();
    if (inserted) return inserted.number;
  }
  throw new Error('no unused feedback number found');
}
