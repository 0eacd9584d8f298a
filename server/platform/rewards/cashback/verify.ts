import { type Selectable, sql } from 'kysely';
import { type CashbackPlay, computeCashback, rateOf } from '../../../../shared/rules/cashback.ts';
import type { Executor } from '../../base/db/index.ts';
import { type PeriodLevels, readLevels, type UsedLevel } from './levels.ts';
import type { StatementRow } from './notices.ts';
import { readLines, readRules, storeLines } from './stored.ts';
import type { CashbackTables } from './tables.ts';

type Period = Pick<Selectable<CashbackTables['cashback_period']>, 'starts' | 'ends' | 'position' | 'level_cut' | 'rules'> & {
  readonly before: string;
};

/**
 * Differences of the cashback of all settled periods that start in the time, computed again from the facts: the sums of play by day are not
 * read. The levels are those of their history when the period ended (`verifyLevels` proves it).
 */
export async function verifyCashback(executor: Executor, from: Date, until: Date): Promise<readonly string[]> {
  const { rows } = await sql<Period>`
    select * from (
      select starts, ends, position, level_cut, rules, settled_at,
             coalesce(lag(position) over (order by starts), (select coalesce(max(id), 0) from play_fact where kind = 'opening')) as before
        from cashback_period) as p
     where settled_at is not null and starts >= ${from} and starts < ${until} order by starts`.execute(executor);
  const differences: string[] = [];
  for (const period of rows) differences.push(...(await verifyPeriod(executor, period)));
  return [...differences, ...(await wrongPayments(executor, from, until))];
}

interface FactRow {
  readonly member_id: string;
  readonly vassalage: string;
  readonly category: string;
  readonly before: Date | null;
  readonly valid: string;
  /** Of the earlier period. */
  readonly rules: unknown;
  readonly position: string | null;
  readonly level_cut: string | null;
}

async function verifyPeriod(executor: Executor, period: Period): Promise<string[]> {
  const rules = readRules(period.rules);
  const rows = await executor.selectFrom('cashback_statement').selectAll().where('period_start', '=', period.starts).execute();
  if (!rules) return rows.map(({ id }) => `cashback ${id}: the merchant had none in this period`);
  const plays = await playsFromFacts(executor, period);
  const statements = new Map(rows.map((row) => [row.member_id, row]));
  const differences: string[] = [];
  for (const [memberId, play] of plays) {
    const row = statements.get(memberId);
    if (!row) {
      differences.push(`member ${memberId} has no cashback for the period of ${period.starts.toISOString()}`);
      continue;
    }
    const { level, stake } = await levelIn(executor, memberId, { ...period, rates: rules.rates });
    const carriedIn = await carriedBefore(executor, row);
    const result = computeCashback({ rates: rules.rates, level, plays: play, carriedIn, coin: rules.coin });
    differences.push(
      ...compare(row, {
        level,
        level_stake: stake,
        lines: storeLines(result.lines),
        valid: result.valid,
        carried_in: carriedIn,
        gross: result.gross,
        carried_out: result.carriedOut,
        amount: result.amount,
      }),
    );
  }
  for (const { member_id, id } of rows) if (!plays.has(member_id)) differences.push(`cashback ${id}: the member has no play in its period`);
  return differences;
}

function compare(row: StatementRow, expected: Readonly<Record<string, bigint | number | string | null>>): string[] {
  const stored: Readonly<Record<string, unknown>> = { ...row, lines: storeLines(readLines(row.lines)) };
  return Object.entries(expected)
    .filter(([name, value]) => String(stored[name]) !== String(value))
    .map(([name, value]) => `cashback ${row.id}: ${name} is ${stored[name]}, computed again ${value}`);
}

/** A fact counts for the period of its time if it was counted before its end, or else for the period in which it was counted. */
async function playsFromFacts(
  executor: Executor,
  { starts, ends, position, before }: Period,
): Promise<ReadonlyMap<string, CashbackPlay[]>> {
  const { rows } = await sql<FactRow>`
    with f as (
      select f.member_id, f.vassalage, f.category, case when f.at < ${starts} then p.starts end as before, sum(f.valid) as valid
        from play_fact f
        left join cashback_period p on f.at < ${starts} and p.starts <= f.at and p.ends > f.at
       where f.kind <> 'opening' and f.id <= ${position}::bigint
         and ((f.at >= ${starts} and f.at < ${ends}) or (f.at < ${starts} and f.id > ${before}::bigint))
         and f.at >= (select began_at from cashback_clock)
       group by 1, 2, 3, 4 having sum(f.valid) <> 0)
    select f.*, p.rules, p.position, p.level_cut from f left join cashback_period p on p.starts = f.before
     order by f.member_id, f.before nulls first, f.vassalage, f.category`.execute(executor);
  const plays = new Map<string, CashbackPlay[]>();
  for (const row of rows) plays.set(row.member_id, [...(plays.get(row.member_id) ?? []), await playOf(executor, row)]);
  return plays;
}

async function playOf(executor: Executor, { member_id, vassalage, category, before, valid, ...end }: FactRow): Promise<CashbackPlay> {
  const game = { vassalage, category, valid: BigInt(valid) };
  if (before === null) return { ...game, before: undefined };
  const then = readRules(end.rules);
  if (!then) return { ...game, before: { periodStart: before.getTime(), rate: { gameBp: null, levelBp: 0, rateBp: 0 } } };
  const { position, level_cut } = end;
  const { level } = await levelIn(executor, member_id, { position: position ?? '0', level_cut, rates: then.rates });
  const rate = rateOf(then.rates, level, game);
  return { ...game, before: { periodStart: before.getTime(), rate } };
}

async function levelIn(executor: Executor, memberId: string, end: PeriodLevels): Promise<UsedLevel> {
  return (await readLevels(executor, [memberId], end)).get(memberId) ?? { level: 0, stake: null };
}

async function carriedBefore(executor: Executor, { member_id, period_start }: StatementRow): Promise<bigint> {
  const row = await executor
    .selectFrom('cashback_statement')
    .select('carried_out')
    .where('member_id', '=', member_id)
    .where('period_start', '<', period_start)
    .orderBy('period_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return BigInt(row?.carried_out ?? 0);
}

/** Paid statements whose transfer moves another amount, and transfers of the kind without a statement. */
async function wrongPayments(executor: Executor, from: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    select 'cashback ' || s.id || ': transfer ' || t.id || ' moves ' || coalesce(p.amount, 0) || ', not ' || s.amount as difference
      from cashback_statement s join ledger_transfer t on t.id = s.transfer_id
      left join ledger_account a on a.owner = s.member_id and a.kind = 'wallet'
      left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
     where s.period_start >= ${from} and s.period_start < ${until}
       and (p.amount is distinct from s.amount or t.kind <> 'cashback' or t.reference <> 'cashback:' || s.id)
    union all
    select 'transfer ' || t.id || ' pays cashback without a statement' from ledger_transfer t
     where t.kind = 'cashback' and t.created_at >= ${from} and not exists (select from cashback_statement s where s.transfer_id = t.id)`.execute(
    executor,
  );
  return rows.map(({ difference }) => difference);
}
