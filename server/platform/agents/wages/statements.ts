import { sql } from 'kysely';
import type { wageExport, wageStatements } from '../../../../shared/api/agent-wages/calls.ts';
import { WAGE_BATCH_SIZE, WAGE_LIST_DAYS, WAGE_PAGE_SIZE, WAITING_STATES } from '../../../../shared/api/agent-wages/constants.ts';
import type { WageStatementLine } from '../../../../shared/api/agent-wages/schemas.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { toWire, type WireAmount } from '../../../../shared/money/money.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import { isCounted, type WageKind } from '../../../../shared/rules/wages.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { presentTerms, readTerms, windowKindOf } from '../contracts/index.ts';
import type { StatementRow } from './pay.ts';
import { readLines, readParts, readRules, readSpans, type StoredSpan } from './stored.ts';

const USUAL_DAYS = 30;

export type StatementFilter = Omit<QueryOf<typeof wageStatements>, 'page'>;
/** Time functions of the merchant's zone. */
export interface Calendar {
  readonly timeZone: string;
  readonly now: Date;
  dayOf(at: number): string;
  startOf(day: string): number;
}

/** Statements of one agent, by the start of their windows. */
export async function listStatements(
  executor: Executor,
  agentId: string,
  { page, ...filter }: StatementFilter & { readonly page: number },
  calendar: Calendar,
) {
  const { fromDay, toDay, found } = statementsOf(executor, agentId, filter, calendar);
  const sums = await found
    .select(({ fn, eb }) => [
      fn.countAll<string>().as('total'),
      fn.sum<string>(eb.case().when('state', '=', 'paid').then(eb.ref('amount')).else('0').end()).as('paid'),
      fn.sum<string>(eb.case().when('state', 'in', WAITING_STATES).then(eb.ref('amount')).else('0').end()).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('window_start', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * WAGE_PAGE_SIZE)
    .limit(WAGE_PAGE_SIZE)
    .execute();
  const total = Number(sums.total);
  const [paid, waiting] = [sums.paid, sums.waiting].map((units) => toWire(BigInt(units ?? 0))) as [WireAmount, WireAmount];
  const pages = Math.max(1, Math.ceil(total / WAGE_PAGE_SIZE));
  const next = await nextSettlement(executor, agentId, filter.kind, calendar);
  return { fromDay, toDay, page, pages, total, paid, waiting, statements: rows.map(presentLine), next };
}

/** End of the present window of the contract; of one that is not valid yet, the end of its first window. */
async function nextSettlement(executor: Executor, agentId: string, kind: WageKind, { now, timeZone }: Calendar) {
  const contract = await executor
    .selectFrom('agent_contract')
    .select(['period', 'valid_from'])
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('valid_from', 'is not', null)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst();
  if (!contract) return null;
  const from = Math.max(now.getTime(), contract.valid_from?.getTime() ?? 0);
  const { end } = windowAt(windowKindOf(kind, contract.period), from, timeZone);
  return { at: new Date(end).toISOString(), now: now.toISOString() };
}

/** A batch of the statements of a filter. `cursor`: the last statement of the batch before. */
export async function exportStatements(
  executor: Executor,
  agentId: string,
  { cursor, ...filter }: StatementFilter & Pick<QueryOf<typeof wageExport>, 'cursor'>,
  calendar: Calendar,
) {
  const { found } = statementsOf(executor, agentId, filter, calendar);
  const after = sql<boolean>`(window_start, id) < (select l.window_start, l.id from wage_statement l where l.id = ${cursor ?? null}::bigint)`;
  const rows = await found
    .$if(cursor !== undefined, (query) => query.where(after))
    .selectAll()
    .orderBy('window_start', 'desc')
    .orderBy('id', 'desc')
    .limit(WAGE_BATCH_SIZE)
    .execute();
  return { statements: rows.map(presentLine), next: rows.length === WAGE_BATCH_SIZE ? (rows.at(-1)?.id ?? null) : null };
}

function statementsOf(executor: Executor, agentId: string, { kind, state, ...query }: StatementFilter, calendar: Calendar) {
  const toDay = query.to ?? calendar.dayOf(calendar.now.getTime());
  const fromDay = query.from ?? calendar.dayOf(calendar.startOf(toDay) - (USUAL_DAYS - 1) * DAY_MS);
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS + 1;
  if (days < 1 || days > WAGE_LIST_DAYS) throw new Refusal('wage_period');
  const [from, until] = [calendar.startOf(fromDay), calendar.startOf(nextDay(toDay))].map((at) => new Date(at)) as [Date, Date];
  const found = executor
    .selectFrom('wage_statement')
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('window_start', '>=', from)
    .where('window_start', '<', until);
  return { fromDay, toDay, found: state === undefined ? found : found.where('state', '=', state) };
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** A statement of another agent does not exist. */
export async function readStatement(executor: Executor, agentId: string, id: string) {
  const row = await executor
    .selectFrom('wage_statement as s')
    .innerJoin('agent_contract as c', 'c.id', 's.contract_id')
    .selectAll('s')
    .select('c.version')
    .where('s.id', '=', id)
    .where('s.agent_id', '=', agentId)
    .executeTakeFirst();
  if (!row) throw new Refusal('wage_not_found');
  const [terms, rules, lines, parts] = [readTerms(row.terms), readRules(row.rules), readLines(row.lines), readParts(row.parts)];
  return {
    ...presentLine(row),
    contractId: row.contract_id,
    contractVersion: row.version,
    terms: presentTerms(terms),
    tier: row.tier === null ? null : row.tier + 1,
    excludedBet: toWire(BigInt(row.excluded_bet)),
    costs: toWire(BigInt(row.costs)),
    bonuses: toWire(BigInt(row.bonuses)),
    base: toWire(BigInt(row.base) / 100n),
    gross: toWire(BigInt(row.gross)),
    below: toWire(BigInt(row.below)),
    carriedIn: toWire(BigInt(row.carried_in)),
    carriedOut: toWire(BigInt(row.carried_out)),
    lines: lines.map((line) => ({
      category: line.category,
      own: line.own,
      excluded: line.excluded,
      counted: isCounted(row.kind, terms, line),
      weight: row.kind === 'dividend' ? 100 : (rules.weights[line.category] ?? 100),
      validBet: toWire(line.valid),
      stake: toWire(line.stake),
      payout: toWire(line.payout),
    })),
    parts: parts.map(({ rateBp, base }) => ({ belowRateBp: rateBp, base: toWire(base / 100n) })),
    uplineChanges: changesOf(readSpans(row.spans)),
    transferId: row.transfer_id,
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

/** Times at which the contract above became another one. */
function changesOf(spans: readonly StoredSpan[]): string[] {
  return spans.flatMap(({ from, uplineContractId }, nr) =>
    from !== null && uplineContractId !== spans[nr - 1]?.uplineContractId ? [from] : [],
  );
}

function presentLine(row: StatementRow): WageStatementLine {
  return {
    statementId: row.id,
    kind: row.kind,
    period: row.period,
    windowStart: row.window_start.toISOString(),
    windowEnd: row.window_end.toISOString(),
    state: row.state,
    validBet: toWire(BigInt(row.valid_bet)),
    profit: toWire(BigInt(row.profit)),
    activeMembers: row.active,
    rateBp: row.rate_bp,
    amount: toWire(BigInt(row.amount)),
  };
}
