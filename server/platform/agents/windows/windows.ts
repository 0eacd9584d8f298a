import { type Selectable, sql } from 'kysely';
import { BASE_WINDOW_MS, windowAt, windowDay } from '../../../../shared/rules/wage-windows.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { readMerchant, toUnits } from '../../merchant/index.ts';
import { consumeFacts, type FactRange, type FactStream } from '../../play/facts/index.ts';
import { sumWindow } from './close-window.ts';
import type { WindowTables } from './tables.ts';

/** Name of the consumer of play facts. */
export const TEAM_CONSUMER = 'teams';

export interface WindowDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly facts: FactStream;
  /** Refuses while this node's clock differs from the database's. */
  requireTime(): void;
}

/** The base windows of teams: facts are counted into the open ones, and windows that are over are closed in order. */
export interface TeamWindows {
  /** Counts waiting facts and closes what is due; repeated and concurrent runs share the work. Returns the number of closed windows. */
  run(): Promise<number>;
  /** Start of the first window that is not closed, in milliseconds; undefined before the first run. */
  openFrom(executor: Executor): Promise<number | undefined>;
}

type CloseRow = Selectable<WindowTables['window_close']>;
const FACTS_PER_BATCH = 20_000;
const CLOSES_PER_RUN = 2_000;

export function createTeamWindows(deps: WindowDeps): TeamWindows {
  const { db, clock, facts, requireTime } = deps;

  const work = {
    name: TEAM_CONSUMER,
    batch: FACTS_PER_BATCH,
    lock: lockClock,
    count: (tx: Tx, range: FactRange, openFrom: Date) => countRange(deps, tx, range, openFrom),
  };

  return {
    async run() {
      requireTime();
      await begin(deps);
      let closed = 0;
      // The horizon of a count is read after the end of every window that is due now.
      const dueUntil = Math.floor(clock.now().getTime() / BASE_WINDOW_MS) * BASE_WINDOW_MS;
      if (!(await consumeFacts(db, facts, work))) return 0;
      while (closed < CLOSES_PER_RUN) {
        requireTime();
        if (!(await inTransaction(db, (tx) => closeNext(deps, tx, dueUntil)))) break;
        closed += 1;
      }
      return closed;
    },
    async openFrom(executor) {
      const row = await executor.selectFrom('window_clock').select('open_from').executeTakeFirstOrThrow();
      return row.open_from?.getTime();
    },
  };
}

/** The first run opens the window of the present time. */
async function begin({ db, clock, facts }: WindowDeps): Promise<void> {
  const now = windowAt('five-minutes', clock.now().getTime(), 'UTC').start;
  await facts.add(db, TEAM_CONSUMER);
  await db
    .updateTable('window_clock')
    .set({ open_from: new Date(now) })
    .where('open_from', 'is', null)
    .execute();
}

async function lockClock(tx: Tx): Promise<Date> {
  const row = await tx.selectFrom('window_clock').select('open_from').forUpdate().executeTakeFirstOrThrow();
  if (!row.open_from) throw new Error('the window clock has not started');
  return row.open_from;
}

/**
 * Counts facts into the windows of their times, or into the first open one if that is closed. Sizes of rounds are rounded down to
 * the merchant's steps.
 */
async function countRange({ merchant }: WindowDeps, tx: Tx, range: FactRange, openFrom: Date): Promise<void> {
  const steps = (await readMerchant(tx, merchant)).settings.agents.betSteps.map((step) => toUnits(step).toString());
  await sql`
    insert into play_window as kept (window_start, member_id, category, bet, rounds, stake, valid, payout)
    select greatest(date_bin('5 minutes', at, 'epoch'), ${openFrom}::timestamptz), member_id, category,
           coalesce((select max(s) from unnest(${steps}::bigint[]) as s where s <= bet), 0), sum(rounds), sum(stake), sum(valid), sum(payout)
      from play_fact where id > ${range.after.toString()}::bigint and id <= ${range.upTo.toString()}::bigint
     group by 1, 2, 3, 4
    on conflict (window_start, member_id, category, bet) do update
      set rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake,
          valid = kept.valid + excluded.valid, payout = kept.payout + excluded.payout`.execute(tx);
}

/** Closes the first open window, or all up to the next one with play; false if none is due. */
async function closeNext(deps: WindowDeps, tx: Tx, dueUntil: number): Promise<boolean> {
  const { facts, clock, merchant } = deps;
  const start = await lockClock(tx);
  if (start.getTime() + BASE_WINDOW_MS > dueUntil) return false;
  const position = await facts.lockPosition(tx, TEAM_CONSUMER);
  const { timeZone, agents } = (await readMerchant(tx, merchant)).settings;
  const next = await nextWithPlay(tx, start);
  const isEmpty = next === undefined || next > start.getTime();
  const end = isEmpty ? Math.min(dueUntil, next ?? dueUntil) : start.getTime() + BASE_WINDOW_MS;
  const now = clock.now();
  const row: CloseRow = {
    window_start: start,
    window_end: new Date(end),
    position: position.toString(),
    day: windowDay(windowAt('D', start.getTime(), timeZone), timeZone),
    active_valid_bet: toUnits(agents.activeValidBet).toString(),
    closed_at: now,
  };
  if (!isEmpty) await sumWindow(tx, { start, timeZone, now, activeValidBet: BigInt(row.active_valid_bet) });
  await tx.insertInto('window_close').values(row).execute();
  await tx
    .updateTable('window_clock')
    .set({ open_from: new Date(end) })
    .execute();
  return true;
}

async function nextWithPlay(tx: Tx, from: Date): Promise<number | undefined> {
  const row = await tx
    .selectFrom('play_window')
    .select('window_start')
    .where('window_start', '>=', from)
    .orderBy('window_start')
    .limit(1)
    .executeTakeFirst();
  return row?.window_start.getTime();
}
