import { type RawBuilder, sql } from 'kysely';
import type { TeamSort } from '../../../../shared/api/agent-team/constants.ts';
import type { teamMemberExport, teamMembers } from '../../../../shared/api/agent-team/contract.ts';
import type { TeamPersonLine } from '../../../../shared/api/agent-team/schemas.ts';
import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { accountKey } from '../../identity/members/index.ts';
import { visibleName, visibleTo } from '../tree/index.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { batchSlice, nextBatch, pageOf, pageSlice, type Slice } from './pages.ts';
import { personOf, requireDays, requirePerson } from './reader.ts';
import { ONLINE_MS } from './sizes.ts';
import { ALL_SUMS, presentSums, type SumRow, sumsOfMember, sumsOfTeam } from './sums.ts';

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

interface Totals {
  readonly people: number;
  /** Null: not known. */
  readonly totals: SumRow | null;
}

/** All levels of a team that the job counts. */
interface LargeTeam extends Totals {
  /** So large that its people are found among all members in their order, instead of being sorted. */
  readonly isHuge: boolean;
}

/** One page of the people below the agent, or below one of them. */
export async function listPeople(
  deps: TeamDeps,
  reader: TeamReader,
  { pageNo, ...filter }: QueryOf<typeof teamMembers>,
): Promise<ValueOf<typeof teamMembers>> {
  requireDays(filter);
  const path = await pathTo(deps, reader, filter.under);
  const large = await largeList(deps, reader, filter, path);
  const { people: count, totals } = large ?? (await readTotals(deps, reader, filter, path));
  const sort = large ? largeSort(filter.sort) : filter.sort;
  const slice = pageSlice(pageNo);
  return {
    path,
    people: await readPeople(
      deps,
      reader,
      large
        ? largePeople(deps, reader, filter, path, { offset: slice.offset, limit: slice.limit, isHuge: large.isHuge })
        : sortedPeople(deps, reader, filter, path, slice),
      sort,
    ),
    totals: totals && presentSums(totals),
    sort,
    ...pageOf(deps, reader, pageNo, count),
  };
}

