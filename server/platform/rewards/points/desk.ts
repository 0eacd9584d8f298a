import { sql } from 'kysely';
import { POINTS_PER_WHOLE, pointsToScreen } from '../../../../shared/money/points.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import type { Approval, PointBook, PointDeps, PointDesk, RedemptionRow } from './contracts.ts';
import { deliver } from './deliver.ts';
import { findGoods, listGoods, lockGoods, readGoodsPicture, saveGoods, savePicture } from './goods.ts';
import { entriesOf } from './history.ts';
import { lockPoints, postPoints } from './post.ts';
import { contactOf } from './redeem.ts';
import { nameOf } from './texts.ts';
import { addCodes, codesOf, freeCodes } from './vouchers.ts';

const HISTORY_PAGE = '/member/pointHistory';
/** Lots and entries on the page of a member. */
const LISTED = 50;

export function createPointDesk(deps: PointDeps): PointDesk {
  return {
    list,
    details: (executor, id) => details(deps, executor, id),
    approve: (tx, afterCommit, id, decision) => approve(deps, tx, afterCommit, id, decision),
    reject: (tx, afterCommit, id, decision) => reject(deps, tx, afterCommit, id, decision),
    adjust: (tx, afterCommit, order) => adjust(deps, tx, afterCommit, order),
    goods: listGoods,
    findGoods,
    saveGoods: (tx, draft) => saveGoods(tx, draft, deps.clock.now()),
    addCodes: (tx, goodsId, codes) => addCodes(tx, deps.secrets, { goodsId, codes, now: deps.clock.now() }),
    freeCodes,
    savePicture,
    picture: readGoodsPicture,
    account: balanceOf,
    book,
    waiting,
  };
}

