import { type RawBuilder, sql } from 'kysely';
import { TEAM_BATCH_SIZE, TEAM_PAGE_SIZE, type TeamSort } from '../../../../shared/api/agent-team/constants.ts';
import type { teamMemberExport, teamMembers } from '../../../../shared/api/agent-team/contract.ts';
import type { TeamPersonLine } from '../../../../shared/api/agent-team/schemas.ts';
import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { accountKey } from '../../identity/members/index.ts';
import { visibleName, visibleTo } from '../tree/index.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { personOf, requireDays, requirePerson } from './reader.ts';
import { ONLINE_MS } from './sizes.ts';
import { ALL_SUMS, presentSums, type SumRow, sumsOfMember } from './sums.ts';

type Filter = Omit<QueryOf<typeof teamMemberExport>, 'cursor'>;
type Path = ValueOf<typeof teamMembers>['path'];

interface PersonRow extends SumRow {
  readonly member_id: string;
  readonly account: string;
  readonly type: number;
  readonly status: string;
  readonly level: number;
  readonly upline: string | null;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
  readonly balance: string;
  readonly online: boolean;
  readonly below: string;
  readonly contracts: TeamPersonLine['contracts'];
}

interface TotalRow extends SumRow {
  readonly people: string;
}

/** One page of the people below the agent, or below one of them. */
export async function listPeople(
  deps: TeamDeps,
  reader: TeamReader,
  { pageNo, ...filter }: QueryOf<typeof teamMembers>,
): Promise<ValueOf<typeof teamMembers>> {
  requireDays(filter);
  const path = await pathTo(deps, reader, filter.under);
  const { people: counted, ...totals } = await readTotals(deps, reader, filter, path);
  const count = Number(counted);
  return {
    path,
    people: await readPeople(deps, reader, filter, path, (pageNo - 1) * TEAM_PAGE_SIZE, TEAM_PAGE_SIZE),
    totals: presentSums(totals),
    count,
    pageNum: pageNo,
    totalPages: Math.max(1, Math.ceil(count / TEAM_PAGE_SIZE)),
    currencySymbol: deps.currencySymbol(reader.agent.currency),
    timeZone: reader.timeZone,
  };
}

export async function exportPeople(
  deps: TeamDeps,
  reader: TeamReader,
  { cursor = 0, ...filter }: QueryOf<typeof teamMemberExport>,
): Promise<ValueOf<typeof teamMemberExport>> {
  requireDays(filter);
  const path = await pathTo(deps, reader, filter.under);
  const people = await readPeople(deps, reader, filter, path, cursor, TEAM_BATCH_SIZE);
  const next = people.length === TEAM_BATCH_SIZE ? cursor + TEAM_BATCH_SIZE : null;
  return { people, next, currency: reader.agent.currency, timeZone: reader.timeZone };
}

/** From the agent down to the person. A person whom the agent may not see is refused like one that does not exist. */
async function pathTo(deps: TeamDeps, reader: TeamReader, under: string | undefined): Promise<Path> {
  const { agent, rules } = reader;
  if (under !== undefined) await requirePerson(deps, reader, under);
  const rows = await visibleTo(deps.db, agent.memberId, rules)
    .innerJoin('agent_closure as below', 'below.ancestor_id', 'member.id')
    .select('member.type')
    .where('below.member_id', '=', under ?? agent.memberId)
    .orderBy('agent_closure.depth')
    .execute();
  return rows.map((row) => personOf(reader, { member_id: row.id, ...row }));
}

/**
 * The people of the filter as `agent_closure c join member m` with conditions. Levels count from the reader. The upline of direct people is a
 * condition of its own: the database cannot know how few people of a large team are on one level.
 */
