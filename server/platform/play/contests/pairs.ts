import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';

/** Two members who have won from each other, from the loser's side. */
export interface Pair {
  readonly loser: string;
  readonly winner: string;
  readonly currency: string;
  /** Net amount won from the loser. */
  readonly net: bigint;
  /** Total amount in both directions. */
  readonly volume: bigint;
  readonly contests: number;
  readonly lastAt: Date;
}

export interface PairContest {
  readonly provider: string;
  readonly contestId: string;
  readonly gameId: string;
  readonly loser: string;
  readonly winner: string;
  readonly currency: string;
  readonly units: bigint;
  readonly at: Date;
}

export interface PairQuery {
  readonly since: Date;
  readonly offset: number;
  readonly limit: number;
}

/** In honest pairs luck evens out; suspicious pairs have most of the volume in one direction, over several contests. */
const ONE_SIDED_PERCENT = 60;
const FEWEST_CONTESTS = 3;
/** Contests of so many days are compared. */
export const PAIR_DAYS = 30;

export function pairsSince(now: Date): Date {
  return new Date(now.getTime() - PAIR_DAYS * DAY_MS);
}

/** One-sided pairs, the largest net flow first, grouped by currency. */
export async function listPairs(executor: Executor, { since, offset, limit }: PairQuery): Promise<readonly Pair[]> {
  const { rows } = await sql<{ a: string; b: string; currency: string; net: string; volume: string; contests: number; last_at: Date }>`
    select * from ${oneSided(since)} order by currency, abs(net) desc, a, b offset ${offset} limit ${limit}`.execute(executor);
  return rows.map(({ a, b, currency, net, volume, contests, last_at: lastAt }) => {
    const units = BigInt(net);
    const [loser, winner] = units > 0n ? [a, b] : [b, a];
    return { loser, winner, currency, net: units > 0n ? units : -units, volume: BigInt(volume), contests, lastAt };
  });
}

/** How many of them there are. */
export async function countPairs(executor: Executor, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${oneSided(since)}`.execute(executor);
  return rows[0]?.count ?? 0;
}

function oneSided(since: Date) {
  return sql`(
    select * from (
      select least(from_member, to_member) as a, greatest(from_member, to_member) as b, currency,
             sum(case when from_member < to_member then units else -units end) as net, sum(units) as volume,
             count(*)::int as contests, max(at) as last_at
        from contest_flow where at > ${since} group by 1, 2, 3) as pair
     where contests >= ${FEWEST_CONTESTS} and abs(net) * 100 >= volume * ${ONE_SIDED_PERCENT}) as one_sided`;
}

/** The contests of two members, newest first. */
export async function listPairContests(
  executor: Executor,
  [one, other]: readonly [string, string],
  { since, offset, limit }: PairQuery,
): Promise<readonly PairContest[]> {
  const { rows } = await sql<{
    provider: string;
    contest_id: string;
    game_id: string;
    from_member: string;
    to_member: string;
    currency: string;
    units: string;
    at: Date;
  }>`
    select f.provider, f.contest_id, f.from_member, f.to_member, f.currency, f.units, f.at, (
        select e.game_id from contest_entry e where e.provider = f.provider and e.contest_id = f.contest_id limit 1) as game_id
      from contest_flow f
     where f.at > ${since} and ((f.from_member = ${one} and f.to_member = ${other}) or (f.from_member = ${other} and f.to_member = ${one}))
     order by f.at desc, f.contest_id offset ${offset} limit ${limit}`.execute(executor);
  return rows.map((row) => ({
    provider: row.provider,
    contestId: row.contest_id,
    gameId: row.game_id,
    currency: row.currency,
    loser: row.from_member,
    winner: row.to_member,
    units: BigInt(row.units),
    at: row.at,
  }));
}
