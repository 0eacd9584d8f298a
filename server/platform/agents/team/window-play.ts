import { type RawBuilder, sql } from 'kysely';
import { TEAM_DAYS, type WindowBetGroup } from '../../../../shared/api/agent-team/constants.ts';
import type { windowBetExport, windowBets } from '../../../../shared/api/agent-team/contract.ts';
import type { WindowBetLine } from '../../../../shared/api/agent-team/schemas.ts';
import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { Refusal } from '../../base/refusal.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { batchSlice, filteredPerson, nextBatch, pageOf, pageSlice, type Slice } from './pages.ts';
import { personOf } from './reader.ts';

type Filter = Omit<QueryOf<typeof windowBetExport>, 'cursor'>;
type Change = NonNullable<WindowBetLine['change']>;

interface Row {
  readonly key: string;
  readonly game_id: string | null;
  readonly rounds: string;
  readonly stake: string;
  readonly valid: string;
  readonly payout: string;
  readonly member_id: string | null;
  readonly account: string | null;
  readonly type: number | null;
  readonly level: number | null;
  readonly kind: Change['kind'] | null;
  readonly at: Date | null;
  readonly bet_id: string | null;
}

interface TotalRow extends Pick<Row, 'rounds' | 'stake' | 'valid' | 'payout'> {
  readonly lines: string;
}