function peopleOf({ rules }: TeamReader, { depth, type, search }: Filter, path: Path): RawBuilder<unknown> {
  const under = path.at(-1);
  if (!under) throw new Error('a path begins with its reader');
  const deepest = depth === 'direct' ? 1 : rules.visibleDepth - under.level;
  const key = search === undefined ? '' : accountKey(search);
  return sql`
    agent_closure c join member m on m.id = c.member_id
     where c.ancestor_id = ${under.memberId} and c.depth between 1 and ${Math.min(deepest, rules.visibleDepth - under.level)}
       ${depth === 'direct' ? sql`and m.agent_id = ${under.memberId}` : sql``}
       ${type === undefined ? sql`` : sql`and (m.type = any(${AGENT_TYPES}::int[])) = ${type === 'agent'}`}
       ${
         key === ''
           ? sql``
           : sql`and (m.account_key = ${key} or (c.depth + ${under.level} <= ${rules.maskBelow} and starts_with(m.account_key, ${key})))`
}`;
}

async function readTotals({ db }: TeamDeps, reader: TeamReader, filter: Filter, path: Path): Promise<TotalRow> {
  const { rows } = await sql<TotalRow>`
    with people as (select c.member_id from ${peopleOf(reader, filter, path)})
    select (select count(*) from people) as people, ${ALL_SUMS}
      from people cross join lateral (
        select * from ${sumsOfMember(sql`people.member_id`, filter, reader.timeZone)}) as sums`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('aggregate query returned no row');
  return row;
}

const ORDERS: Readonly<Record<TeamSort, RawBuilder<unknown>>> = {
  account: sql`account_key`,
  registered: sql`created_at desc`,
  lastLogin: sql`last_login_at desc nulls last`,
  balance: sql`balance desc`,
  validBet: sql`valid desc`,
  net: sql`payout - stake desc`,
};

async function readPeople(
  { db, clock }: TeamDeps,
  reader: TeamReader,
  filter: Filter,
  path: Path,
  offset: number,
  limit: number,
): Promise<TeamPersonLine[]> {
  const now = clock.now();
  const base = path.at(-1)?.level ?? 0;
  const { rows } = await sql<PersonRow>`
    with people as (
      select m.id as member_id, m.account, m.account_key, m.type, m.status, c.depth + ${base}::int as level, m.agent_id, m.created_at, m.last_login_at,
             coalesce((select sum(a.balance) from ledger_account a where a.owner = m.id and a.realm = 'real'), 0) as balance, sums.*
        from ${peopleWithSums(reader, filter, path)}
       order by ${ORDERS[filter.sort]}, member_id limit ${limit} offset ${offset})
    select people.*, u.account as upline,
           exists (select from member_session s where s.member_id = people.member_id and s.ended_at is null and s.expires_at > ${now}
             and s.seen_at > ${new Date(now.getTime() - ONLINE_MS)}) as online,
           coalesce((select t.members + t.agents from team_size t where t.agent_id = people.member_id),
                    (select count(*) from agent_closure b where b.ancestor_id = people.member_id and b.depth > 0)) as below,
           coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'state', k.state) order by k.kind, k.state)
                       from agent_contract k
                      where k.upline_id = ${reader.agent.memberId} and k.agent_id = people.member_id and k.state in ('active', 'requested')),
                    '[]'::jsonb) as contracts
      from people left join member u on u.id = people.agent_id
     order by ${ORDERS[filter.sort]}, member_id`.execute(db);
  return rows.map((row) => ({
    ...personOf(reader, row),
    upline: visibleName(row.upline ?? '', row.level - 1, reader.rules),
    registeredAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    online: row.online,
    blocked: row.status === 'blocked',
    balance: toWire(BigInt(row.balance)),
    below: Number(row.below),
    contracts: row.contracts,
    ...presentSums(row),
  }));
}

/** The people with their sums as a lateral join; the conditions of the people come last. */
function peopleWithSums(reader: TeamReader, filter: Filter, path: Path): RawBuilder<unknown> {
  return sql`(select c.* from ${peopleOf(reader, filter, path)}) as c join member m on m.id = c.member_id
    cross join lateral (select ${ALL_SUMS} from ${sumsOfMember(sql`m.id`, filter, reader.timeZone)}) as sums`;
}
