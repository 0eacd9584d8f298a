import { type RawBuilder, sql } from 'kysely';
import { type WageWindow, windowDay } from '../../../../shared/rules/wage-windows.ts';
import type { WageInput, WageRules } from '../../../../shared/rules/wages.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import { readTerms } from '../contracts/index.ts';
import { type AmountsBySpan, bonusesBySpan, otherWages, type TeamBonuses } from './costs.ts';
import { type LineRow, type LinesBySpan, linesByAgent } from './line-rows.ts';
import { type Span, spanRows, spansOf, splitAgents, uplinesBySpan } from './spans.ts';
import type { Stream } from './streams.ts';

/** A contract that is valid in a window, with what its wage is computed from. */
export interface DueContract extends WageInput {
  readonly agentId: string;
  /** Part of the costs. */
  readonly bonuses: bigint;
  /** Begin of each part of `spans`; null: of the window. */
  readonly spanStarts: readonly (Date | null)[] | undefined;
}

export interface DueWindow {
  readonly contracts: readonly DueContract[];
  readonly rules: WageRules;
}

function rulesOf(settings: MerchantSettings, { kind }: Stream): WageRules {
  return { ceilingBp: settings.agents.ceilings[kind], weights: settings.agents.weights };
}

/** Reads the contracts that are valid at the start of the window, and the play of their teams in it. */
export async function readWindow(
  tx: Tx,
  stream: Stream,
  window: WageWindow,
  { settings, bonuses: teams }: { readonly settings: MerchantSettings; readonly bonuses: TeamBonuses },
): Promise<DueWindow> {
  const rules = rulesOf(settings, stream);
  const rows = await validContracts(tx, stream, new Date(window.start));
  if (rows.length === 0) return { contracts: [], rules };
  const agents = rows.map(({ agent_id }) => agent_id);
  const spans = await spansOf(tx, window);
  const above = await uplinesBySpan(tx, spans, agents);
  const split = splitAgents(above);
  const { timeZone } = settings;
  const lines = await linesOf(tx, stream, window, timeZone, agents);
  const spanLines = await linesBySpan(tx, stream, window, spans, [...split]);
  const active = await activeOf(tx, stream, window, agents);
  const carries = await carriesOf(tx, stream, agents);
  const costs = isLessCosts(stream, settings) ? await readCosts(tx, teams, { ...window, timeZone, spans }, agents, split) : NO_COSTS;
  const contractOf = new Map(rows.map((row) => [row.agent_id, row.id]));
  const idAbove = (upline: string | undefined) => (upline === undefined ? undefined : contractOf.get(upline));
  const contracts = rows.map((row): DueContract => {
    const carry = carries.get(row.agent_id);
    const bonus = costs.bonuses.get(row.agent_id) ?? 0n;
    const wages = costs.wages.get(row.agent_id);
    const uplines = above.get(row.agent_id) ?? [];
    const isSplit = split.has(row.agent_id);
    const spanBonuses = bonus > 0n ? costs.spanBonuses.get(row.agent_id) : undefined;
    return {
      contractId: row.id,
      agentId: row.agent_id,
      uplineContractId: idAbove(uplines[0]),
      kind: stream.kind,
      terms: readTerms(row.terms),
      lines: lines.get(row.agent_id)?.[0] ?? [],
      active: active.get(row.agent_id) ?? 0,
      bonuses: bonus,
      costs: total(wages) + bonus,
      carriedIn: carry?.carried ?? 0n,
      lastRateBp: carry?.lastRateBp,
      spanStarts: isSplit ? spans.map(({ from }) => from) : undefined,
      spans: isSplit
        ? spans.map((_, nr) => ({
            uplineContractId: idAbove(uplines[nr]),
            lines: spanLines.get(row.agent_id)?.[nr] ?? [],
            costs: (wages?.[nr] ?? 0n) + (spanBonuses?.[nr] ?? 0n),
          }))
        : undefined,
    };
  });
  return { contracts, rules };
}

interface Costs {
  readonly wages: AmountsBySpan;
  /** At least zero: where more was taken back than given, nothing is added to the dividend. */
  readonly bonuses: ReadonlyMap<string, bigint>;
  /** Of agents whose window has parts. */
  readonly spanBonuses: AmountsBySpan;
}
const NO_COSTS: Costs = { wages: new Map(), bonuses: new Map(), spanBonuses: new Map() };

