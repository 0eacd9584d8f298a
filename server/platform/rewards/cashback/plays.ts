import { sql } from 'kysely';
import { type CashbackPlay, rateOf } from '../../../../shared/rules/cashback.ts';
import type { Executor } from '../../base/db/index.ts';
import { readLevels } from './levels.ts';
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
  readonly level_cut: string | null;
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
    const used = (await readLevels(executor, [memberId], { ...period, rates })).get(memberId);
    return rateOf(rates, used?.level ?? 0, game);
  };
}

async function readPeriod(executor: Executor, starts: Date): Promise<EarlierPeriod> {
  const { rules, ...end } = await executor
    .selectFrom('cashback_period')
    .select(['position', 'level_cut', 'rules'])
    .where('starts', '=', starts)
    .executeTakeFirstOrThrow();
  return { ...end, rules: readRules(rules) };
}

/** At most zero. */
export async function readCarries(executor: Executor, memberIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (memberIds.length === 0) return new Map();
  const rows = await executor.selectFrom('cashback_carry').selectAll().where('member_id', 'in', memberIds).execute();
  return new Map(rows.map(({ member_id, carried }) => [member_id, BigInt(carried)]));
}
