import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { RoundRow } from './store.ts';

/** Rounds with a live bet past the expected duration. An operator or the vendor must end them. */
export function openRounds(executor: Executor, { before, limit = 100 }: { before: Date; limit?: number }): Promise<RoundRow[]> {
  return executor
    .selectFrom('vendor_round')
    .selectAll()
    .where('state', '=', 'open')
    .where('opened_at', '<', before)
    .orderBy('opened_at')
    .limit(limit)
    .execute();
}

export interface Win {
  readonly memberId: string;
  readonly vassalage: string;
  readonly gameId: string;
  readonly stake: Units;
  readonly payout: Units;
  readonly currency: string;
  readonly at: Date;
}

/** Latest real-money wins above the stake, newest first. */
export async function latestWins(executor: Executor, { limit }: { limit: number }): Promise<readonly Win[]> {
  const rows = await executor
    .selectFrom('vendor_round')
    .selectAll()
    .where('state', '=', 'won')
    .where('realm', '=', 'real')
    .where('settled_at', 'is not', null)
    .whereRef('payout', '>', sql.ref('stake'))
    .orderBy('settled_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    memberId: row.member_id,
    vassalage: row.vassalage,
    gameId: row.game_id,
    stake: BigInt(row.stake) - BigInt(row.refunded),
    payout: BigInt(row.payout),
    currency: row.currency,
    at: row.settled_at ?? row.opened_at,
  }));
}
