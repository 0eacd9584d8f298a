import { sql } from 'kysely';
import type { CashbackPeriod } from '../../../../shared/rules/cashback.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { consumeFacts, type FactRange, type FactStream } from '../../play/facts/index.ts';
import type { LevelHistory } from '../vip/index.ts';
import { rulesOf, storeRules } from './stored.ts';

/** Name of the consumer of play facts. */
const CASHBACK_CONSUMER = 'cashback';

export interface PeriodDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly facts: FactStream;
  readonly levels: Pick<LevelHistory, 'count' | 'cut'>;
  /** Refuses while this node's clock differs from the database's. */
  requireTime(): void;
}

const FACTS_PER_BATCH = 20_000;
const CLOSES_PER_RUN = 400;

/**
 * Counts waiting facts and closes the periods that are over. Repeated and concurrent runs share the work: the lock of the clock is the turn.
 */
export async function countAndClose(deps: PeriodDeps): Promise<void> {
  const { db, clock, facts, requireTime } = deps;
  requireTime();
  await begin(deps);
  // The horizon of the count is read after the end of every period that is due now.
  const dueUntil = clock.now().getTime();
  const work = {
    name: CASHBACK_CONSUMER,
    batch: FACTS_PER_BATCH,
    lock: lockClock,
    count: (tx: Tx, range: FactRange, open: OpenPeriod) => countRange(deps, tx, range, open),
  };
  if (!(await consumeFacts(db, facts, work)) || !(await deps.levels.count())) return;
  for (let closed = 0; closed < CLOSES_PER_RUN; closed += 1) {
    requireTime();
    if (!(await inTransaction(db, (tx) => closeNext(deps, tx, dueUntil)))) return;
  }
}

export interface OpenPeriod {
  readonly beganAt: Date;
  readonly openFrom: Date;
}

/** The first run opens the period of the present time. */
async function begin({ db, clock, facts, merchant }: PeriodDeps): Promise<void> {
  if (await readOpen(db)) return;
  const { settings } = await readMerchant(db, merchant);
  const start = new Date(windowAt(kindOf(settings), clock.now().getTime(), settings.timeZone).start);
  await facts.add(db, CASHBACK_CONSUMER);
  await db.updateTable('cashback_clock').set({ began_at: start, open_from: start }).where('open_from', 'is', null).execute();
}

/** Undefined before the first run. */
export async function readOpen(executor: Executor): Promise<OpenPeriod | undefined> {
  return openOf(await executor.selectFrom('cashback_clock').select(['began_at', 'open_from']).executeTakeFirstOrThrow());
}

async function lockClock(tx: Tx): Promise<OpenPeriod> {
  const open = openOf(await tx.selectFrom('cashback_clock').select(['began_at', 'open_from']).forUpdate().executeTakeFirstOrThrow());
  if (!open) throw new Error('the clock of cashback has not started');
  return open;
}

function openOf({ began_at, open_from }: { began_at: Date | null; open_from: Date | null }): OpenPeriod | undefined {
  return began_at && open_from ? { beganAt: began_at, openFrom: open_from } : undefined;
}

export function kindOf({ cashback }: MerchantSettings): CashbackPeriod {
  return cashback.period === 'week' ? 'W' : 'D';
}

/** Counts facts into the days of their times; those of closed periods into the open one, with the period that they belong to. */
async function countRange({ db: _, ...deps }: PeriodDeps, tx: Tx, range: FactRange, { beganAt, openFrom }: OpenPeriod): Promise<void> {
  const days = await daysOf(deps, tx, range, openFrom);
  await sql`
    insert into cashback_play as kept (day_start, played, member_id, vassalage, category, rounds, valid)
    select day_start, coalesce(p.starts, day_start), member_id, vassalage, category, sum(rounds), sum(valid)
      from (select f.*, greatest(${openFrom}::timestamptz,
                                 (select max(d) from unnest(${days}::timestamptz[]) as d where d <= f.at)) as day_start
              from play_fact f where id > ${range.after.toString()}::bigint and id <= ${range.upTo.toString()}::bigint
                                 and at >= ${beganAt}::timestamptz) as f
      left join cashback_period p on f.at < ${openFrom}::timestamptz and p.starts <= f.at and p.ends > f.at
     group by 1, 2, 3, 4, 5
    on conflict (member_id, day_start, played, vassalage, category) do update
      set rounds = kept.rounds + excluded.rounds, valid = kept.valid + excluded.valid`.execute(tx);
}

/** Starts of the days of the merchant's zone in which the facts of the range were played. */
async function daysOf({ merchant }: Pick<PeriodDeps, 'merchant'>, tx: Tx, range: FactRange, openFrom: Date): Promise<readonly Date[]> {
  const { timeZone } = (await readMerchant(tx, merchant)).settings;
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from play_fact
     where id > ${range.after.toString()}::bigint and id <= ${range.upTo.toString()}::bigint and at >= ${openFrom}::timestamptz`.execute(
    tx,
  );
  const [first, last] = [rows[0]?.first, rows[0]?.last];
  const days: Date[] = [];
  if (!first || !last) return days;
  for (let day = windowAt('D', first.getTime(), timeZone); day.start <= last.getTime(); day = windowAt('D', day.end, timeZone))
    days.push(new Date(day.start));
  return days;
}

/** Closes the open period; false if it is not over. */
async function closeNext({ facts, levels, clock, merchant }: PeriodDeps, tx: Tx, dueUntil: number): Promise<boolean> {
  const { openFrom } = await lockClock(tx);
  const { settings } = await readMerchant(tx, merchant);
  const { end } = windowAt(kindOf(settings), openFrom.getTime(), settings.timeZone);
  if (end > dueUntil) return false;
  const position = await facts.lockPosition(tx, CASHBACK_CONSUMER);
  const rules = rulesOf(settings);
  const ends = new Date(end);
  await tx
    .insertInto('cashback_period')
    .values({
      starts: openFrom,
      ends,
      position: position.toString(),
      level_cut: await levels.cut(tx),
      rules: rules ? storeRules(rules) : null,
      closed_at: clock.now(),
      settled_to: '',
      settled_at: null,
    })
    .execute();
  await tx.updateTable('cashback_clock').set({ open_from: ends }).execute();
  return true;
}
