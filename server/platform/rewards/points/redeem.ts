import { randomBytes } from 'node:crypto';
import { MAX_PIECES } from '../../../../shared/api/points/constants.ts';
import { piecesFor, pointsToScreen } from '../../../../shared/money/points.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { rankOfMember, readMerchant } from '../../merchant/index.ts';
import { readProfile } from '../../notify/contacts/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { GoodsRow, PointDeps, RedeemOrder, RedemptionRow } from './contracts.ts';
import { deliver } from './deliver.ts';
import { findGoods, lockGoods } from './goods.ts';
import { lockPoints, postPoints } from './post.ts';

const QUANTITY = /^[1-9]\d{0,3}$/;
/** Page with the profile, where a missing number is added. */
const PROFILE_PAGE = '/member/profile';
const CONTACT_KEY = 'points.contact';

/** What decides whether a member may redeem goods. */
export interface Standing {
  readonly level: number;
  readonly profile: Readonly<Record<string, string>>;
  readonly points: bigint;
  /** Pieces by goods that the member has redeemed, rejected ones not counted. */
  readonly redeemed: ReadonlyMap<string, number>;
}

/**
 * Takes the points and the pieces, and opens a redemption that an operator decides. One reference opens one. Checked before the password,
 * because a form without scripts shows one reason at a time, and again under the locks: goods first, then the account of the member.
 */
export async function redeem(deps: PointDeps, actor: Actor, order: RedeemOrder): Promise<RedemptionRow> {
  const { db } = deps;
  const { memberId } = actor;
  const quantity = parseQuantity(order.quantity);
  const before = await findByReference(db, memberId, order.reference);
  if (before) return sameOrder(before, order, quantity);
  await requireOffered(deps, db, memberId);
  const goods = await findGoods(db, order.goodsId);
  refuse(goods, await readStanding(deps, db, memberId), quantity);
  // Outside the transaction: a failed attempt must be counted even if the transaction is rolled back.
  await deps.paymentPassword.check(memberId, order.paymentPassword);
  return inTransaction(db, async (tx, afterCommit) => {
    const row = await openRedemption(deps, tx, memberId, { ...order, pieces: quantity });
    return deliverAtOnce(deps, tx, afterCommit, row);
  });
}

