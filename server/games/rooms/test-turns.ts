import type { StudioDatabase } from '../tables.ts';

/**
 * Time in milliseconds at which the first running turn of all tables ends; 0 if none runs. A test moves its clock to that moment
 * and no further: a turn that ended long ago voids its hand.
 */
export async function nextTurnEnds(db: StudioDatabase): Promise<number> {
  const tables = await db.selectFrom('studio_table').select('due_at').where('state', '=', 'playing').orderBy('due_at').execute();
  return tables[0]?.due_at?.getTime() ?? 0;
}