export async function exportPeople(
  deps: TeamDeps,
  reader: TeamReader,
  { cursor = 0, ...filter }: QueryOf<typeof teamMemberExport>,
): Promise<ValueOf<typeof teamMemberExport>> {
  requireDays(filter);
  const path = await pathTo(deps, reader, filter.under);
  const slice = batchSlice(cursor);
  const large = await largeList(deps, reader, filter, path);
  const people = large
    ? await readPeople(
        deps,
        reader,
        largePeople(deps, reader, filter, path, { offset: slice.offset, limit: slice.limit, isHuge: large.isHuge }),
        largeSort(filter.sort),
      )
    : await readPeople(deps, reader, sortedPeople(deps, reader, filter, path, slice), filter.sort);
  const next = nextBatch(cursor, people);
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
function peopleOf({ merchant }: TeamDeps, { rules }: TeamReader, { depth, type, search }: Filter, path: Path): RawBuilder<unknown> {
  const under = lastOf(path);
  const key = search === undefined ? '' : accountKey(search);
  return sql`
    agent_closure c join member m on m.id = c.member_id
     where c.ancestor_id = ${under.memberId} and c.depth between 1 and ${depth === 'direct' ? 1 : rules.visibleDepth - under.level}
       ${depth === 'direct' ? sql`and m.agent_id = ${under.memberId}` : sql``}
       ${ofType(type)}
       ${key === '' ? sql`` : sql`and m.id in (${idsOfName(merchant, rules, under, key)})`}`;
}

function lastOf(path: Path): Path[number] {
  const under = path.at(-1);
  if (!under) throw new Error('a path begins with its reader');
  return under;
}

const ofType = (type: Filter['type']) =>
  type === undefined ? sql`` : sql`and (m.type = any(${AGENT_TYPES}::int[])) = ${type === 'agent'}`;

/** Members with the name, and people with names that the reader sees and that begin with it. */
function idsOfName(merchant: string, rules: TeamReader['rules'], under: Path[number], key: string): RawBuilder<unknown> {
  const levels = rules.maskBelow - under.level;
  const named = sql`select id from member where merchant = ${merchant} and account_key = ${key}`;
  if (levels < 1) return named;
  return levels === 1
    ? sql`${named} union all select id from member where agent_id = ${under.memberId} and starts_with(account_key, ${key})`
    : sql`${named} union all select n.id from agent_closure d join member n on n.id = d.member_id
           where d.ancestor_id = ${under.memberId} and d.depth between 1 and ${levels} and starts_with(n.account_key, ${key})`;
}

async function readTotals(deps: TeamDeps, reader: TeamReader, filter: Filter, path: Path): Promise<Totals> {
  const { rows } = await sql<TotalRow>`
    with people as (select c.member_id from ${peopleOf(deps, reader, filter, path)})
    select (select count(*) from people) as people, ${ALL_SUMS}
      from people cross join lateral (
        select * from ${sumsOfMember(sql`people.member_id`, filter, reader.timeZone)}) as sums`.execute(deps.db);
  const row = rows[0];
  if (!row) throw new Error('aggregate query returned no row');
  const { people, ...totals } = row;
  return { people: Number(people), totals };
}

/**
 * Count and totals of all levels of a team that the job counts, from the sums of the team; undefined for other lists. Without totals if the list
 * has not the whole team.
 */
async function largeList({ db }: TeamDeps, reader: TeamReader, filter: Filter, path: Path): Promise<LargeTeam | undefined> {
  if (filter.depth === 'direct' || filter.search !== undefined) return undefined;
  const { memberId, level } = lastOf(path);
  const size = await db.selectFrom('team_size').select(['members', 'agents']).where('agent_id', '=', memberId).executeTakeFirst();
  if (!size) return undefined;
  const deepest = reader.rules.visibleDepth - level;
  const isHuge = size.agents + size.members > MAX_SORTED;
  const { rows } = await sql<{ deeper: boolean }>`
    select exists (select from agent_closure where ancestor_id = ${memberId} and depth > ${deepest}) as deeper`.execute(db);
  if (rows[0]?.deeper) {
    const counted = await sql<{ people: string }>`
      select count(*) as people from agent_closure c join member m on m.id = c.member_id
       where c.ancestor_id = ${memberId} and c.depth between 1 and ${deepest} ${ofType(filter.type)}`.execute(db);
    return { people: Number(counted.rows[0]?.people ?? 0), totals: null, isHuge };
  }
  if (filter.type !== undefined) return { people: filter.type === 'agent' ? size.agents : size.members, totals: null, isHuge };
  const totals = await sql<SumRow>`select ${ALL_SUMS} from ${sumsOfTeam(sql`${memberId}`, filter, reader.timeZone, 'closed')}`.execute(db);
  return { people: size.agents + size.members, totals: totals.rows[0] ?? null, isHuge };
}

const ORDERS: Readonly<Record<TeamSort, RawBuilder<unknown>>> = {
  account: sql`account_key`,
  registered: sql`created_at desc`,
  lastLogin: sql`last_login_at desc nulls last`,
  balance: sql`balance desc`,
  validBet: sql`valid desc`,
  net: sql`payout - stake desc`,
};

/** More people are not sorted for a reader: 40,000 take 100 ms. */
const MAX_SORTED = 50_000;

/** Orders that an index has, so that a page is read without the rest of the team. */
const LARGE_ORDERS = { account: sql`m.account_key`, registered: sql`m.created_at desc, m.id` } as const;

const largeSort = (sort: TeamSort): keyof typeof LARGE_ORDERS => (sort === 'registered' ? sort : 'account');

const PERSON = sql`m.id as member_id, m.account, m.account_key, m.type, m.status, m.agent_id, m.created_at, m.last_login_at`;
const balanceOf = (member: RawBuilder<unknown>) =>
  sql`coalesce((select sum(a.balance) from ledger_account a where a.owner = ${member} and a.realm = 'real'), 0) as balance`;

/** A slice of the people in an order of their sums: all of them are summed first. */
function sortedPeople(deps: TeamDeps, reader: TeamReader, filter: Filter, path: Path, { offset, limit }: Slice): RawBuilder<unknown> {
  return sql`
    select ${PERSON}, c.depth + ${lastOf(path).level}::int as level, ${balanceOf(sql`m.id`)}, sums.*
      from (select c.* from ${peopleOf(deps, reader, filter, path)}) as c join member m on m.id = c.member_id
     cross join lateral (select ${ALL_SUMS} from ${sumsOfMember(sql`m.id`, filter, reader.timeZone)}) as sums
     order by ${ORDERS[filter.sort]}, member_id limit ${limit} offset ${offset}`;
}

/**
 * A slice of a large team, whose people are read without their sums. `offset 0` keeps the database from other ways: the names of a team may all
 * come late in the order of all members.
 */
function largePeople(
  { merchant }: TeamDeps,
  reader: TeamReader,
  filter: Filter,
  path: Path,
  { offset, limit, isHuge }: Slice & Pick<LargeTeam, 'isHuge'>,
): RawBuilder<unknown> {
  const { memberId, level } = lastOf(path);
  const levels = sql`c.depth between 1 and ${reader.rules.visibleDepth - level}`;
  const found = isHuge
    ? sql`member m join agent_closure c on c.member_id = m.id and c.ancestor_id = ${memberId} and ${levels}
           where m.merchant = ${merchant} ${ofType(filter.type)}`
    : sql`(select c.member_id, c.depth from agent_closure c where c.ancestor_id = ${memberId} and ${levels} offset 0) as c
          cross join lateral (select m.* from member m where m.id = c.member_id ${ofType(filter.type)} offset 0) as m`;
  return sql`
    select p.*, ${balanceOf(sql`p.member_id`)}, sums.*
      from (select ${PERSON}, c.depth + ${level}::int as level from ${found}
             order by ${LARGE_ORDERS[largeSort(filter.sort)]} limit ${limit} offset ${offset}) as p
     cross join lateral (select ${ALL_SUMS} from ${sumsOfMember(sql`p.member_id`, filter, reader.timeZone)}) as sums`;
}

async function readPeople(
  { db, clock }: TeamDeps,
  reader: TeamReader,
  slice: RawBuilder<unknown>,
  sort: TeamSort,
): Promise<TeamPersonLine[]> {
  const now = clock.now();
  const { rows } = await sql<PersonRow>`
    with people as (${slice})
    select people.*, u.account as upline,
           exists (select from member_session s where s.member_id = people.member_id and s.ended_at is null and s.expires_at > ${now}
             and s.seen_at > ${new Date(now.getTime() - ONLINE_MS)}) as online,
           coalesce((select t.members + t.agents from team_size t where t.agent_id = people.member_id),
                    (select count(*) from agent_closure b where b.ancestor_id = people.member_id and b.depth > 0)) as below,
           coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'state', k.state, 'until', k.valid_until) order by k.kind, k.state)
                       from agent_contract k
                      where k.upline_id = ${reader.agent.memberId} and k.agent_id = people.member_id
                        and (k.state in ('active', 'requested') or k.state = 'ended' and k.valid_until > ${now})),
                    '[]'::jsonb) as contracts
      from people left join member u on u.id = people.agent_id
     order by ${ORDERS[sort]}, member_id`.execute(db);
  return rows.map((row) => ({
    ...personOf(reader, row),
    upline: visibleName(row.upline ?? '', row.level - 1, reader.rules),
    registeredAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    online: row.online,
    blocked: row.status === 'blocked',
    balance: toWire(BigInt(row.balance)),
    below: Number(row.below),
    contracts: row.contracts.map(({ until, ...contract }) => ({
      ...contract,
      until: until === null ? null : new Date(until).toISOString(),
    })),
    ...presentSums(row),
  }));
}
