import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { readUnfunded, type Unfunded } from '../fund/index.ts';

/** What operators see of missions. */
export interface MissionDesk {
  /** How many rewards of each mission were reached, and how many of them are paid. */
  sums(executor: Executor): Promise<ReadonlyMap<string, { readonly reached: number; readonly paid: number }>>;
  /** Amounts that are claimed, and not covered by the account of rewards. */
  unfunded(executor: Executor): Promise<Unfunded>;
}

export const missionDesk: MissionDesk = {
  sums: readSums,
  unfunded: (executor) => readUnfunded(executor, 'mission_reward', 'due'),
};

async function readSums(executor: Executor): ReturnType<MissionDesk['sums']> {
  const { rows } = await sql<{ mission_id: string; reached: number; paid: number }>`
    select mission_id, count(*) filter (where state <> 'withdrawn')::int as reached, count(*) filter (where state = 'paid')::int as paid
      from mission_reward group by mission_id`.execute(executor);
  return new Map(rows.map(({ mission_id, ...sums }) => [mission_id, sums]));
}
