import { createHash } from 'node:crypto';
import { goodsPicture } from '../../../../shared/api/points/calls.ts';
import { DEFAULT_DRAWINGS, drawingHref, POINT_DRAWINGS } from '../../../../shared/api/points/constants.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { GoodsDraft, GoodsPicture, GoodsRow } from './contracts.ts';

/** Everything but the picture. */
const COLUMNS = [
  'id',
  'kind',
  'names',
  'texts',
  'points',
  'amount',
  'stock',
  'redeemed',
  'member_limit',
  'min_level',
  'contact',
  'drawing',
  'picture_hash',
  'position',
  'shown',
  'created_at',
] as const;
const HASH_LENGTH = 16;

const goods = (executor: Executor) => executor.selectFrom('point_goods').select(COLUMNS);

export function listGoods(executor: Executor): Promise<GoodsRow[]> {
  return goods(executor).orderBy('position').orderBy('id').execute();
}

export function shownGoods(executor: Executor): Promise<GoodsRow[]> {
  return goods(executor).where('shown', '=', true).orderBy('position').orderBy('id').execute();
}

export function findGoods(executor: Executor, id: string): Promise<GoodsRow | undefined> {
  return goods(executor).where('id', '=', id).executeTakeFirst();
}

export function lockGoods(tx: Tx, id: string): Promise<GoodsRow | undefined> {
  return goods(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function saveGoods(tx: Tx, draft: GoodsDraft, now: Date): Promise<void> {
  const before = await lockGoods(tx, draft.id);
  if (before && draft.stock !== null && draft.stock < before.redeemed) throw new Refusal('points_stock_left', { left: before.redeemed });
  const row = {
    kind: draft.kind,
    names: JSON.stringify(draft.names),
    texts: JSON.stringify(draft.texts),
    points: draft.points.toString(),
    amount: draft.amount?.toString() ?? null,
    stock: draft.stock,
    member_limit: draft.memberLimit,
    min_level: draft.minLevel,
    contact: draft.contact,
    drawing: draft.drawing,
    position: draft.position,
    shown: draft.shown,
  };
  if (before) await tx.updateTable('point_goods').set(row).where('id', '=', draft.id).execute();
  else {
    await tx
      .insertInto('point_goods')
      .values({ id: draft.id, created_at: now, ...row })
      .execute();
  }
}

export async function savePicture(tx: Tx, id: string, { type, bytes }: GoodsPicture): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
  await tx.updateTable('point_goods').set({ picture: bytes, picture_type: type, picture_hash: hash }).where('id', '=', id).execute();
}

export async function readGoodsPicture(executor: Executor, id: string): Promise<GoodsPicture | undefined> {
  const row = await executor.selectFrom('point_goods').select(['picture', 'picture_type']).where('id', '=', id).executeTakeFirst();
  return row?.picture && row.picture_type !== null ? { type: row.picture_type, bytes: Buffer.from(row.picture) } : undefined;
}

/** Without a picture a drawing of the site. */
export function pictureAddress({ id, kind, drawing, picture_hash }: GoodsRow): string {
  const drawn = POINT_DRAWINGS.find((name) => name === drawing) ?? DEFAULT_DRAWINGS[kind];
  return picture_hash === null ? drawingHref(drawn) : `${goodsPicture.path}?id=${id}&v=${picture_hash}`;
}
