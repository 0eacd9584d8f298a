import { type Insertable, sql } from 'kysely';
import { type WageWindow, windowAt } from '../../../../shared/rules/wage-windows.ts';
import { computeWages, type Wage } from '../../../../shared/rules/wages.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor, Tx } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import { storeTerms } from '../contracts/index.ts';
import type { TeamWindows } from '../windows/index.ts';
import type { TeamBonuses } from './costs.ts';
import { type DueContract, type DueWindow, isLessCosts, readWindow } from './inputs.ts';
import { storeLines, storeParts, storeSpans } from './stored.ts';
import { STREAMS, type Stream } from './streams.ts';
import type { WageTables } from './tables.ts';

export interface SettleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly windows: Pick<TeamWindows, 'openFrom'>;
  readonly bonuses: TeamBonuses;
  /** Refuses while this node's clock differs from the database's. */
  requireTime(): void;
}

/** Rows of one statement: more would exceed the parameters of a query. */
const ROWS_PER_INSERT = 1_000;

/**
 * Settles the next window of the stream, in one transaction whose turn is the lock of the stream's progress: of several nodes one settles, and
 * a node that fails leaves nothing. Returns false if no window is due: the play of a window is complete when all its base windows are closed.
 */
export async function settleNext(deps: SettleDeps, tx: Tx, stream: Stream): Promise<boolean> {
  deps.requireTime();
  const openFrom = await deps.windows.openFrom(tx);
  if (openFrom === undefined) return false;
  const { settings } = await readMerchant(tx, deps.merchant);
  const from = await lockProgress(tx, stream, openFrom, settings.timeZone);
  const window = { start: from, end: windowAt(stream.windows, from, settings.timeZone).end };
  if (window.end > openFrom) return false;
  if (stream.kind === 'dividend' && !(await othersSettled(tx, window))) return false;
  if (isLessCosts(stream, settings) && !(await isCostKnown(deps, tx, window))) return false;
  const due = await readWindow(tx, stream, window, { settings, bonuses: deps.bonuses });
  if (due.contracts.length > 0) await storeWages(deps, tx, { stream, window, due, settings });
  const until = await settledUntil(tx, stream, { window, openFrom, timeZone: settings.timeZone }, due);
  await tx
    .updateTable('wage_progress')
    .set({ settled_until: new Date(until) })
    .where('stream', '=', stream.name)
    .execute();
  return true;
}

/** Locks the progress of the stream. It starts with the window of the first contract, or with the one that is open at its first run. */
async function lockProgress(tx: Tx, stream: Stream, openFrom: number, timeZone: string): Promise<number> {
  const read = () =>
    tx.selectFrom('wage_progress').select('settled_until').where('stream', '=', stream.name).forUpdate().executeTakeFirst();
  const known = await read();
  if (known) return known.settled_until.getTime();
  const contract = await firstContract(tx, stream, undefined);
  const first = windowAt(stream.windows, Math.min(contract ?? openFrom, openFrom), timeZone).start;
  await tx
    .insertInto('wage_progress')
    .values({ stream: stream.name, settled_until: new Date(first) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())?.settled_until.getTime() ?? first;
}

/** Begin of the first contract, or of the first one that begins after a time. */
async function firstContract(tx: Tx, { kind, period }: Stream, after: number | undefined): Promise<number | undefined> {
  const contracts = tx
    .selectFrom('agent_contract')
    .select('valid_from')
    .where('kind', '=', kind)
    .where('period', 'is not distinct from', period)
    .where('valid_from', 'is not', null);
  const row = await (after === undefined ? contracts : contracts.where('valid_from', '>', new Date(after)))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst();
  return row?.valid_from?.getTime();
}

async function othersSettled(tx: Tx, { end }: WageWindow): Promise<boolean> {
  const others = STREAMS.filter(({ kind }) => kind !== 'dividend').map(({ name }) => name);
  const rows = await tx.selectFrom('wage_progress').select('settled_until').where('stream', 'in', others).execute();
  return rows.length === others.length && rows.every(({ settled_until }) => settled_until.getTime() >= end);
}

/** A transfer gets its time before it is committed, at most some seconds earlier. */
const COMMIT_MS = MINUTE_MS;

/** All bonuses of the window are committed and counted. */
async function isCostKnown({ clock, bonuses }: SettleDeps, tx: Tx, { end }: WageWindow): Promise<boolean> {
  return clock.now().getTime() >= end + COMMIT_MS && bonuses.isCounted(tx, new Date(end));
}

interface Settled {
  readonly window: WageWindow;
  readonly openFrom: number;
  readonly timeZone: string;
}

/** Real-time wages have no statement without play, so windows without any are settled together. */
async function settledUntil(tx: Tx, stream: Stream, settled: Settled, { contracts }: DueWindow): Promise<number> {
  if (contracts.length === 0) return nextStart(tx, stream, settled);
  const { window, openFrom } = settled;
  if (stream.kind !== 'realtime' || contracts.some(({ lines }) => lines.length > 0)) return window.end;
  const { rows } = await sql<{ next: Date | null }>`
    select min(window_start) as next from team_window where window_start >= ${new Date(window.end)}`.execute(tx);
  return Math.min(rows[0]?.next?.getTime() ?? openFrom, openFrom);
}

/** Without contracts: the window of the next contract, or the last one that is complete. */
async function nextStart(tx: Tx, stream: Stream, { window, openFrom, timeZone }: Settled): Promise<number> {
  const next = Math.min((await firstContract(tx, stream, window.start)) ?? openFrom, openFrom);
  return Math.max(window.end, windowAt(stream.windows, next, timeZone).start);
}

interface Settlement {
  readonly stream: Stream;
  readonly window: WageWindow;
  readonly due: DueWindow;
  readonly settings: MerchantSettings;
}

async function storeWages(deps: SettleDeps, tx: Tx, settlement: Settlement): Promise<void> {
  const { stream, due } = settlement;
  const wages = new Map(computeWages(due.contracts, due.rules).map((wage) => [wage.contractId, wage]));
  const now = deps.clock.now();
  // Real-time wages have a statement only for windows with play.
  const stated = due.contracts.filter(({ lines }) => stream.kind !== 'realtime' || lines.length > 0);
  const rows = stated.map((contract) => rowOf(settlement, contract, wages.get(contract.contractId) as Wage, now));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx
      .insertInto('wage_statement')
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .execute();
  }
  await storeCarries(tx, stream, rows);
}

