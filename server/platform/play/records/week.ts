import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';

/** Real-money play settled since then, or up to a quarter hour earlier; basis of the weekly lists. */
function settledSince(executor: Executor, since: Date) {
  return executor
    .selectFrom('play_sum')
    .where('realm', '=', 'real')
    .where('basis', '=', 'settled')
    .where('slot', '>=', sql<number>`quarter_of(${since.toISOString()}::timestamptz)`);
}

/** Number of rounds by game. */
export async function roundCounts(executor: Executor, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await settledSince(executor, since)
    .groupBy('game_id')
    .select(['game_id', sql<string>`sum(rounds)`.as('rounds')])
    .having(sql<boolean>`sum(rounds) > 0`)
    .execute();
  return new Map(rows.map((row) => [row.game_id, Number(row.rounds)]));
}

export interface MemberStake {
  readonly memberId: string;
  readonly currency: string;
  /** Less refunds. */
  readonly stake: Units;
  readonly rounds: number;
}

/** Stakes of each member since then, the highest first. */
export async function stakesByMember(
  executor: Executor,
  { since, limit }: { since: Date; limit: number },
): Promise<readonly MemberStake[]> {
  const rows = await settledSince(executor, since)
    .groupBy(['member_id', 'currency'])
    .select(['member_id', 'currency', sql<string>`sum(stake - refunded)`.as('stake'), sql<string>`sum(rounds)`.as('rounds')])
    .having(sql<boolean>`sum(stake - refunded) > 0`)
    .orderBy(sql`sum(stake - refunded)`, 'desc')
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    memberId: row.member_id,
    currency: row.currency,
    stake: BigInt(row.stake),
    rounds: Number(row.rounds),
  }));
}
