import { sql } from 'kysely';
import { type CashbackPlay, levelOf, rateOf } from '../../../../shared/rules/cashback.ts';
import type { Executor } from '../../base/db/index.ts';
import { type PeriodRules, readRules } from './stored.ts';

interface PlayRow {
  readonly member_id: string;
  readonly vassalage: string;
  readonly category: string;
  /** Start of the earlier period whose play was changed. */
  readonly before: Date | null;
  readonly valid: string;
}

/** Play of members that counts for the periods from `starts` to `ends`, or for the open one without an end. */
export async function readPlays(
  executor: Executor,
  memberIds: readonly string[],
  { starts, ends }: { readonly starts: Date; readonly ends: Date | undefined },
): Promise<ReadonlyMap<string, readonly CashbackPlay[]>> {
  const { rows } = await sql<PlayRow>`
    select member_id, vassalage, category, case when played < day_start then played end as before, sum(valid) as valid
      from cashback_play
     where member_id = any(${memberIds}::text[]) and day_start >= ${starts}::timestamptz
       and (${ends ?? null}::timestamptz is null or day_start < ${ends ?? null}::timestamptz)
     group by 1, 2, 3, 4 having sum(valid) <> 0
     order by 1, 4 nulls first, 2, 3`.execute(executor);
  const plays = new Map<string, CashbackPlay[]>(memberIds.map((id) => [id, []]));
  const usedBefore = createRatesBefore(executor);
  for (const { member_id, vassalage, category, before, valid } of rows) {
    const game = { vassalage, category };
    const earlier = before && { periodStart: before.getTime(), rate: await usedBefore(member_id, before, game) };
    plays.get(member_id)?.push({ vassalage, category, valid: BigInt(valid), before: earlier ?? undefined });
  }
  return plays;
}

/** No cashback was given then, so nothing is taken back. */
const NO_RATE = { gameBp: null, levelBp: 0, rateBp: 0 };

interface EarlierPeriod {
  readonly position: string;
  readonly rules: PeriodRules | undefined;
}

/** The rates that closed periods used for members; few play is changed later. */
function createRatesBefore(executor: Executor) {
  const periods = new Map<number, EarlierPeriod>();
  return async (memberId: string, starts: Date, game: Pick<CashbackPlay, 'vassalage' | 'category'>) => {
    const period = periods.get(starts.getTime()) ?? (await readPeriod(executor, starts));
    periods.set(starts.getTime(), period);
    if (!period.rules) return NO_RATE;
    const { rates } = period.rules;
    return rateOf(rates, levelOf(rates, await stakeAt(executor, memberId, period.position)), game);
  };
}

async function readPeriod(executor: Executor, starts: Date): Promise<EarlierPeriod> {
  const { position, rules } = await executor
    .selectFrom('cashback_period')
    .select(['position', 'rules'])
    .where('starts', '=', starts)
    .executeTakeFirstOrThrow();
  return { position, rules: readRules(rules) };
}

/** The member's counted stake of all facts up to the position, which decides the level. */
async function stakeAt(executor: Executor, memberId: string, position: string): Promise<bigint> {
  return (await stakesAt(executor, [memberId], position)).get(memberId) ?? 0n;
}

export async function stakesAt(executor: Executor, memberIds: readonly string[], position: string): Promise<ReadonlyMap<string, bigint>> {
  // The trigger writes both in one transaction, and this statement reads both in one snapshot.
  const { rows } = await sql<{ id: string; stake: string }>`
    select m.id, coalesce((select settled from member_stake s where s.member_id = m.id), 0)
               - coalesce((select sum(valid) from play_fact f where f.member_id = m.id and f.id > ${position}::bigint), 0) as stake
      from unnest(${memberIds}::text[]) as m(id)`.execute(executor);
  return new Map(rows.map(({ id, stake }) => [id, BigInt(stake)]));
}

/** At most zero. */
export async function readCarries(executor: Executor, memberIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (memberIds.length === 0) return new Map();
  const rows = await executor.selectFrom('cashback_carry').selectAll().where('member_id', 'in', memberIds).execute();
  return new Map(rows.map(({ member_id, carried }) => [member_id, BigInt(carried)]));
}
