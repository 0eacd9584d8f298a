import { sql } from 'kysely';
import type { teamWageExport, teamWages } from '../../../../shared/api/agent-team/contract.ts';
import type { TeamWageLine } from '../../../../shared/api/agent-team/schemas.ts';
import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { batchSlice, filteredPerson, nextBatch, pageOf, pageSlice, type Slice } from './pages.ts';
import { personOf, requireDays } from './reader.ts';

type Filter = Omit<QueryOf<typeof teamWageExport>, 'cursor'>;

interface Row {
  readonly id: string;
  readonly kind: WageKind;
  readonly window_start: Date;
  readonly window_end: Date;
  readonly amount: string;
  readonly paid_at: Date;
  readonly upline_id: string | null;
  readonly member_id: string;
  readonly account: string;
  readonly type: number;
}

/** Wages that agents directly below were paid on the days, newest first. */
export async function listWagesBelow(
  deps: TeamDeps,
  reader: TeamReader,
  { pageNo, ...filter }: QueryOf<typeof teamWages>,
): Promise<ValueOf<typeof teamWages>> {
  requireDays(filter);
  const person = await filteredPerson(deps, reader, filter.memberId);
  const { rows } = await sql<{ count: string; total: string }>`
    select count(*) as count, coalesce(sum(s.amount), 0) as total from ${wagesOf(reader, filter)}`.execute(deps.db);
  const count = Number(rows[0]?.count ?? 0);
  return {
    person,
    lines: await readLines(deps, reader, filter, pageSlice(pageNo)),
    total: toWire(BigInt(rows[0]?.total ?? 0)),
    ...pageOf(deps, reader, pageNo, count),
  };
}

export async function exportWagesBelow(
  deps: TeamDeps,
  reader: TeamReader,
  { cursor = 0, ...filter }: QueryOf<typeof teamWageExport>,
): Promise<ValueOf<typeof teamWageExport>> {
  requireDays(filter);
  const lines = await readLines(deps, reader, filter, batchSlice(cursor));
  const next = nextBatch(cursor, lines);
  return { lines, next, currency: reader.agent.currency, timeZone: reader.timeZone };
}

/** An agent who came from another upline has only wages of windows that ended below this one. */
function wagesOf({ agent, rules, timeZone }: TeamReader, { fromDay, toDay, kind, memberId }: Filter) {
  const zone = sql`${timeZone}::text`;
  return sql`agent_parent h
    join wage_statement s on s.agent_id = h.member_id and s.window_end > h.valid_from
     and s.state = 'paid' and s.paid_at >= (${fromDay}::date::timestamp at time zone ${zone})
     and s.paid_at < ((${toDay}::date + 1)::timestamp at time zone ${zone})
     and ${kind === undefined ? sql`true` : sql`s.kind = ${kind}`}
    join agent_contract c on c.id = s.contract_id
    join member m on m.id = s.agent_id
   where h.parent_id = ${agent.memberId} and h.valid_until is null and ${rules.visibleDepth}::int >= 1
     and ${memberId === undefined ? sql`true` : sql`h.member_id = ${memberId}`}`;
}

async function readLines({ db }: TeamDeps, reader: TeamReader, filter: Filter, { offset, limit }: Slice): Promise<TeamWageLine[]> {
  const { rows } = await sql<Row>`
    select s.id, s.kind, s.window_start, s.window_end, s.amount, s.paid_at, c.upline_id, m.id as member_id, m.account, m.type
      from ${wagesOf(reader, filter)}
     order by s.paid_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({
    statementId: row.id,
    person: personOf(reader, { ...row, level: 1 }),
    kind: row.kind,
    windowStart: row.window_start.toISOString(),
    windowEnd: row.window_end.toISOString(),
    amount: toWire(BigInt(row.amount)),
    paidAt: row.paid_at.toISOString(),
    by: row.upline_id === null ? 'merchant' : row.upline_id === reader.agent.memberId ? 'me' : 'former',
  }));
}
