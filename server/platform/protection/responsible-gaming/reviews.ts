import type { Selectable } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { TraitKind } from '../links/index.ts';
import type { ProtectionTables } from './tables.ts';

export type AccountReview = Selectable<ProtectionTables['account_review']>;
export const REVIEW_STATES = ['open', 'released', 'confirmed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export interface ReviewDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly hub: EventHub;
}

/** Matches between accounts, to be decided by operators. */
export interface ReviewDesk {
  list(filter: { state?: ReviewState; memberId?: string; limit: number; offset: number }): Promise<AccountReview[]>;
  get(id: string): Promise<AccountReview | undefined>;
  /**
   * Decides an open review. `released`: the accounts belong to different people, and the hold ends unless another review keeps it.
   * `confirmed`: the hold stays. Refuses with `not_found` if the review is not open.
   */
  decide(tx: Tx, afterCommit: AfterCommit, id: string, verdict: Verdict): Promise<AccountReview>;
}

interface NewReview {
  readonly merchant: string;
  readonly memberId: string;
  readonly otherId: string;
  readonly subject: AccountReview['subject'];
  readonly grounds: readonly TraitKind[];
  readonly now: Date;
}

export interface Verdict {
  readonly state: Exclude<ReviewState, 'open'>;
  readonly operator: string;
  readonly reason: string;
}

export function createReviewDesk({ db, clock, merchant, hub }: ReviewDeps): ReviewDesk {
  const ofMerchant = (executor: Executor) => executor.selectFrom('account_review').selectAll().where('merchant', '=', merchant);
  return {
    list({ state, memberId, limit, offset }) {
      let query = ofMerchant(db).orderBy('id', 'desc').limit(limit).offset(offset);
      if (state) query = query.where('state', '=', state);
      if (memberId !== undefined) query = query.where((eb) => eb.or([eb('member_id', '=', memberId), eb('other_id', '=', memberId)]));
      return query.execute();
    },
    get: async (id) => (/^\d{1,18}$/.test(id) ? ofMerchant(db).where('id', '=', id).executeTakeFirst() : undefined),
    async decide(tx, afterCommit, id, { state, operator, reason }) {
      const review = /^\d{1,18}$/.test(id) ? await ofMerchant(tx).where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
      if (!review) throw new Refusal('not_found');
      if (review.state !== 'open') throw new Refusal('review_decided');
      const decided = await tx
        .updateTable('account_review')
        .set({ state, decided_at: clock.now(), decided_by: operator, reason })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (review.subject === 'exclusion' && state === 'released') await endHold(tx, review.member_id);
      afterCommit(() => hub.publish(review.member_id, { type: 'protection' }));
      return decided;
    },
  };
}

/** False if the two accounts already had a review of this subject, decided or not. */
export async function openReview(tx: Tx, { merchant, memberId, otherId, subject, grounds, now }: NewReview): Promise<boolean> {
  const decision = { state: 'open', decided_at: null, decided_by: null, reason: null } as const;
  const opened = await tx
    .insertInto('account_review')
    .values({ merchant, member_id: memberId, other_id: otherId, subject, grounds: grounds.join(','), created_at: now, ...decision })
    .onConflict((conflict) => conflict.columns(['member_id', 'other_id', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

/** Whether a review of the member is open or confirmed. */
export async function isUnderReview(executor: Executor, memberId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('account_review')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '!=', 'released')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the member's row first, so that of two reviews released concurrently the second sees the first. */
async function endHold(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('protection_member').select('member_id').where('member_id', '=', memberId).forUpdate().execute();
  const holding = await tx
    .selectFrom('account_review')
    .select('id')
    .where('member_id', '=', memberId)
    .where('subject', '=', 'exclusion')
    .where('state', '!=', 'released')
    .limit(1)
    .executeTakeFirst();
  if (!holding) await tx.updateTable('protection_member').set({ held_at: null }).where('member_id', '=', memberId).execute();
}
