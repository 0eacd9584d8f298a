import { sql } from 'kysely';
import { type CashbackRates, levelOf } from '../../../../shared/rules/cashback.ts';
import type { Executor } from '../../base/db/index.ts';
import { levelHistory } from '../vip/index.ts';

/** The end of a period, at which its levels are read. */
export interface PeriodLevels {
  readonly position: string;
  readonly level_cut: string | null;
  readonly rates: CashbackRates;
}

export interface UsedLevel {
  /** From 1; 0: the merchant has no levels. */
  readonly level: number;
  /** Counted stake from which the level follows; null: it is in the history of levels. */
  readonly stake: bigint | null;
}

/** The levels of members for a period, the same at any later time. */
export async function readLevels(
  executor: Executor,
  memberIds: readonly string[],
  { position, level_cut, rates }: PeriodLevels,
): Promise<ReadonlyMap<string, UsedLevel>> {
  if (level_cut === null) {
    const stakes = await stakesAt(executor, memberIds, position);
    return new Map([...stakes].map(([id, stake]) => [id, { level: levelOf(rates, stake), stake }]));
  }
  const levels = await levelHistory.levelsAt(executor, memberIds, level_cut);
  return new Map([...levels].map(([id, level]) => [id, { level: Math.min(level, rates.levels.length), stake: null }]));
}

/** The counted stake of members of all facts up to the position. */
async function stakesAt(executor: Executor, memberIds: readonly string[], position: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: string; stake: string }>`
    select m.id, coalesce((select sum(valid) from play_fact f where f.member_id = m.id and f.id <= ${position}::bigint), 0) as stake
      from unnest(${memberIds}::text[]) as m(id)`.execute(executor);
  return new Map(rows.map(({ id, stake }) => [id, BigInt(stake)]));
}
