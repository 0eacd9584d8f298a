import { type RawBuilder, sql } from 'kysely';
import type { TeamBetGroup } from '../../../../shared/api/agent-team/constants.ts';
import type { teamBetExport, teamBets } from '../../../../shared/api/agent-team/contract.ts';
import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { batchSlice, filteredPerson, nextBatch, pageOf, pageSlice, type Slice } from './pages.ts';
import { personOf, requireDays } from './reader.ts';

type Line = ValueOf<typeof teamBets>['lines'][number];
type Filter = Omit<QueryOf<typeof teamBetExport>, 'cursor'>;

interface Row {
  readonly key: string;
  readonly game_id: string;
  readonly rounds: string;
  readonly stake: string;
  readonly payout: string;
  readonly account: string | null;
  readonly type: number | null;
  readonly level: number | null;
}

interface TotalRow extends Pick<Row, 'rounds' | 'stake' | 'payout'> {
  readonly lines: string;
}

/** One page of the settled play of the team, the highest stake first. */
export async function listPlay(
  deps: TeamDeps,
  reader: TeamReader,
  language: string,
  { pageNo, ...filter }: QueryOf<typeof teamBets>,
): Promise<ValueOf<typeof teamBets>> {
  requireDays(filter);
  const person = await filteredPerson(deps, reader, filter.memberId);
  const total = await readTotal(deps, reader, filter);
  const count = Number(total.lines);
  return {
    person,
    lines: await readLines(deps, reader, language, filter, pageSlice(pageNo)),
    totals: sumsOf(total),
    ...pageOf(deps, reader, pageNo, count),
  };
}

export async function exportPlay(
  deps: TeamDeps,
  reader: TeamReader,
  language: string,
  { cursor = 0, ...filter }: QueryOf<typeof teamBetExport>,
): Promise<ValueOf<typeof teamBetExport>> {
  requireDays(filter);
  const lines = await readLines(deps, reader, language, filter, batchSlice(cursor));
  const next = nextBatch(cursor, lines);
  return { lines, next, currency: reader.agent.currency, timeZone: reader.timeZone };
}

const KEYS: Readonly<Record<TeamBetGroup, RawBuilder<unknown>>> = {
  person: sql`p.member_id`,
  vendor: sql`p.vassalage`,
  game: sql`p.game_id`,
};

/** Settled real play of the people whom the agent sees, from the quarter hours of the days. */
function playOf(
  { agent, rules, timeZone }: TeamReader,
  { fromDay, toDay, memberId, scope, gameCategory, vassalage }: Filter,
): RawBuilder<unknown> {
  return sql`
    agent_closure c join play_sum p on p.member_id = c.member_id
     where c.ancestor_id = ${agent.memberId} and c.depth between 1 and ${rules.visibleDepth}
       and p.basis = 'settled' and p.realm = 'real' and p.state in ('won', 'lost')
       and p.slot >= quarter_of(${fromDay}::date::timestamp at time zone ${timeZone}::text)
       and p.slot < quarter_of((${toDay}::date + 1)::timestamp at time zone ${timeZone}::text)
       ${memberId === undefined ? sql`` : sql`and c.member_id ${scope === 'team' ? withTeam(memberId) : sql`= ${memberId}`}`}
       ${gameCategory === undefined ? sql`` : sql`and p.game_category = ${gameCategory}`}
       ${vassalage === undefined ? sql`` : sql`and p.vassalage = ${vassalage}`}`;
}

/** The person and everyone below. */
function withTeam(memberId: string): RawBuilder<unknown> {
  return sql`in (select member_id from agent_closure where ancestor_id = ${memberId})`;
}

async function readTotal({ db }: TeamDeps, reader: TeamReader, filter: Filter): Promise<TotalRow> {
  const { rows } = await sql<TotalRow>`
    select count(*) filter (where rounds <> 0) as lines, coalesce(sum(rounds), 0) as rounds, coalesce(sum(stake), 0) as stake, coalesce(sum(payout), 0) as payout
      from (select sum(p.rounds) as rounds, sum(p.stake - p.refunded) as stake, sum(p.payout) as payout
              from ${playOf(reader, filter)} group by ${KEYS[filter.by]}) as k`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('aggregate query returned no row');
  return row;
}

async function readLines(
  { db, games }: TeamDeps,
  reader: TeamReader,
  language: string,
  filter: Filter,
  { offset, limit }: Slice,
): Promise<Line[]> {
  const { rows } = await sql<Row>`
    with k as (
      select ${KEYS[filter.by]} as key, min(p.game_id) as game_id, sum(p.rounds) as rounds, sum(p.stake - p.refunded) as stake, sum(p.payout) as payout
        from ${playOf(reader, filter)} group by 1 having sum(p.rounds) <> 0
       order by 4 desc, 1 limit ${limit} offset ${offset})
    select k.*, m.account, m.type, c.depth as level
      from k left join member m on ${filter.by === 'person'} and m.id = k.key
      left join agent_closure c on c.member_id = m.id and c.ancestor_id = ${reader.agent.memberId}
     order by k.stake desc, k.key`.execute(db);
  const facts = await games.findMany(db, [...new Set(rows.map(({ game_id }) => game_id))], language);
  return rows.map((row) => {
    const game = facts.get(row.game_id);
    const person =
      row.account === null || row.type === null || row.level === null
        ? null
        : personOf(reader, { member_id: row.key, account: row.account, type: row.type, level: row.level });
    const label = person?.account ?? (filter.by === 'vendor' ? game?.vendorName : game?.gameName) ?? row.key;
    return { key: row.key, label, person, ...sumsOf(row) };
  });
}

function sumsOf({ rounds, stake, payout }: Pick<Row, 'rounds' | 'stake' | 'payout'>) {
  return {
    rounds: Number(rounds),
    stake: toWire(BigInt(stake)),
    payout: toWire(BigInt(payout)),
    net: toWire(BigInt(payout) - BigInt(stake)),
  };
}
