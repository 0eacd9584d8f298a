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

type ReadUnfunded = (executor: Executor) => Promise<Unfunded>;

/** The features that pay from the account of rewards. */
export interface UnfundedList {
  /** Called by each of them once, when it is created. */
  register(read: ReadUnfunded): void;
  /** The sum over all of them. */
  sum: ReadUnfunded;
}

export function createUnfundedList(): UnfundedList {
  const reads: ReadUnfunded[] = [];
  return {
    register: (read) => void reads.push(read),
    async sum(executor) {
      let [count, units] = [0, 0n];
      for (const read of reads) {
        const one = await read(executor);
        count += one.count;
        units += one.units;
      }
      return { count, units };
    },
  };
}
