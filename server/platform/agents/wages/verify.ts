import { sql } from 'kysely';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { computeWages, type PlayLine, type Wage } from '../../../../shared/rules/wages.ts';
import type { Executor } from '../../base/db/index.ts';
import { readTerms } from '../contracts/index.ts';
import { validContracts } from './inputs.ts';
import { type LineRow, type LinesBySpan, linesByAgent, wholeLines } from './line-rows.ts';
import type { StatementRow } from './pay.ts';
import { type Span, spanRows, spansOf, splitAgents, uplinesBySpan } from './spans.ts';
import { readLines, readRules, readSpans, storeSpans } from './stored.ts';
import { compareCosts, costsFromHistory } from './verify-costs.ts';
import { activeFromHistory, countedInBreaks } from './verify-people.ts';

/** A wage computed again: the play of the team from the facts, and the result. */
export interface Recomputed {
  readonly statement: StatementRow;
  readonly lines: readonly PlayLine[];
  readonly wage: Wage;
  /** What differs from the statement, as sentences. */
  readonly differences: readonly string[];
}

/** Facts that a node with a clock ahead has stored early. */
const EARLY = sql`interval '10 minutes'`;

/**
 * Computes all wages of one kind in one window again. The play comes from the facts and from the history of uplines, not from the sums and the
 * closure that settled it, active members from the closes, and bonuses from the ledger; `TAKEN_AS_STORED` names the rest.
 */
export async function recomputeWindow(
  executor: Executor,
  { kind, window_start }: Pick<StatementRow, 'kind' | 'window_start'>,
): Promise<readonly Recomputed[]> {
  const statements = await executor
    .selectFrom('wage_statement')
    .selectAll()
    .where('kind', '=', kind)
    .where('window_start', '=', window_start)
    .orderBy('id')
    .execute();
  const recomputed: Recomputed[] = [];
  // Windows of dividends with different periods may start together.
  for (const end of new Set(statements.map(({ window_end }) => window_end.getTime()))) {
    const group = statements.filter(({ window_end }) => window_end.getTime() === end);
    recomputed.push(...(await recomputeGroup(executor, group)));
  }
  return recomputed;
}

/** The statement with this id, computed again; undefined: unknown. */
export async function recomputeStatement(executor: Executor, id: string): Promise<Recomputed | undefined> {
  const row = await executor.selectFrom('wage_statement').select(['kind', 'window_start']).where('id', '=', id).executeTakeFirst();
  return row && (await recomputeWindow(executor, row)).find(({ statement }) => statement.id === id);
}

async function recomputeGroup(executor: Executor, group: readonly StatementRow[]): Promise<readonly Recomputed[]> {
  const [first] = group;
  if (!first) return [];
  const counting = [...(await uncounted(executor, first)), ...(await countedInBreaks(executor, first))];
  const active = await activeFromHistory(executor, group);
  const parts = await partsOf(executor, first);
  const lines = await linesFromHistory(executor, group, parts.spans);
  const costs = await costsFromHistory(executor, group, parts.spans);
  const inputs = group.map((row) => {
    const found = costs.get(row.id);
    return {
      contractId: row.contract_id,
      uplineContractId: row.upline_contract_id ?? undefined,
      kind: row.kind,
      terms: readTerms(row.terms),
      lines: wholeLines(lines.get(row.agent_id) ?? []),
      active: active.get(row.agent_id) ?? 0,
      costs: found?.costs ?? BigInt(row.costs),
      carriedIn: BigInt(row.carried_in),
      lastRateBp: row.last_rate_bp ?? undefined,
      spans: parts.contractsAbove.get(row.agent_id)?.map((uplineContractId, nr) => ({
        uplineContractId,
        lines: lines.get(row.agent_id)?.[nr] ?? [],
        costs: found?.spans[nr] ?? 0n,
      })),
    };
  });
  const wages = new Map(computeWages(inputs, readRules(first.rules)).map((wage) => [wage.contractId, wage]));
  const found: Recomputed[] = [];
  for (const statement of group) {
    const wage = wages.get(statement.contract_id) as Wage;
    const own = wholeLines(lines.get(statement.agent_id) ?? []);
    const differences = [
      ...counting,
      ...compareCosts(statement, costs.get(statement.id)),
      ...compareSpans(statement, parts),
      ...compare(statement, own, wage, active.get(statement.agent_id) ?? 0),
      ...(await compareStored(executor, statement)),
    ];
    found.push({ statement, lines: own, wage, differences });
  }
  return found;
}

