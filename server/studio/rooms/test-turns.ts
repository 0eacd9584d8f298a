import type { StudioDatabase } from '../tables.ts';

/**
 * When the first turn of all tables runs out, in milliseconds; 0 where none runs. A test moves its clock to that moment and no
 * further: a turn that ran out long ago was nobody's to end, and its hand is void.
 */
export async function nextTurnEnds(db: StudioDatabase): Promise<number> {
  const tables = await db.selectFrom('studio_table').select('due_at').where('state', '=', 'playing').orderBy('due_at').execute();
  return tables[0]?.due_at?.getTime() ?? 0;
}
