import type { Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';

const CODE_KEY = 'points.voucher';

/** Stores codes that are not known yet, and returns how many. The given ones are trimmed and not empty. */
export async function addCodes(
  tx: Tx,
  secrets: Pick<Secrets, 'seal' | 'keyOf'>,
  { goodsId, codes, now }: { readonly goodsId: string; readonly codes: readonly string[]; readonly now: Date },
): Promise<number> {
  if (codes.length === 0) return 0;
  const rows = codes.map((code) => ({
    goods_id: goodsId,
    sealed_code: secrets.seal(CODE_KEY, code),
    code_key: secrets.keyOf(CODE_KEY, code),
    redemption_id: null,
    added_at: now,
  }));
  const added = await tx
    .insertInto('point_voucher')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length;
}

/** Gives the oldest free codes to a redemption, or refuses if there are not enough. */
export async function takeCodes(
  tx: Tx,
  { id, goods_id, quantity }: { readonly id: string; readonly goods_id: string; readonly quantity: number },
): Promise<void> {
  const free = await tx
    .selectFrom('point_voucher')
    .select('id')
    .where('goods_id', '=', goods_id)
    .where('redemption_id', 'is', null)
    .orderBy('id')
    .limit(quantity)
    .forUpdate()
    .skipLocked()
    .execute();
  if (free.length < quantity) throw new Refusal('points_codes_missing', { missing: quantity - free.length });
  await tx
    .updateTable('point_voucher')
    .set({ redemption_id: id })
    .where(
      'id',
      'in',
      free.map((row) => row.id),
    )
    .execute();
}

export async function codesOf(executor: Executor, secrets: Pick<Secrets, 'open'>, redemptionId: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('point_voucher')
    .select('sealed_code')
    .where('redemption_id', '=', redemptionId)
    .orderBy('id')
    .execute();
  return rows.map(({ sealed_code }) => secrets.open(CODE_KEY, sealed_code));
}

/** Free codes by goods. */
export async function freeCodes(executor: Executor): Promise<ReadonlyMap<string, number>> {
  const rows = await executor
    .selectFrom('point_voucher')
    .select(['goods_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('redemption_id', 'is', null)
    .groupBy('goods_id')
    .execute();
  return new Map(rows.map((row) => [row.goods_id, Number(row.count)]));
}