/** Parts of a window, with the contract above in each part for agents whose window has them. */
interface Parts {
  readonly spans: readonly Span[];
  readonly contractsAbove: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** From the history of uplines and the contracts that were valid. Statements from before windows had parts have one. */
async function partsOf(executor: Executor, { rules, kind, period, window_start, window_end }: StatementRow): Promise<Parts> {
  const window = { start: window_start.getTime(), end: window_end.getTime() };
  const whole = { spans: [{ from: null, until: null, at: window_start }], contractsAbove: new Map() };
  if (readRules(rules).split !== true) return whole;
  const spans = await spansOf(executor, window);
  if (spans.length === 1) return { ...whole, spans };
  const contracts = await validContracts(executor, { kind, period }, window_start);
  const idOf = new Map(contracts.map(({ id, agent_id }) => [agent_id, id]));
  const uplines = await uplinesBySpan(executor, spans, [...idOf.keys()]);
  const contractsAbove = new Map(
    [...splitAgents(uplines)].map((agent) => [agent, (uplines.get(agent) ?? []).map((upline) => idOf.get(upline ?? ''))]),
  );
  return { spans, contractsAbove };
}

function compareSpans({ id, spans: stored, agent_id }: StatementRow, { spans, contractsAbove }: Parts): string[] {
  const fresh = storeSpans(
    spans.map(({ from }) => from),
    contractsAbove.get(agent_id)?.map((uplineContractId) => ({ uplineContractId })),
  );
  const [was, is] = [JSON.stringify(readSpans(stored)), fresh ?? '[]'];
  return was === is ? [] : [`wage ${id}: contracts above are ${was}, computed again ${is}`];
}

const digits = (line: PlayLine) => [line.category, line.bet, line.excluded, line.own, line.valid, line.stake, line.payout].join(' ');

function compare(row: StatementRow, lines: readonly PlayLine[], wage: Wage, active: number): string[] {
  const differences: string[] = [];
  const [stored, fresh] = [readLines(row.lines), lines].map((list) => list.map(digits).toSorted().join('; '));
  if (stored !== fresh) differences.push(`wage ${row.id}: the play of the team is ${fresh || 'none'}, not ${stored || 'none'}`);
  if (row.active !== active) differences.push(`wage ${row.id}: active members are ${row.active}, computed again ${active}`);
  const fields = [
    ['amount', row.amount, wage.amount],
    ['gross', row.gross, wage.gross],
    ['below', row.below, wage.below],
    ['carried on', row.carried_out, wage.carriedOut],
    ['base', row.base, wage.base],
    ['rate', row.rate_bp, wage.rateBp],
  ] as const;
  for (const [name, was, is] of fields) {
    if (String(was) !== String(is)) differences.push(`wage ${row.id}: ${name} is ${was}, computed again ${is}`);
  }
  return differences;
}

/** The carry from the wage before, and the transfer in the ledger. */
async function compareStored(executor: Executor, row: StatementRow): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    select 'wage ' || s.id || ': carries ' || s.carried_in || ', the one before left ' || coalesce(b.carried_out, 0) as difference
      from wage_statement s left join lateral (
        select p.carried_out from wage_statement p
         where p.agent_id = s.agent_id and p.kind = s.kind and p.window_start < s.window_start order by p.window_start desc limit 1) b on true
     where s.id = ${row.id} and b.carried_out is not null and s.carried_in <> b.carried_out
    union all
    select 'wage ' || s.id || ': transfer ' || t.id || ' moves ' || p.amount || ', not ' || s.amount
      from wage_statement s join ledger_transfer t on t.id = s.transfer_id
      join ledger_account a on a.owner = s.agent_id and a.kind = 'wallet'
      left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
     where s.id = ${row.id} and (p.amount is distinct from s.amount or t.kind <> 'wage' or t.reference <> 'wage:' || s.id)`.execute(
    executor,
  );
  return rows.map(({ difference }) => difference);
}

/** Rows of the windows that do not equal the facts that were counted into them. */
async function uncounted(executor: Executor, { window_start, window_end }: StatementRow): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with closes as (
      select window_start, position, closed_at,
             coalesce(lag(position) over (order by window_start), (select coalesce(max(id), 0) from play_fact where kind = 'opening')) as before
        from window_close),
    facts as (
      select greatest(date_bin('5 minutes', f.at, 'epoch'), c.window_start) as window_start, f.member_id, f.category,
             sum(f.rounds) as rounds, sum(f.valid) as valid, sum(f.stake) as stake, sum(f.payout) as payout
        from closes c join play_fact f on f.id > c.before and f.id <= c.position
       where c.window_start < ${window_end} and c.closed_at >= ${window_start}::timestamptz - ${EARLY}
       group by 1, 2, 3),
    sums as (
      select window_start, member_id, category, sum(rounds) as rounds, sum(valid) as valid, sum(stake) as stake, sum(payout) as payout
        from play_window where window_start >= ${window_start} and window_start < ${window_end} group by 1, 2, 3)
    select coalesce(s.member_id, f.member_id) || ' at ' || coalesce(s.window_start, f.window_start) || ': counted '
           || coalesce(s.valid, 0) || ', in facts ' || coalesce(f.valid, 0) as difference
      from (select * from facts where window_start >= ${window_start} and window_start < ${window_end}) f
      full join sums s using (window_start, member_id, category)
     where (s.rounds, s.valid, s.stake, s.payout) is distinct from (f.rounds, f.valid, f.stake, f.payout)
     limit 20`.execute(executor);
  return rows.map(({ difference }) => difference);
}

