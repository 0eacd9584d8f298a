import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AskDrawDesk } from './client.ts';
import type { DrawOrderTable, LimitOrder } from './tables.ts';

export type DrawOrder = Selectable<DrawOrderTable>;

export interface NewOrder {
  /** Chosen by the form, so that sending it twice orders once. */
  readonly id: string;
  readonly provider: string;
  /** A draw; for limits a game. */
  readonly subject: string;
  readonly kind: DrawOrder['kind'];
  readonly limits?: LimitOrder;
  readonly reason: string;
  /** False: it waits for a second operator. */
  readonly isApproved: boolean;
}

/** Orders of operators about draws. The callers demand two of them for `void` and `reverse` (`console/draws.tsx`). */
export interface DrawOrders {
  /** False if one of the kind is open already. */
  add(tx: Tx, order: NewOrder): Promise<boolean>;
  /** Approves a waiting order: it will be sent. */
  approve(tx: Tx, id: string): Promise<DrawOrder>;
  reject(tx: Tx, id: string): Promise<DrawOrder>;
  /** Open orders first, then the newest. */
  list(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly DrawOrder[]>;
  /** Orders that wait for a second operator. */
  countWaiting(executor: Executor): Promise<number>;
  /** Sends what is approved and due. Not in a transaction. */
  send(): Promise<void>;
}

interface OrderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly ask: AskDrawDesk;
}

const AT_ONCE = 20;
const LEASE_MS = 15 * SECOND_MS;

export function createDrawOrders(deps: OrderDeps): DrawOrders {
  const { db, clock, merchant } = deps;
  const waiting = async (tx: Tx, id: string): Promise<DrawOrder> => {
    const row = await tx
      .selectFrom('draw_order')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    return row;
  };
  return {
    async add(tx, { limits, isApproved, ...order }) {
      const now = clock.now();
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('draw_order')
        .values({
          ...order,
          merchant,
          limits: limits ? JSON.stringify(limits) : null,
          status: isApproved ? 'approved' : 'waiting',
          next_try_at: now,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows !== 0n;
    },
    async approve(tx, id) {
      const row = await waiting(tx, id);
      await tx.updateTable('draw_order').set({ status: 'approved', next_try_at: clock.now() }).where('id', '=', id).execute();
      return row;
    },
    async reject(tx, id) {
      const row = await waiting(tx, id);
      await tx.updateTable('draw_order').set({ status: 'rejected', closed_at: clock.now() }).where('id', '=', id).execute();
      return row;
    },
    list: (executor, { offset, limit }) =>
      executor
        .selectFrom('draw_order')
        .selectAll()
        .where('merchant', '=', merchant)
        .orderBy(({ eb }) => eb('status', 'in', ['waiting', 'approved']), 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),
    async countWaiting(executor) {
      const { count } = await executor
        .selectFrom('draw_order')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('merchant', '=', merchant)
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async send() {
      for (const order of await claimDue(db, merchant, clock.now())) await sendOne(deps, order);
    },
  };
}

/** Of several nodes one claims an order; the vendor takes a repeated one as the same. */
function claimDue(db: Database, merchant: string, now: Date): Promise<DrawOrder[]> {
  return db
    .updateTable('draw_order')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), next_try_at: new Date(now.getTime() + LEASE_MS) }))
    .where('id', 'in', (from) =>
      from
        .selectFrom('draw_order')
        .select('id')
        .where('merchant', '=', merchant)
        .where('status', '=', 'approved')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

async function sendOne({ db, clock, log, ask }: OrderDeps, { id, provider, subject, kind, limits, tries }: DrawOrder): Promise<void> {
  const answer =
    kind === 'limits'
      ? await ask(provider, 'limits', { gameId: subject, ...(limits as LimitOrder) })
      : await ask(provider, kind, { drawId: subject });
  const open = db.updateTable('draw_order').where('id', '=', id).where('status', '=', 'approved');
  // Tickets that are still being paid have their end soon.
  const isEarly = answer?.status === 'REFUSED' && answer.reason === 'unsettled';
  if (answer === undefined || isEarly) {
    log.warn({ orderId: id, provider, kind, subject, tries, early: isEarly }, 'an order about a draw has no answer yet');
    const pause = Math.min(SECOND_MS * 2 ** Math.min(tries, 8), MINUTE_MS);
    await open.set({ next_try_at: new Date(clock.now().getTime() + pause) }).execute();
    return;
  }
  const refusal = answer.status === 'REFUSED' ? answer.reason : null;
  await open.set({ status: refusal === null ? 'done' : 'refused', refusal, closed_at: clock.now() }).execute();
}