/** Play that was counted into closed windows, the highest stake first; single changes newest first. */
export async function listWindowPlay(
  deps: TeamDeps,
  reader: TeamReader,
  language: string,
  { pageNo, ...filter }: QueryOf<typeof windowBets>,
): Promise<ValueOf<typeof windowBets>> {
  requireWindow(filter);
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

export async function exportWindowPlay(
  deps: TeamDeps,
  reader: TeamReader,
  language: string,
  { cursor = 0, ...filter }: QueryOf<typeof windowBetExport>,
): Promise<ValueOf<typeof windowBetExport>> {
  requireWindow(filter);
  const lines = await readLines(deps, reader, language, filter, batchSlice(cursor));
  const next = nextBatch(cursor, lines);
  return { lines, next, currency: reader.agent.currency, timeZone: reader.timeZone };
}

function requireWindow({ from, until }: Pick<Filter, 'from' | 'until'>): void {
  const length = Date.parse(until) - Date.parse(from);
  if (!(length > 0 && length <= TEAM_DAYS * DAY_MS)) throw new Refusal('period_too_long', { days: TEAM_DAYS });
}

/** Facts that a node with a clock ahead has stored early. */
const EARLY = sql`interval '10 minutes'`;

/**
 * `closes`: the windows that were closed. `team`: the agent and everyone below, with the times of it. `play`: what was counted into the
 * windows from members who were in the team when these were closed.
 */
function playOf({ agent }: TeamReader, filter: Filter): RawBuilder<unknown> {
  const { from, until, memberId, gameCategory } = filter;
  const isByMember = filter.by === 'person' && filter.vassalage === undefined;
  return sql`
    recursive closes as materialized (
      select window_start, closed_at from window_close
       where window_start >= ${from}::timestamptz and window_start < ${until}::timestamptz),
    team as (
      select ${agent.memberId}::text as member_id, 0 as depth, ${from}::timestamptz as since, 'infinity'::timestamptz as until
      union all
      select h.member_id, t.depth + 1, greatest(t.since, h.valid_from), least(t.until, coalesce(h.valid_until, 'infinity'))
        from team t join agent_parent h on h.parent_id = t.member_id and h.valid_from < t.until and coalesce(h.valid_until, 'infinity') > t.since
       where t.depth < 64),
    ${isByMember ? sql`` : COUNTED(filter)}
    play as materialized (
      select p.* from team t
        join ${isByMember ? MEMBER_WINDOWS(filter) : sql`facts`} p on p.member_id = t.member_id
        join closes c on c.window_start = p.window_start and c.closed_at >= t.since and c.closed_at < t.until
       where ${memberId === undefined ? sql`true` : sql`t.member_id = ${memberId}`}
         and ${gameCategory === undefined ? sql`true` : sql`p.category = ${gameCategory}`})`;
}

const MEMBER_WINDOWS = ({ from, until }: Filter) => sql`(
  select w.member_id, w.window_start, w.category, w.rounds, w.stake, w.valid, w.payout, null::text as game_id
    from play_window w where w.window_start >= ${from}::timestamptz and w.window_start < ${until}::timestamptz)`;

/** Facts with their windows: that of their time, or the first one that was open when they were counted. */
const COUNTED = ({ from, until, vassalage }: Filter) => sql`
  counted as materialized (
    select c.window_start, c.position, coalesce(
        (select b.position from window_close b where b.window_start < c.window_start order by b.window_start desc limit 1),
        (select coalesce(max(id), 0) from play_fact where kind = 'opening')) as before
      from window_close c where c.window_start < ${until}::timestamptz and c.closed_at >= ${from}::timestamptz - ${EARLY}),
  facts as (
    select f.id, f.kind, f.at, f.provider, f.round_id, f.member_id, f.game_id, f.vassalage, f.category, f.rounds, f.stake, f.valid, f.payout,
           greatest(date_bin('5 minutes', f.at, 'epoch'), c.window_start) as window_start
      from counted c join play_fact f on f.id > c.before and f.id <= c.position
     where ${vassalage === undefined ? sql`true` : sql`f.vassalage = ${vassalage}`}),`;

/** People whom the agent does not see now, because they are too deep or have left, are one line. */
const PERSON_KEY = (reader: TeamReader) => sql`(
  select v.member_id from agent_closure v
   where v.member_id = p.member_id and v.ancestor_id = ${reader.agent.memberId} and v.depth <= ${reader.rules.visibleDepth})`;

const keyOf = (reader: TeamReader, by: WindowBetGroup): RawBuilder<unknown> =>
  ({ person: sql`coalesce(${PERSON_KEY(reader)}, '')`, vendor: sql`p.vassalage`, game: sql`p.game_id`, bet: sql`p.id::text` })[by];

const SUMS = sql`sum(p.rounds) as rounds, sum(p.stake) as stake, sum(p.valid) as valid, sum(p.payout) as payout`;

async function readTotal({ db }: TeamDeps, reader: TeamReader, filter: Filter): Promise<TotalRow> {
  const { rows } = await sql<TotalRow>`
    with ${playOf(reader, filter)}
    select count(*) as lines, coalesce(sum(rounds), 0) as rounds, coalesce(sum(stake), 0) as stake, coalesce(sum(valid), 0) as valid,
           coalesce(sum(payout), 0) as payout
      from (select ${SUMS} from play p group by ${keyOf(reader, filter.by)}) as k`.execute(db);
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
): Promise<WindowBetLine[]> {
  const { by } = filter;
  const slice = sql`limit ${limit} offset ${offset}`;
  const found =
    by === 'bet'
      ? sql`select p.id::text as key, p.game_id, p.rounds, p.stake, p.valid, p.payout, ${PERSON_KEY(reader)} as member_id, p.kind, p.at,
              r.id::text as bet_id, p.id as place
         from play p left join vendor_round r on r.provider = p.provider and r.round_id = p.round_id order by p.id desc ${slice}`
      : sql`select ${keyOf(reader, by)} as key, min(p.game_id) as game_id, ${SUMS},
              ${by === 'person' ? sql`nullif(${keyOf(reader, by)}, '')` : sql`null::text`} as member_id,
              null::text as kind, null::timestamptz as at, null::text as bet_id, null::bigint as place
         from play p group by 1, 7 order by 4 desc, 1 ${slice}`;
  const { rows } = await sql<Row>`
    with ${playOf(reader, filter)}, k as (${found})
    select k.*, m.account, m.type, c.depth as level
      from k left join member m on m.id = k.member_id
      left join agent_closure c on c.member_id = m.id and c.ancestor_id = ${reader.agent.memberId}
     order by k.place desc, k.stake desc, k.key`.execute(db);
  const ids = rows.flatMap(({ game_id }) => (game_id === null ? [] : [game_id]));
  const facts = await games.findMany(db, [...new Set(ids)], language);
  return rows.map((row) => {
    const game = facts.get(row.game_id ?? '');
    const person = personIn(reader, row);
    const name = by === 'vendor' ? game?.vendorName : game?.gameName;
    return {
      key: row.key,
      label: by === 'person' ? (person?.account ?? '') : (name ?? row.game_id ?? row.key),
      person,
      change: changeOf(row),
      ...sumsOf(row),
    };
  });
}

function personIn(reader: TeamReader, { member_id, account, type, level }: Row): WindowBetLine['person'] {
  return member_id === null || account === null || type === null || level === null
    ? null
    : personOf(reader, { member_id, account, type, level });
}

/** The id of a bet leads to its person. */
function changeOf({ kind, at, bet_id, member_id }: Row): WindowBetLine['change'] {
  return kind === null || at === null ? null : { kind, at: at.toISOString(), betId: member_id === null ? null : bet_id };
}

function sumsOf({ rounds, stake, valid, payout }: Pick<Row, 'rounds' | 'stake' | 'valid' | 'payout'>) {
  return {
    rounds: Number(rounds),
    stake: toWire(BigInt(stake)),
    validBet: toWire(BigInt(valid)),
    payout: toWire(BigInt(payout)),
    net: toWire(BigInt(payout) - BigInt(stake)),
  };
}
