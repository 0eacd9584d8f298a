import { sql } from 'kysely';
import { PLACE } from '../../../../shared/api/missions/constants.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { RewardRow } from './pay.ts';
import { MISSIONS_CONSUMER, readPositions } from './positions.ts';
import { readProgress } from './progress.ts';
import { DRAW_SIZES, roundMoves } from './sizes.ts';
import { verifyBoards } from './verify-boards.ts';
import { missionOn, ONCE } from './windows.ts';

const MAX_SHOWN = 100;

/**
 * Differences of missions: counted play against the facts, rewards that wait against their goals, paid rewards against the ledger and the
 * points, and leaderboards against the missions that were reached. Each is a sentence.
 */
export async function verifyMissions(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${PLAY} union all ${DRAWS} union all ${SIZES} union all ${MONEY} union all ${POINTS}) as d limit ${MAX_SHOWN}::int`.execute(
    executor,
  );
  return [...rows.map(({ difference }) => difference), ...(await unreached(executor)), ...(await verifyBoards(executor))];
}

/** Openings are games of before, without stake. */
const PLAY = sql`
  select 'play of ' || coalesce(p.member_id, f.member_id) || ' in ' || coalesce(p.game_id, f.game_id) || ' counts ' || coalesce(p.rounds, 0)
         || ' rounds and ' || coalesce(p.stake, 0) || ' for missions but its facts sum to ' || coalesce(f.rounds, 0) || ' and '
         || coalesce(f.stake, 0) as difference
    from (select member_id, game_id, category, sum(rounds) as rounds, sum(stake) as stake from mission_play group by 1, 2, 3) p
    full join (
      select member_id, game_id, category, sum(rounds) as rounds, coalesce(sum(valid) filter (where kind <> 'opening'), 0) as stake
        from play_fact
       where id <= coalesce((select position from fact_consumer where name = ${MISSIONS_CONSUMER}), 0)
         and (kind <> 'opening' or game_id <> '') and (select began_at from mission_clock) is not null
       group by 1, 2, 3) f using (member_id, game_id, category)
   where (coalesce(p.rounds, 0), coalesce(p.stake, 0)) <> (coalesce(f.rounds, 0), coalesce(f.stake, 0))`;

/** Counted facts with their day, which changes with the zone of the merchant and is not compared. */
const COUNTED = sql`
  (select *, '' as day from play_fact
    where kind <> 'opening' and id <= coalesce((select position from fact_consumer where name = ${MISSIONS_CONSUMER}), 0)) as counted`;

const DRAWS = sql`
  select 'draw ' || market || ' of ' || member_id || ' counts ' || coalesce(d.rounds, 0) || ' tickets and ' || coalesce(d.stake, 0)
         || ' for missions but its facts sum to ' || coalesce(f.rounds, 0) || ' and ' || coalesce(f.stake, 0) as difference
    from (select member_id, provider, market, category, sum(rounds) as rounds, sum(stake) as stake from mission_draw group by 1, 2, 3, 4) d
    full join (select member_id, provider, market, category, sum(rounds) as rounds, sum(stake) as stake from ${COUNTED}
                where market is not null group by 1, 2, 3, 4) f using (member_id, provider, market, category)
   where (coalesce(d.rounds, 0), coalesce(d.stake, 0)) <> (coalesce(f.rounds, 0), coalesce(f.stake, 0))`;

const SIZES = sql`
  select 'rounds of ' || member_id || ' of the size ' || size || ' are ' || coalesce(s.rounds, 0) || ' for missions but '
         || coalesce(f.rounds, 0) || ' by their facts' as difference
    from (select member_id, category, size, sum(rounds) as rounds from mission_size group by 1, 2, 3) s
    full join (select member_id, category, size, sum(rounds) as rounds from (${roundMoves(COUNTED)} union all ${DRAW_SIZES}) as moves
                group by 1, 2, 3) f using (member_id, category, size)
   where coalesce(s.rounds, 0) <> coalesce(f.rounds, 0)`;

const MONEY = sql`
  select 'mission reward ' || r.id || ': transfer ' || t.id || ' moves ' || coalesce(p.amount, 0) || ', not ' || r.amount as difference
    from mission_reward r join ledger_transfer t on t.id = r.transfer_id
    left join ledger_account a on a.owner = r.member_id and a.kind = 'wallet'
    left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
   where p.amount is distinct from r.amount or t.kind <> 'mission' or t.reference <> 'mission:' || r.id
  union all
  select 'transfer ' || t.id || ' pays a mission without a reward' from ledger_transfer t
   where t.kind = 'mission' and not exists (select from mission_reward r where r.transfer_id = t.id)`;

const POINTS = sql`
  select 'mission reward ' || coalesce(r.id::text, e.reference) || ' has ' || coalesce(r.points, 0) || ' points but ' || coalesce(e.points, 0)
         || ' were posted' as difference
    from (select id, member_id, points from mission_reward where state = 'paid' and points > 0) r
    full join (select reference, member_id, points from point_entry where kind = 'mission') e
      on e.reference = 'mission:' || r.id and e.member_id = r.member_id
   where coalesce(r.points, 0) <> coalesce(e.points, 0)`;

/** Rewards that can be claimed whose goal is not reached with what was counted. */
async function unreached(executor: Executor): Promise<readonly string[]> {
  const merchant = await executor.selectFrom('merchant').select('code').executeTakeFirst();
  if (!merchant) return [];
  const { settings } = await readMerchant(executor, merchant.code);
  const positionOf = await readPositions(executor);
  const since = new Map((await executor.selectFrom('mission_since').selectAll().execute()).map((row) => [row.mission_id, row.since]));
  const rows = await executor.selectFrom('mission_reward').selectAll().where('state', '=', 'claimable').orderBy('id').execute();
  const groups = new Map<string, RewardRow[]>();
  for (const row of rows) {
    const key = [row.mission_id, row.window_from, row.goal, row.category, row.target, row.least_stake].join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const differences: string[] = [];
  for (const [row, ...more] of groups.values()) {
    if (!row || row.goal === PLACE) continue;
    const { mission_id: id, period, goal, category, window_from: from } = row;
    const first = since.get(id) ?? '';
    const leastStake = Number(BigInt(row.least_stake) / UNITS_PER_WHOLE);
    const rule = { id, period, goal, category, leastStake, target: 1, points: 0, amount: 0 };
    const mission = missionOn(rule, from === ONCE ? first : from, first, settings.timeZone);
    const members = [row, ...more].map(({ member_id }) => member_id);
    const order = { mission, memberIds: members, upTo: positionOf(goal), timeZone: settings.timeZone };
    const have = await readProgress(executor, order);
    for (const one of [row, ...more])
      if ((have.get(one.member_id) ?? 0n) < BigInt(one.target))
        differences.push(`mission reward ${one.id} needs ${one.target} but ${one.member_id} has ${have.get(one.member_id) ?? 0n}`);
  }
  return differences.slice(0, MAX_SHOWN);
}