const list: PointDesk['list'] = (executor, { status, memberId, offset, limit }) => {
  let query = executor.selectFrom('point_redemption').selectAll();
  if (status !== undefined) query = query.where('status', '=', status);
  if (memberId !== undefined) query = query.where('member_id', '=', memberId);
  return query
    .orderBy('requested_at', status === 'in_process' ? 'asc' : 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
};

async function details(deps: PointDeps, executor: Executor, id: string) {
  const row = await executor.selectFrom('point_redemption').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const approvals = await executor
    .selectFrom('point_approval')
    .select(['operator', 'reason', 'at'])
    .where('redemption_id', '=', id)
    .orderBy('at')
    .execute();
  const codes = await codesOf(executor, deps.secrets, id);
  return { row, approvals, codes, contact: contactOf(deps, row), balance: await balanceOf(executor, row.member_id) };
}

async function balanceOf(executor: Executor, memberId: string): Promise<bigint> {
  const row = await executor.selectFrom('point_account').select('balance').where('member_id', '=', memberId).executeTakeFirst();
  return BigInt(row?.balance ?? 0);
}

async function book(executor: Executor, memberId: string): Promise<PointBook> {
  const lots = await executor
    .selectFrom('point_lot')
    .select(['id', sql<string>`day::text`.as('day'), 'source', 'points', 'unused'])
    .where('member_id', '=', memberId)
    .where('unused', '>', '0')
    .orderBy('day')
    .orderBy('id')
    .limit(LISTED)
    .execute();
  return {
    lots: lots.map(({ points, unused, ...lot }) => ({ ...lot, points: BigInt(points), unused: BigInt(unused) })),
    entries: (await entriesOf(executor, { memberId, kind: undefined, offset: 0, limit: LISTED })).rows,
  };
}

async function waiting(executor: Executor): Promise<number> {
  const row = await executor
    .selectFrom('point_redemption')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'in_process')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function lockWaiting(tx: Tx, id: string): Promise<RedemptionRow> {
  const row = await tx.selectFrom('point_redemption').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (row.status !== 'in_process') throw new Refusal('points_closed');
  return row;
}

async function approve(
  deps: PointDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  id: string,
  { operator, reason, note, codes }: Approval,
): Promise<RedemptionRow> {
  const row = await lockWaiting(tx, id);
  const now = deps.clock.now();
  await addCodes(tx, deps.secrets, { goodsId: row.goods_id, codes, now });
  await tx
    .insertInto('point_approval')
    .values({ redemption_id: id, operator, reason, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await tx
    .selectFrom('point_approval')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('redemption_id', '=', id)
    .executeTakeFirstOrThrow();
  // The member reads the last note that is not empty.
  const noted = { note: note === '' ? row.note : note };
  if (Number(count) < row.approvals_needed) return change(tx, id, noted);
  const delivered = await deliver(deps, tx, afterCommit, row);
  await notify(deps, tx, afterCommit, row, { template: 'points_approved', params: {} });
  const approved = await change(tx, id, { status: 'approved', closed_at: now, ...noted, ...delivered });
  await deps.centre.publish(tx, afterCommit, row.member_id);
  return approved;
}

async function reject(
  deps: PointDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  id: string,
  { operator, reason }: Parameters<PointDesk['reject']>[3],
): Promise<RedemptionRow> {
  const row = await lockWaiting(tx, id);
  const now = deps.clock.now();
  // Goods before the account, as a redemption locks them.
  await lockGoods(tx, row.goods_id);
  const posted = await postPoints(tx, {
    memberId: row.member_id,
    kind: 'refunded',
    points: BigInt(row.points),
    reference: `refund:${id}`,
    day: await today(deps, tx),
    at: now,
    actor: operator,
    reason,
  });
  if (posted.outcome !== 'posted') throw new Error(`redemption ${id} was not refunded: ${posted.outcome}`);
  await tx
    .updateTable('point_goods')
    .set(({ eb }) => ({ redeemed: eb('redeemed', '-', row.quantity) }))
    .where('id', '=', row.goods_id)
    .execute();
  await notify(deps, tx, afterCommit, row, { template: 'points_rejected', params: { reason } });
  return change(tx, id, { status: 'rejected', reason, closed_at: now });
}

async function adjust(
  deps: PointDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { id, memberId, points, operator, reason }: Parameters<PointDesk['adjust']>[2],
): Promise<bigint> {
  const { settings } = await readMerchant(tx, deps.merchant);
  const max = BigInt(settings.points.maxAdjustment) * POINTS_PER_WHOLE;
  const size = points < 0n ? -points : points;
  if (size === 0n || size > max) throw new Refusal('amount_out_of_range', { min: '0.01', max: pointsToScreen(max) });
  await lockPoints(tx, memberId);
  const day = await today(deps, tx);
  const order = { memberId, kind: 'adjusted', points, reference: `adjustment:${id}`, day, at: deps.clock.now() } as const;
  const posted = await postPoints(tx, { ...order, actor: operator, reason });
  if (posted.outcome === 'insufficient')
    throw new Refusal('points_insufficient', { balance: pointsToScreen(posted.balance), needed: pointsToScreen(size) });
  if (posted.outcome === 'posted') {
    const params = { points: `${points > 0n ? '+' : ''}${pointsToScreen(points)}`, reason };
    await deps.inbox.post(tx, { memberId, template: 'points_adjusted', params, href: HISTORY_PAGE }, afterCommit);
  }
  return posted.balance;
}

async function notify(
  deps: PointDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  row: RedemptionRow,
  { template, params }: Required<Pick<InboxEntry, 'template' | 'params'>>,
): Promise<void> {
  const { settings } = await readMerchant(tx, deps.merchant);
  const goods = `${row.quantity} × ${nameOf(row.names, settings.defaultLanguage)}`;
  const entry = { memberId: row.member_id, template, params: { goods, points: pointsToScreen(BigInt(row.points)), ...params } };
  await deps.inbox.post(tx, { ...entry, href: HISTORY_PAGE }, afterCommit);
}

async function today({ merchant, clock }: PointDeps, executor: Executor): Promise<string> {
  return zonedDay(clock.now().getTime(), (await readMerchant(executor, merchant)).settings.timeZone);
}

function change(
  tx: Tx,
  id: string,
  values: Partial<Pick<RedemptionRow, 'status' | 'reason' | 'note' | 'closed_at' | 'transfer_id'>>,
): Promise<RedemptionRow> {
  return tx.updateTable('point_redemption').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
