import { sql } from 'kysely';
import { TEAM_BATCH_SIZE, TEAM_PAGE_SIZE, TEAM_TRANSACTION_GROUPS } from '../../../../shared/api/agent-team/constants.ts';
import type { teamTransactionExport, teamTransactions } from '../../../../shared/api/agent-team/contract.ts';
import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { HOLD, WALLET } from '../../ledger/index.ts';
import { CASH_KINDS, KIND_LIST } from './cash.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { filteredPerson, moneyOf } from './pages.ts';
import { personOf, requireDays } from './reader.ts';

type Line = ValueOf<typeof teamTransactions>['lines'][number];
type Filter = Omit<QueryOf<typeof teamTransactionExport>, 'cursor'>;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly member_id: string;
  readonly account: string;
  readonly level: number;
  readonly type: number;
  readonly amount: string;
}

/** One page of the team's transactions, newest first. */
export async function listTransactions(
  deps: TeamDeps,
  reader: TeamReader,
  { before, ...filter }: QueryOf<typeof teamTransactions>,
): Promise<ValueOf<typeof teamTransactions>> {
  requireDays(filter);
  const person = await filteredPerson(deps, reader, filter.memberId);
  const { lines, next } = await readLines(deps, reader, filter, before, TEAM_PAGE_SIZE);
  return {
    person,
    lines,
    next,
    ...moneyOf(deps, reader),
  };
}

export async function exportTransactions(
  deps: TeamDeps,
  reader: TeamReader,
  { cursor, ...filter }: QueryOf<typeof teamTransactionExport>,
): Promise<ValueOf<typeof teamTransactionExport>> {
  requireDays(filter);
  const { lines, next } = await readLines(deps, reader, filter, cursor, TEAM_BATCH_SIZE);
  return { lines, next, currency: reader.agent.currency, timeZone: reader.timeZone };
}

/** A transfer between two people of the team is a line of each of them; both lines are on the same page. */
async function readLines(
  { db }: TeamDeps,
  reader: TeamReader,
  { fromDay, toDay, group, memberId }: Filter,
  before: string | undefined,
  limit: number,
): Promise<{ readonly lines: Line[]; readonly next: string | null }> {
  const { agent, rules, timeZone } = reader;
  const kinds = group === undefined ? CASH_KINDS : TEAM_TRANSACTION_GROUPS[group];
  const { rows } = await sql<Row>`
    with found as (
      select t.id, t.kind, t.created_at from ledger_transfer t
       where t.kind in (${KIND_LIST}) and t.kind in (${sql.join(kinds)}) and t.realm = 'real'
         and t.created_at >= (${fromDay}::date::timestamp at time zone ${timeZone}::text)
         and t.created_at < ((${toDay}::date + 1)::timestamp at time zone ${timeZone}::text)
         ${before === undefined ? sql`` : sql`and (t.created_at, t.id) < (select b.created_at, b.id from ledger_transfer b where b.id = ${before}::bigint)`}
         and exists (
           select from ledger_posting p join ledger_account a on a.id = p.account_id and a.kind in (${WALLET}, ${HOLD})
             join agent_closure c on c.member_id = a.owner and c.ancestor_id = ${agent.memberId}
            where p.transfer_id = t.id and c.depth between 1 and ${rules.visibleDepth}
              ${memberId === undefined ? sql`` : sql`and a.owner = ${memberId}`})
       order by t.created_at desc, t.id desc limit ${limit + 1})
    select f.id, f.kind, f.created_at, m.id as member_id, m.account, m.type, c.depth as level, sum(p.amount) as amount
      from found f join ledger_posting p on p.transfer_id = f.id
      join ledger_account a on a.id = p.account_id and a.kind in (${WALLET}, ${HOLD})
      join agent_closure c on c.member_id = a.owner and c.ancestor_id = ${agent.memberId} and c.depth between 1 and ${rules.visibleDepth}
      join member m on m.id = a.owner
     ${memberId === undefined ? sql`` : sql`where a.owner = ${memberId}`}
     group by f.id, f.kind, f.created_at, m.id, m.account, m.type, c.depth
     order by f.created_at desc, f.id desc, m.id`.execute(db);
  const ids = [...new Set(rows.map(({ id }) => id))];
  const shown = new Set(ids.slice(0, limit));
  return {
    lines: rows
      .filter(({ id }) => shown.has(id))
      .map((row) => ({
        transferId: row.id,
        person: personOf(reader, row),
        kind: row.kind,
        at: row.created_at.toISOString(),
        amount: toWire(BigInt(row.amount)),
      })),
    next: ids.length > limit ? (ids[limit - 1] ?? null) : null,
  };
}
