import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';

/** Rewards that members have claimed and the account of rewards does not cover yet. */
export interface Unfunded {
  readonly count: number;
  readonly units: Units;
}

/** The sum of the rows of a table of rewards in a state; rewards of points have no amount. */
export async function readUnfunded(executor: Executor, table: string, state: string): Promise<Unfunded> {
  const { rows } = await sql<{ count: number; units: string }>`
    select count(*)::int as count, coalesce(sum(amount), 0) as units from ${sql.table(table)}
     where state = ${state} and amount > 0`.execute(executor);
  return { count: rows[0]?.count ?? 0, units: BigInt(rows[0]?.units ?? 0) };
}