async function readCosts(
  tx: Tx,
  teams: TeamBonuses,
  window: Parameters<typeof bonusesBySpan>[2],
  agents: readonly string[],
  split: ReadonlySet<string>,
): Promise<Costs> {
  const counted = await teams.read(tx, daysOf(window, window.timeZone), agents);
  return {
    wages: await otherWages(tx, window, window.spans, agents),
    bonuses: new Map([...counted].map(([id, units]) => [id, units > 0n ? units : 0n])),
    spanBonuses: split.size === 0 ? new Map() : await bonusesBySpan(tx, teams, window, [...split]),
  };
}

function total(amounts: readonly bigint[] | undefined): bigint {
  return (amounts ?? []).reduce((sum, amount) => sum + amount, 0n);
}

/** Dividends are reduced by bonuses and other wages, if the merchant has it so. */
export function isLessCosts({ kind }: Stream, { agents }: MerchantSettings): boolean {
  return kind === 'dividend' && agents.dividendLessBonuses;
}

function daysOf({ start, end }: WageWindow, timeZone: string) {
  return { from: windowDay({ start, end }, timeZone), until: windowDay({ start: end, end }, timeZone) };
}

/** Contracts of a stream that are valid at a time. */
export function validContracts(executor: Executor, { kind, period }: Pick<Stream, 'kind' | 'period'>, start: Date) {
  return executor
    .selectFrom('agent_contract')
    .select(['id', 'agent_id', 'terms'])
    .where('kind', '=', kind)
    .where('period', 'is not distinct from', period)
    .where('valid_from', '<=', start)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', start)]))
    .orderBy('agent_id')
    .execute();
}

/** Windows shorter than a day from base windows, others from days. The size of bets matters for real-time wages only. */
async function linesOf(tx: Tx, { kind, windows }: Stream, { start, end }: WageWindow, timeZone: string, agents: readonly string[]) {
  const isShort = windows === 'five-minutes' || windows === 'hour';
  const bet = kind === 'realtime' ? sql`bet` : sql`0`;
  const source: RawBuilder<unknown> = isShort
    ? sql`select agent_id, category, ${bet} as bet, excluded, own, valid, stake, payout from team_window
           where window_start >= ${new Date(start)} and window_start < ${new Date(end)}`
    : sql`select agent_id, category, 0 as bet, excluded, own, valid, stake, payout from team_day
           where day >= ${windowDay({ start, end }, timeZone)}::date and day < ${windowDay({ start: end, end }, timeZone)}::date`;
  const { rows } = await sql<LineRow>`
    select agent_id, 0 as nr, category, bet, excluded, own, sum(valid) as valid, sum(stake) as stake, sum(payout) as payout
      from (${source}) as t where agent_id = any(${agents}::text[])
     group by agent_id, category, bet, excluded, own order by agent_id, category, bet, excluded, own`.execute(tx);
  return linesByAgent(rows, 1);
}

/** The lines of agents whose window has parts, from the base windows. */
async function linesBySpan(tx: Tx, { kind }: Stream, { start, end }: WageWindow, spans: readonly Span[], agents: readonly string[]) {
  if (agents.length === 0) return new Map<string, LinesBySpan>();
  const { rows } = await sql<LineRow>`
    select t.agent_id, s.nr, t.category, ${kind === 'realtime' ? sql`t.bet` : sql`0`} as bet, t.excluded, t.own,
           sum(t.valid) as valid, sum(t.stake) as stake, sum(t.payout) as payout
      from window_close c
      join ${spanRows(spans)} on (s.from_at is null or c.closed_at >= s.from_at) and (s.until_at is null or c.closed_at < s.until_at)
     cross join unnest(${agents}::text[]) as a(id)
      join team_window t on t.window_start = c.window_start and t.agent_id = a.id
     where c.window_start >= ${new Date(start)} and c.window_start < ${new Date(end)}
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(tx);
  return linesByAgent(rows, spans.length);
}

async function activeOf(tx: Tx, { windows }: Stream, { start }: WageWindow, agents: readonly string[]) {
  const { rows } = await sql<{ agent_id: string; members: number }>`
    select agent_id, members from team_active
     where period = ${windows} and starts = ${new Date(start)} and agent_id = any(${agents}::text[])`.execute(tx);
  return new Map(rows.map(({ agent_id, members }) => [agent_id, members]));
}

async function carriesOf(tx: Tx, { kind }: Stream, agents: readonly string[]) {
  const { rows } = await sql<{ agent_id: string; carried: string; last_rate_bp: number | null }>`
    select agent_id, carried, last_rate_bp from wage_carry where kind = ${kind} and agent_id = any(${agents}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.agent_id, { carried: BigInt(row.carried), lastRateBp: row.last_rate_bp ?? undefined }]));
}
