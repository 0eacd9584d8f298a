import type { Selectable } from 'kysely';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { readUnfunded, type Unfunded } from '../fund/index.ts';
import { type DecideDeps, decideLevel } from './decide.ts';
import type { GiftRow } from './gifts.ts';
import type { VipTables } from './tables.ts';

export type VipOrder = Selectable<VipTables['vip_order']>;
type Change = Selectable<VipTables['vip_change']>;
type Member = Selectable<VipTables['vip_member']>;

/** Calls of operators. */
export interface VipDesk {
  /** Waiting orders first, then the newest. */
  orders(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly VipOrder[]>;
  /** Requests a level; the same id requests once. Refuses an unknown level and a second request for the member. */
  request(tx: Tx, order: Pick<VipOrder, 'id' | 'member_id' | 'level' | 'reason'>): Promise<void>;
  /** Sets the level. Refuses with `not_found` after another decision. */
  approve(tx: Tx, afterCommit: AfterCommit, id: string, operator: string): Promise<VipOrder>;
  reject(tx: Tx, id: string): Promise<VipOrder>;
  /** The stored level of a member; undefined before its first play or deposit. */
  member(executor: Executor, memberId: string): Promise<Member | undefined>;
  /** The newest changes of the level of a member. */
  changes(executor: Executor, memberId: string, limit: number): Promise<readonly Change[]>;
  /** The newest gifts of a member. */
  gifts(executor: Executor, memberId: string, limit: number): Promise<readonly GiftRow[]>;
  /** Gifts that are claimed, and not covered by the account of rewards. */
  unfunded(executor: Executor): Promise<Unfunded>;
}

export function createVipDesk(deps: DecideDeps): VipDesk {
  const { merchant, clock } = deps;
  const close = async (tx: Tx, id: string, status: 'done' | 'rejected'): Promise<VipOrder> => {
    const row = await tx
      .updateTable('vip_order')
      .set({ status, closed_at: clock.now() })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    return row;
  };
  return {
    orders: (executor, { offset, limit }) =>
      executor
        .selectFrom('vip_order')
        .selectAll()
        .orderBy(({ eb }) => eb('status', '=', 'waiting'), 'desc')
        .orderBy('created_at', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
    async request(tx, order) {
      const { vipLevels } = (await readMerchant(tx, merchant)).settings;
      if (order.level !== null && order.level > vipLevels.length) throw new Refusal('not_found');
      const added = await tx
        .insertInto('vip_order')
        .values({ ...order, status: 'waiting', created_at: clock.now(), closed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new Refusal('reference_conflict');
    },
    async approve(tx, afterCommit, id, operator) {
      const row = await close(tx, id, 'done');
      await decideLevel(deps, tx, afterCommit, { memberId: row.member_id, level: row.level, operator, reason: row.reason });
      return row;
    },
    reject: (tx, id) => close(tx, id, 'rejected'),
    member: (executor, memberId) => executor.selectFrom('vip_member').selectAll().where('member_id', '=', memberId).executeTakeFirst(),
    changes: (executor, memberId, limit) =>
      executor.selectFrom('vip_change').selectAll().where('member_id', '=', memberId).orderBy('id', 'desc').limit(limit).execute(),
    unfunded: (executor) => readUnfunded(executor, 'vip_gift', 'unfunded'),
    gifts: (executor, memberId, limit) =>
      executor.selectFrom('vip_gift').selectAll().where('member_id', '=', memberId).orderBy('id', 'desc').limit(limit).execute(),
  };
}
