import { sql } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';

/** The levels of members at a point in their history, for what is computed later and again. */
export interface LevelHistory {
  /** Counts what waits, so that a following cut has the levels of all play until now; false if a running transaction holds some back. */
  count(): Promise<boolean>;
  /** A point in the history of all members. No level of before changes any more; other changes wait until the transaction ends. */
  cut(tx: Tx): Promise<string>;
  levelsAt(executor: Executor, memberIds: readonly string[], cut: string): Promise<ReadonlyMap<string, number>>;
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
      select m.id as member_id, coalesce((select to_level from vip_change c where c.member_id = m.id and c.id <= ${cut}::bigint
                                           order by c.id desc limit 1), 1) as level
        from unnest(${memberIds}::text[]) as m(id)`.execute(executor);
    return new Map(rows.map(({ member_id, level }) => [member_id, level]));
  },
};
