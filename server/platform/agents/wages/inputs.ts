import { type RawBuilder, sql } from 'kysely';
import { type WageWindow, windowDay } from '../../../../shared/rules/wage-windows.ts';
import type { WageInput, WageRules } from '../../../../shared/rules/wages.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import { readTerms } from '../contracts/index.ts';
import { type LineRow, linesByAgent } from './line-rows.ts';
import type { Stream } from './streams.ts';

/** A contract that is valid in a window, with what its wage is computed from. */
export interface DueContract extends WageInput {
  readonly agentId: string;
  /** Part of the costs. */
  readonly bonuses: bigint;
}

export interface DueWindow {
  readonly contracts: readonly DueContract[];
  readonly rules: WageRules;
}

/** Bonuses of teams, which the feature of the reports counts. */
export interface TeamBonuses {
  /** All transfers from before the time are counted. */
  isCounted(executor: Executor, until: Date): Promise<boolean>;
  /** Bonuses less those taken back on the days, the last one not included, of each agent and the team below. */
  read(
    executor: Executor,
    days: { readonly from: string; readonly until: string },
    agents: readonly string[],
  ): Promise<ReadonlyMap<string, bigint>>;
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
  const isReduced = isLessCosts(stream, settings);
  const none = new Map<string, bigint>();
  const [lines, active, uplines, carries, wages, bonuses] = [
    await linesOf(tx, stream, window, settings.timeZone, agents),
    await activeOf(tx, stream, window, agents),
    await uplinesOf(tx, agents),
    await carriesOf(tx, stream, agents),
    isReduced ? await otherWagesOf(tx, window, agents) : none,
    isReduced ? await teams.read(tx, daysOf(window, settings.timeZone), agents) : none,
  ];
  const contractOf = new Map(rows.map((row) => [row.agent_id, row.id]));
  const contracts = rows.map((row) => {
    // Also after a move within the window: the former upline's contract pays the window, so its wage is less by it.
    const upline = row.upline_id !== null && contractOf.has(row.upline_id) ? row.upline_id : uplines.get(row.agent_id);
    const carry = carries.get(row.agent_id);
    const bonus = positive(bonuses.get(row.agent_id) ?? 0n);
    return {
      contractId: row.id,
      agentId: row.agent_id,
      uplineContractId: upline === undefined ? undefined : contractOf.get(upline),
      kind: stream.kind,
      terms: readTerms(row.terms),
      lines: lines.get(row.agent_id) ?? [],
      active: active.get(row.agent_id) ?? 0,
      bonuses: bonus,
      costs: (wages.get(row.agent_id) ?? 0n) + bonus,
      carriedIn: carry?.carried ?? 0n,
      lastRateBp: carry?.lastRateBp,
    };
  });
  return { contracts, rules };
}

/** Dividends are reduced by bonuses and other wages, if the merchant has it so. */
export function isLessCosts({ kind }: Stream, { agents }: MerchantSettings): boolean {
  return kind === 'dividend' && agents.dividendLessBonuses;
}

function daysOf({ start, end }: WageWindow, timeZone: string) {
  return { from: windowDay({ start, end }, timeZone), until: windowDay({ start: end, end }, timeZone) };
}

/** Where more was taken back than given, nothing is added to the dividend. */
function positive(units: bigint): bigint {
  return units > 0n ? units : 0n;
}

function validContracts(tx: Tx, { kind, period }: Stream, start: Date) {
  return tx
    .selectFrom('agent_contract')
    .select(['id', 'agent_id', 'upline_id', 'terms'])
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
    select agent_id, category, bet, excluded, own, sum(valid) as valid, sum(stake) as stake, sum(payout) as payout
      from (${source}) as t where agent_id = any(${agents}::text[])
     group by agent_id, category, bet, excluded, own order by agent_id, category, bet, excluded, own`.execute(tx);
  return linesByAgent(rows);
}

async function activeOf(tx: Tx, { windows }: Stream, { start }: WageWindow, agents: readonly string[]) {
  const { rows } = await sql<{ agent_id: string; members: number }>`
    select agent_id, members from team_active
     where period = ${windows} and starts = ${new Date(start)} and agent_id = any(${agents}::text[])`.execute(tx);
  return new Map(rows.map(({ agent_id, members }) => [agent_id, members]));
}

/** The nearest agent above who has a contract too. */
async function uplinesOf(tx: Tx, agents: readonly string[]) {
  const { rows } = await sql<{ member_id: string; ancestor_id: string }>`
    select distinct on (member_id) member_id, ancestor_id from agent_closure
     where member_id = any(${agents}::text[]) and ancestor_id = any(${agents}::text[]) and depth > 0
     order by member_id, depth`.execute(tx);
  return new Map(rows.map(({ member_id, ancestor_id }) => [member_id, ancestor_id]));
}

async function carriesOf(tx: Tx, { kind }: Stream, agents: readonly string[]) {
  const { rows } = await sql<{ agent_id: string; carried: string; last_rate_bp: number | null }>`
    select agent_id, carried, last_rate_bp from wage_carry where kind = ${kind} and agent_id = any(${agents}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.agent_id, { carried: BigInt(row.carried), lastRateBp: row.last_rate_bp ?? undefined }]));
}

/** Wages of the other kinds of the whole team, the agent's own included, in windows that start in this one. */
async function otherWagesOf(tx: Tx, { start, end }: WageWindow, agents: readonly string[]) {
  const { rows } = await sql<{ ancestor_id: string; costs: string }>`
    select c.ancestor_id, sum(w.amount) as costs
      from wage_statement w join agent_closure c on c.member_id = w.agent_id
     where w.kind <> 'dividend' and w.amount > 0 and w.state <> 'rejected'
       and w.window_start >= ${new Date(start)} and w.window_start < ${new Date(end)} and c.ancestor_id = any(${agents}::text[])
     group by c.ancestor_id`.execute(tx);
  return new Map(rows.map(({ ancestor_id, costs }) => [ancestor_id, BigInt(costs)]));
}