function rowOf(
  { stream, window, due, settings }: Settlement,
  contract: DueContract,
  wage: Wage,
  now: Date,
): Insertable<WageTables['wage_statement']> {
  const limit = settings.agents.payoutLimit;
  const isHeld = limit !== null && wage.amount > toUnits(limit);
  return {
    contract_id: contract.contractId,
    agent_id: contract.agentId,
    kind: stream.kind,
    period: stream.period,
    window_start: new Date(window.start),
    window_end: new Date(window.end),
    currency: settings.currency,
    upline_contract_id: contract.uplineContractId ?? null,
    terms: storeTerms(contract.terms),
    rules: JSON.stringify({
      ...due.rules,
      timeZone: settings.timeZone,
      lessCosts: isLessCosts(stream, settings),
      split: true,
      rewards: true,
    }),
    lines: storeLines(contract.lines),
    parts: storeParts(wage.parts),
    spans: storeSpans(contract.spanStarts, contract.spans),
    active: contract.active,
    costs: contract.costs.toString(),
    bonuses: contract.bonuses.toString(),
    last_rate_bp: contract.lastRateBp ?? null,
    carried_in: contract.carriedIn.toString(),
    valid_bet: wage.validBet.toString(),
    profit: wage.profit.toString(),
    excluded_bet: wage.excludedBet.toString(),
    base: wage.base.toString(),
    tier: wage.tier ?? null,
    rate_bp: wage.rateBp,
    gross: wage.gross.toString(),
    below: wage.below.toString(),
    carried_out: wage.carriedOut.toString(),
    amount: wage.amount.toString(),
    state: wage.amount === 0n ? 'nothing' : isHeld ? 'held' : 'due',
    transfer_id: null,
    created_at: now,
    paid_at: null,
  };
}

/** What the next window of each agent starts with. */
async function storeCarries(tx: Executor, { kind }: Stream, rows: readonly Insertable<WageTables['wage_statement']>[]): Promise<void> {
  await sql`
    insert into wage_carry as kept (agent_id, kind, carried, last_rate_bp)
    select r.agent_id, ${kind}, r.carried, r.rate
      from unnest(${rows.map((row) => row.agent_id)}::text[], ${rows.map((row) => row.carried_out)}::bigint[],
                  ${rows.map((row) => (row.tier === null ? null : row.rate_bp))}::int[]) as r(agent_id, carried, rate)
    on conflict (agent_id, kind) do update set carried = excluded.carried, last_rate_bp = coalesce(excluded.last_rate_bp, kept.last_rate_bp)`.execute(
    tx,
  );
}
