import { sql } from 'kysely';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { type MerchantSettings, toUnits } from '../../merchant/index.ts';
import { type BoardRow, countScores } from './boards.ts';
import type { CountDeps } from './contracts.ts';
import { readProgress } from './progress.ts';
import { leastUnits, type Mission } from './windows.ts';

const MEMBERS_PER_STATEMENT = 500;

export interface RewardOrder {
  readonly mission: Mission;
  readonly memberIds: readonly string[];
  /** The last bet of the member that was counted for the mission. */
  lastOf(memberId: string): Date;
  readonly boards: readonly BoardRow[];
  /** The last fact of the goal's stream that counts. */
  readonly upTo: bigint;
  readonly settings: MerchantSettings;
}

/** Gives and withdraws rewards of a mission by what members have now. Ids of the leaderboards on which a score has changed. */
export async function reward(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, order: RewardOrder): Promise<readonly string[]> {
  const { mission, memberIds, boards, upTo, settings } = order;
  const scored = new Set<string>();
  for (let from = 0; from < memberIds.length; from += MEMBERS_PER_STATEMENT) {
    const some = memberIds.slice(from, from + MEMBERS_PER_STATEMENT);
    const have = await readProgress(tx, { mission, memberIds: some, upTo, timeZone: settings.timeZone });
    const hasReached = (id: string) => (have.get(id) ?? 0n) >= mission.target;
    const changed = [
      ...(await give(deps, tx, { ...order, memberIds: some.filter(hasReached) })),
      ...(await withdraw(
        tx,
        mission,
        some.filter((id) => !hasReached(id)),
      )),
    ];
    for (const id of changed) await deps.centre.publish(tx, afterCommit, id);
    for (const board of boards) {
      if (changed.length === 0 || mission.key < board.window_from || mission.key >= board.window_until) continue;
      await countScores(tx, board, changed);
      scored.add(board.board_id);
    }
  }
  return [...scored];
}

async function give(
  deps: CountDeps,
  tx: Tx,
  { mission, settings, memberIds, lastOf }: Omit<RewardOrder, 'upTo' | 'boards'>,
): Promise<readonly string[]> {
  if (memberIds.length === 0) return [];
  const { rule, target, key } = mission;
  const now = deps.clock.now();
  const until = new Date(now.getTime() + settings.missions.claimDays * DAY_MS);
  const reached = sql`unnest(${memberIds}::text[], ${memberIds.map((id) => lastOf(id).toISOString())}::timestamptz[]) as m (id, at)`;
  // Exists before the claim, which must not wait for it.
  if (rule.points > 0)
    await sql`insert into point_account (member_id) select unnest(${memberIds}::text[]) order by 1 on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ member_id: string }>`
    insert into mission_reward as kept (member_id, mission_id, window_from, period, goal, category, target, least_stake, amount, points, currency, state,
                                        claim_until, created_at, reached_at)
    select m.id, ${rule.id}, ${key}, ${rule.period}, ${rule.goal}, ${rule.category}, ${target.toString()}::bigint, ${leastUnits(rule).toString()}::bigint,
           ${toUnits(rule.amount).toString()}::bigint, ${(BigInt(rule.points) * POINTS_PER_WHOLE).toString()}::bigint, ${settings.currency}, 'claimable',
           ${until}, ${now}, m.at from ${reached}
    on conflict (member_id, mission_id, window_from) do update
      set state = 'claimable', goal = excluded.goal, category = excluded.category, target = excluded.target, least_stake = excluded.least_stake,
          amount = excluded.amount, points = excluded.points, claim_until = excluded.claim_until, created_at = excluded.created_at, reached_at = excluded.reached_at
      where kept.state = 'withdrawn'
    returning member_id`.execute(tx);
  // Claimed before the void: reached again, and not given again.
  const again = await sql<{ member_id: string }>`
    update mission_reward r set reached_at = m.at from ${reached}
     where r.member_id = m.id and r.mission_id = ${rule.id} and r.window_from = ${key} and r.reached_at is null
    returning r.member_id`.execute(tx);
  return [...rows, ...again.rows].map(({ member_id }) => member_id);
}

/** A reward that is not claimed goes with its goal, by the rule of now. One that is claimed stays, and does not count for leaderboards. */
async function withdraw(tx: Tx, { rule, key }: Mission, memberIds: readonly string[]): Promise<readonly string[]> {
  if (memberIds.length === 0) return [];
  const { rows } = await sql<{ member_id: string }>`
    update mission_reward set state = case when state = 'claimable' then 'withdrawn' else state end, reached_at = null
     where member_id = any(${memberIds}::text[]) and mission_id = ${rule.id} and window_from = ${key} and reached_at is not null
    returning member_id`.execute(tx);
  return rows.map(({ member_id }) => member_id);
}
