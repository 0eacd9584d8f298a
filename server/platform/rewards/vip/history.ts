import { type RawBuilder, sql } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';

/** The levels of members at a point in their history, for what is computed later and again. */
export interface LevelHistory {
  /** Counts what waits, so that a following cut has the levels of all play until now; false if a running transaction holds some back. */
  count(): Promise<boolean>;
  /** A point in the history of all members. No level of before changes any more; other changes wait until the transaction ends. */
  cut(tx: Tx): Promise<string>;
  levelsAt(executor: Executor, memberIds: readonly string[], cut: string): Promise<ReadonlyMap<string, number>>;
}

/** The level of a member at a cut, as SQL; the level of a member without changes is 1. */
export function levelAtCut(memberId: RawBuilder<unknown>, cut: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select change.to_level from vip_change change where change.member_id = ${memberId} and change.id <= ${cut}
                                order by change.id desc limit 1), 1)`;
}

export const levelHistory: Pick<LevelHistory, 'cut' | 'levelsAt'> = {
  async cut(tx) {
    // Only the holder of the turn adds changes, so no lower id is added later.
    await tx.selectFrom('vip_clock').select('id').forUpdate().executeTakeFirstOrThrow();
    const { last } = await tx
      .selectFrom('vip_change')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    return last ?? '0';
  },
  async levelsAt(executor, memberIds, cut) {
    const { rows } = await sql<{ member_id: string; level: number }>`
      select m.id as member_id, ${levelAtCut(sql`m.id`, sql`${cut}::bigint`)} as level
        from unnest(${memberIds}::text[]) as m(id)`.execute(executor);
    return new Map(rows.map(({ member_id, level }) => [member_id, level]));
  },
};