/** Without the payment password. */
export async function openRedemption(
  deps: PointDeps,
  tx: Tx,
  memberId: string,
  order: RedeemOrder & { readonly pieces: number },
): Promise<RedemptionRow> {
  const goods = await lockGoods(tx, order.goodsId);
  await lockPoints(tx, memberId);
  // A concurrent duplicate may have been stored before the locks.
  const duplicate = await findByReference(tx, memberId, order.reference);
  if (duplicate) return sameOrder(duplicate, order, order.pieces);
  await requireOffered(deps, tx, memberId);
  const standing = await readStanding(deps, tx, memberId);
  refuse(goods, standing, order.pieces);
  const id = `r_${randomBytes(12).toString('hex')}`;
  const now = deps.clock.now();
  const { settings } = await readMerchant(tx, deps.merchant);
  const points = BigInt(goods.points) * BigInt(order.pieces);
  const day = zonedDay(now.getTime(), settings.timeZone);
  const posted = await postPoints(tx, { memberId, kind: 'redeemed', points: -points, reference: `redemption:${id}`, day, at: now });
  if (posted.outcome !== 'posted') throw insufficient(posted.balance, points);
  await tx
    .updateTable('point_goods')
    .set(({ eb }) => ({ redeemed: eb('redeemed', '+', order.pieces) }))
    .where('id', '=', goods.id)
    .execute();
  const { secondApprovalFrom } = settings.points;
  return tx
    .insertInto('point_redemption')
    .values({
      id,
      member_id: memberId,
      client_reference: order.reference,
      goods_id: goods.id,
      kind: goods.kind,
      names: JSON.stringify(goods.names),
      quantity: order.pieces,
      points: points.toString(),
      amount: goods.amount === null ? null : (BigInt(goods.amount) * BigInt(order.pieces)).toString(),
      contact: goods.contact,
      sealed_contact: goods.contact && deps.secrets.seal(CONTACT_KEY, standing.profile[goods.contact] ?? ''),
      remark: order.remark,
      status: 'in_process',
      approvals_needed: secondApprovalFrom !== null && points >= BigInt(secondApprovalFrom) * 1_000_000n ? 2 : 1,
      requested_at: now,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Kinds that the merchant delivers at once are approved now, as far as they can be delivered; otherwise an operator decides. */
async function deliverAtOnce(deps: PointDeps, tx: Tx, afterCommit: AfterCommit, row: RedemptionRow): Promise<RedemptionRow> {
  const { atOnce } = (await readMerchant(tx, deps.merchant)).settings.points;
  // A repeated order is not delivered again.
  if (row.status !== 'in_process' || row.approvals_needed > 1 || !atOnce.some((kind) => kind === row.kind)) return row;
  try {
    const delivered = await deliver(deps, tx, afterCommit, row);
    const approved = await tx
      .updateTable('point_redemption')
      .set({ status: 'approved', closed_at: deps.clock.now(), ...delivered })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await deps.centre.publish(tx, afterCommit, row.member_id);
    return approved;
  } catch (error) {
    if (error instanceof Refusal) return row;
    throw error;
  }
}

/** The number that was in the profile at the request; empty: the goods need none. */
export function contactOf({ secrets }: Pick<PointDeps, 'secrets'>, { sealed_contact }: RedemptionRow): string {
  return sealed_contact === null ? '' : secrets.open(CONTACT_KEY, sealed_contact);
}

export async function readStanding({ secrets, merchant }: PointDeps, executor: Executor, memberId: string): Promise<Standing> {
  const member = await executor
    .selectFrom('member')
    .select(rankOfMember.as('rank'))
    .where('id', '=', memberId)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  const account = await executor.selectFrom('point_account').select('balance').where('member_id', '=', memberId).executeTakeFirst();
  const pieces = await executor
    .selectFrom('point_redemption')
    .select(['goods_id', ({ fn }) => fn.sum<string>('quantity').as('pieces')])
    .where('member_id', '=', memberId)
    .where('status', '<>', 'rejected')
    .groupBy('goods_id')
    .execute();
  return {
    level: member?.rank?.rankLevel ?? 1,
    profile: await readProfile(executor, secrets, memberId),
    points: BigInt(account?.balance ?? 0),
    redeemed: new Map(pieces.map((row) => [row.goods_id, Number(row.pieces)])),
  };
}

/** The pieces that the member can redeem now. */
export function piecesOf(goods: GoodsRow, { points, redeemed }: Standing): number {
  const left = goods.stock === null ? MAX_PIECES : goods.stock - goods.redeemed;
  const own = goods.member_limit === null ? MAX_PIECES : goods.member_limit - (redeemed.get(goods.id) ?? 0);
  return Math.max(0, Math.min(MAX_PIECES, left, own, piecesFor(points, BigInt(goods.points))));
}

/** Throws the refusal of the first rule that is broken. */
export function refuse(goods: GoodsRow | undefined, standing: Standing, quantity: number): asserts goods is GoodsRow {
  if (!goods?.shown) throw new Refusal('points_goods_gone');
  if (goods.stock !== null && goods.redeemed >= goods.stock) throw new Refusal('points_sold_out');
  if (standing.level < goods.min_level) throw new Refusal('points_level', { level: goods.min_level });
  if (goods.contact !== null && (standing.profile[goods.contact] ?? '') === '')
    throw new Refusal(goods.contact === 'zalo' ? 'points_zalo_needed' : 'points_whatsapp_needed', { next: PROFILE_PAGE });
  if (goods.stock !== null && goods.stock - goods.redeemed < quantity)
    throw new Refusal('points_stock_left', { left: goods.stock - goods.redeemed });
  if (goods.member_limit !== null && goods.member_limit - (standing.redeemed.get(goods.id) ?? 0) < quantity)
    throw new Refusal('points_member_limit', { max: goods.member_limit });
  const points = BigInt(goods.points) * BigInt(quantity);
  if (standing.points < points) throw insufficient(standing.points, points);
}

export function insufficient(balance: bigint, points: bigint): Refusal {
  return new Refusal('points_insufficient', { balance: pointsToScreen(balance), needed: pointsToScreen(points) });
}

function parseQuantity(text: string): number {
  const quantity = QUANTITY.test(text.trim()) ? Number(text.trim()) : 0;
  if (quantity < 1 || quantity > MAX_PIECES) throw new Refusal('points_quantity', { max: MAX_PIECES });
  return quantity;
}

/** No redemptions where the merchant has none, and not during a break or exclusion: the points stay. */
export async function requireOffered({ merchant, protection }: PointDeps, executor: Executor, memberId: string): Promise<void> {
  const { settings } = await readMerchant(executor, merchant);
  if (settings.features.points !== true) throw new Refusal('points_off');
  const rest = await protection.resting(executor, memberId);
  if (rest) throw protectionRefusal(rest);
}

/** The same reference requires the same goods and quantity. */
function sameOrder(row: RedemptionRow, { goodsId }: RedeemOrder, quantity: number): RedemptionRow {
  if (row.goods_id !== goodsId || row.quantity !== quantity) throw new Refusal('reference_conflict');
  return row;
}

function findByReference(executor: Executor, memberId: string, reference: string): Promise<RedemptionRow | undefined> {
  return executor
    .selectFrom('point_redemption')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_reference', '=', reference)
    .executeTakeFirst();
}
