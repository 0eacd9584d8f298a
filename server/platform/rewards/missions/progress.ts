import { type RawBuilder, sql } from 'kysely';
import type { MissionGoal } from '../../../../shared/api/missions/constants.ts';
import type { Executor } from '../../base/db/index.ts';
import type { MissionRule } from '../../merchant/index.ts';
import { leastUnits, type Mission } from './windows.ts';

/** What is read for the progress of a mission. */
export interface ProgressOrder {
  readonly mission: Pick<Mission, 'from' | 'until'> & { readonly rule: Pick<MissionRule, 'goal' | 'category' | 'leastStake'> };
  readonly memberIds: readonly string[];
  /** The last fact of the goal's stream that counts. */
  readonly upTo: bigint;
  readonly timeZone: string;
}

/** What members have of a mission in its window; members without any are missing. */
export async function readProgress(executor: Executor, order: ProgressOrder): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await QUERIES[order.mission.rule.goal](order).execute(executor);
  return new Map(rows.map(({ member_id, have }) => [member_id, BigInt(have)]));
}

type Query = (order: ProgressOrder) => RawBuilder<{ member_id: string; have: string }>;

const QUERIES: Readonly<Record<MissionGoal, Query>> = {
  rounds: (order) => summed(order, sql`rounds`, sql`mission_size`, sql`and size >= ${order.mission.rule.leastStake ?? 0}::bigint`),
  stake: (order) => summed(order, sql`stake`, sql`mission_play`, sql``),
  newGames: ({ mission: { from, until, rule }, memberIds }) => sql`
    select member_id, count(*) as have from (
      select member_id, game_id from mission_play
       where member_id = any(${memberIds}::text[]) and day < ${until ?? '9999-12-31'} ${ofCategory(rule.category)}
       group by member_id, game_id
      having sum(rounds) filter (where day >= ${from}) > 0 and coalesce(sum(rounds) filter (where day < ${from}), 0) <= 0) as games
     group by member_id`,
  streak: ({ mission: { from, until, rule }, memberIds, upTo, timeZone }) => sql`
    with f as (
      select *, to_char(at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day from play_fact
       where member_id = any(${memberIds}::text[]) and kind <> 'opening' and id <= ${upTo.toString()}::bigint
         and id > (select min(after_fact) from mission_day where day >= ${from}) ${ofCategory(rule.category)}),
    rounds as (
      select member_id, max(id) filter (where kind = 'settled') as settled_id, sum(payout) > sum(stake) as won
        from f where day >= ${from} and day < ${until ?? '9999-12-31'}
       group by member_id, provider, case when market is not null then day end, market is null, coalesce(market, round_id)
      having sum(rounds) > 0 and sum(stake) >= ${leastUnits(rule).toString()}::bigint),
    runs as (
      select member_id, won, row_number() over (partition by member_id order by settled_id)
                           - row_number() over (partition by member_id, won order by settled_id) as run from rounds)
    select member_id, max(length) as have
      from (select member_id, count(*) as length from runs where won group by member_id, run) as lengths group by member_id`,
  verified: ({ mission: { from, until }, memberIds, upTo, timeZone }) => sql`
    select member_id, count(*) as have from (
      select member_id, to_char(at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day from member_fact
       where member_id = any(${memberIds}::text[]) and kind = 'verified' and id <= ${upTo.toString()}::bigint) as f
     where day >= ${from} and day < ${until ?? '9999-12-31'} group by member_id`,
  // The last fact of a limit is its state: a limit that was raised or removed counts again once it is set or made stricter.
  limits: ({ memberIds, upTo }) => sql`
    select member_id, count(*) as have from (
      select distinct on (member_id, subject) member_id, kind from member_fact
       where member_id = any(${memberIds}::text[]) and kind in ('limit-set', 'limit-lifted') and id <= ${upTo.toString()}::bigint
       order by member_id, subject, id desc) as last
     where kind = 'limit-set' group by member_id`,
};

function summed(
  { mission: { from, until, rule }, memberIds }: ProgressOrder,
  column: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): ReturnType<Query> {
  return sql`
    select member_id, sum(${column})::bigint as have from ${table}
     where member_id = any(${memberIds}::text[]) and day >= ${from} and day < ${until ?? '9999-12-31'} ${ofCategory(rule.category)} ${condition}
     group by member_id`;
}

function ofCategory(category: string | null): RawBuilder<unknown> {
  return category === null ? sql`` : sql`and category = ${category}`;
}