/** The play of each team in the parts of the window, by the uplines when each base window was closed. */
async function linesFromHistory(
  executor: Executor,
  group: readonly StatementRow[],
  spans: readonly Span[],
): Promise<ReadonlyMap<string, LinesBySpan>> {
  const [{ kind, window_start, window_end } = {} as StatementRow] = group;
  const agents = group.map(({ agent_id }) => agent_id);
  const bet = kind === 'realtime' ? sql`w.bet` : sql`0`;
  const { rows } = await sql<LineRow>`
    with recursive w as materialized (
      select p.*, c.closed_at from play_window p join window_close c on p.window_start >= c.window_start and p.window_start < c.window_end
       where p.window_start >= ${window_start} and p.window_start < ${window_end}),
    up as (
      select distinct w.member_id, w.closed_at, w.member_id as agent_id, 0 as depth from w
      union all
      select up.member_id, up.closed_at, h.parent_id, up.depth + 1 from up join agent_parent h
          on h.member_id = up.agent_id and h.valid_from <= up.closed_at and (h.valid_until is null or h.valid_until > up.closed_at)
       where up.depth < 64)
    select up.agent_id, s.nr, w.category, ${bet} as bet, w.excluded, up.depth = 0 as own,
           sum(w.valid) as valid, sum(w.stake) as stake, sum(w.payout) as payout
      from up join w on w.member_id = up.member_id and w.closed_at = up.closed_at
      join ${spanRows(spans)} on (s.from_at is null or w.closed_at >= s.from_at) and (s.until_at is null or w.closed_at < s.until_at)
     where up.agent_id = any(${agents}::text[])
       and (up.depth > 0 or exists (select from member m where m.id = up.member_id and m.type = any(${AGENT_TYPES}::int[])))
     group by up.agent_id, s.nr, w.category, 4, w.excluded, up.depth = 0`.execute(executor);
  return linesByAgent(rows, spans.length);
}

/** Differences of all wages whose windows start in the time, windows with a statement and contracts without one. */
export async function verifyWages(executor: Executor, from: Date, until: Date): Promise<readonly string[]> {
  const windows = await executor
    .selectFrom('wage_statement')
    .select(['kind', 'window_start'])
    .distinct()
    .where('window_start', '>=', from)
    .where('window_start', '<', until)
    .orderBy('window_start')
    .execute();
  const differences = [...(await missingStatements(executor, from, until))];
  for (const window of windows) differences.push(...(await recomputeWindow(executor, window)).flatMap((one) => one.differences));
  return [...new Set(differences)];
}

/** Real-time contracts that were valid in a settled window with play of their team, without a statement. */
async function missingStatements(executor: Executor, from: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    select distinct 'contract ' || c.id || ' has no wage for the window of ' || t.window_start as difference
      from team_window t join agent_contract c on c.agent_id = t.agent_id and c.kind = 'realtime'
       and c.valid_from <= t.window_start and (c.valid_until is null or c.valid_until > t.window_start)
      join wage_progress p on p.stream = 'realtime' and p.settled_until > t.window_start
     where t.window_start >= ${from} and t.window_start < ${until}
       and not exists (select from wage_statement s where s.contract_id = c.id and s.window_start = t.window_start)
     limit 20`.execute(executor);
  return rows.map(({ difference }) => difference);
}
