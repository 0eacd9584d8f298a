import { isActGoal } from '../../../../shared/api/missions/constants.ts';
import type { Executor } from '../../base/db/index.ts';

/** Name of the consumer of play facts. */
export const MISSIONS_CONSUMER = 'missions';
/** Name of the consumer of facts that are no play. */
export const ACTS_CONSUMER = 'missions-acts';

/** The last fact that is counted, by goal. */
export async function readPositions(executor: Executor): Promise<(goal: string) => bigint> {
  const rows = await executor
    .selectFrom('fact_consumer')
    .select(['name', 'position'])
    .where('name', 'in', [MISSIONS_CONSUMER, ACTS_CONSUMER])
    .execute();
  const positions = new Map(rows.map(({ name, position }) => [name, BigInt(position)]));
  return (goal) => positions.get(isActGoal(goal) ? ACTS_CONSUMER : MISSIONS_CONSUMER) ?? 0n;
}
