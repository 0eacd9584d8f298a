import { sql } from 'kysely';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { DAY_MS, zonedDay } from '../../../../shared/time.ts';
import { type AfterCommit, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import { consumeFacts, type FactRange } from '../../play/facts/index.ts';
import { type BoardRow, countScores, firstMembers, openBoardRows, openBoards } from './boards.ts';
import type { CountDeps } from './contracts.ts';
import { readProgress } from './progress.ts';
import { type Mission, missionOn, rulesText } from './windows.ts';

/** Name of the consumer of play facts. */
export const MISSIONS_CONSUMER = 'missions';

const FACTS_PER_BATCH = 10_000;
const MEMBERS_PER_STATEMENT = 500;

/**
 * Counts the facts that wait, and gives the rewards of missions that they reach. Each batch is one transaction with the position of the
 * consumer: a fact counts once, on any number of nodes. False if a running transaction holds facts back.
 */
export async function countMissions(deps: CountDeps): Promise<boolean> {
  deps.requireTime();
  await begin(deps);
  await inTransaction(deps.db, (tx, afterCommit) => followRules(deps, tx, afterCommit));
  await inTransaction(deps.db, (tx) => followDays(deps, tx));
  return consumeFacts(deps.db, deps.facts, {
    name: MISSIONS_CONSUMER,
    batch: FACTS_PER_BATCH,
    lock: lockTurn,
    count: (tx, range, _turn, afterCommit) => countRange(deps, tx, afterCommit, range),
  });
}

async function lockTurn(tx: Tx) {
  return tx.selectFrom('mission_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
}

/** The first run: games from before the facts were played. */
async function begin({ db, clock, merchant, facts }: CountDeps): Promise<void> {
  const { began_at } = await db.selectFrom('mission_clock').select('began_at').executeTakeFirstOrThrow();
  if (began_at !== null) return;
  await facts.add(db, MISSIONS_CONSUMER);
  await inTransaction(db, async (tx) => {
    if ((await lockTurn(tx)).began_at !== null) return;
    const { timeZone } = (await readMerchant(tx, merchant)).settings;
    await sql`
      insert into mission_play (member_id, day, game_id, category, rounds, stake)
      select member_id, to_char(max(at) at time zone ${timeZone}::text, 'YYYY-MM-DD'), game_id, category, sum(rounds)::int, 0
        from play_fact where kind = 'opening' and game_id <> '' group by member_id, game_id, category`.execute(tx);
    await tx.updateTable('mission_clock').set({ began_at: clock.now() }).execute();
  });
}

/** Windows of leaderboards that begin. */
async function followDays({ clock, merchant }: CountDeps, tx: Tx): Promise<void> {
  const { settings } = await readMerchant(tx, merchant);
  if (settings.missions.boards.length === 0) return;
  await lockTurn(tx);
  await openBoards(tx, settings, clock.now());
}

/** All members who have played in a window of now, after the merchant has changed its missions. */
async function followRules(deps: CountDeps, tx: Tx, afterCommit: AfterCommit): Promise<void> {
  const { rules } = await lockTurn(tx);
  const { settings } = await readMerchant(tx, deps.merchant);
  if (rules === rulesText(settings)) return;
  const today = zonedDay(deps.clock.now().getTime(), settings.timeZone);
  for (const { id } of settings.missions.list)
    await tx
      .insertInto('mission_since')
      .values({ mission_id: id, since: today })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const upTo = await deps.facts.lockPosition(tx, MISSIONS_CONSUMER);
  const missions = await missionsOf(tx, settings, [today]);
  const from = missions.map((one) => one.from).toSorted()[0];
  if (from !== undefined) {
    const { rows } = await sql<{ member_id: string }>`select distinct member_id from mission_play where day >= ${from} order by 1`.execute(
      tx,
    );
    const all = rows.map(({ member_id }) => member_id);
    const boards = await openBoardRows(tx);
    const now = deps.clock.now();
    for (const mission of missions)
      await reward(deps, tx, afterCommit, { mission, memberIds: all, lastOf: () => now, boards, upTo, settings });
  }
  await tx
    .updateTable('mission_clock')
    .set({ rules: rulesText(settings) })
    .execute();
}

async function countRange(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, { after, upTo }: FactRange): Promise<void> {
  const { settings } = await readMerchant(tx, deps.merchant);
  const { rows } = await sql<CountedDay>`
    with f as materialized (
      select member_id, at, to_char(at at time zone ${settings.timeZone}::text, 'YYYY-MM-DD') as day, game_id, category, rounds, valid
        from play_fact where id > ${after.toString()}::bigint and id <= ${upTo.toString()}::bigint),
    days as (
      insert into mission_day (day, after_fact)
      select distinct day, ${after.toString()}::bigint from f where day > coalesce((select max(day) from mission_day), '')
      on conflict do nothing),
    added as (
      insert into mission_play as kept (member_id, day, game_id, category, rounds, stake)
      select member_id, day, game_id, category, sum(rounds), sum(valid) from f group by 1, 2, 3, 4
      on conflict (member_id, day, game_id, category)
        do update set rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake)
    select member_id, day, max(at) as last, bool_or(rounds < 0) as voided from f group by 1, 2 order by 1, 2`.execute(tx);
  const later = await daysAfterVoids(tx, rows);
  const days = [...new Set([...rows, ...later].map(({ day }) => day))].toSorted();
  const boards = await openBoardRows(tx);
  const changed = new Set<string>();
  for (const mission of await missionsOf(tx, settings, days)) {
    const isWithin = ({ day }: { readonly day: string }) => day >= mission.from && (mission.until === null || day < mission.until);
    // In the order of days: the last one remains.
    const last = new Map(rows.filter(isWithin).map((row) => [row.member_id, row.last]));
    const lastOf = (id: string) => last.get(id) ?? deps.clock.now();
    const affected = mission.rule.goal === 'newGames' ? later.filter(isWithin).map(({ member_id }) => member_id) : [];
    const memberIds = [...new Set([...last.keys(), ...affected])];
    for (const key of await reward(deps, tx, afterCommit, { mission, memberIds, lastOf, boards, upTo, settings })) changed.add(key);
  }
  const members = new Set(rows.map(({ member_id }) => member_id));
  // Those who are overtaken see it, too.
  for (const board of boards)
    if (changed.has(board.board_id)) for (const id of await firstMembers(tx, board, deps.clock.now())) members.add(id);
  if (settings.missions.list.length === 0) return;
  afterCommit(() => {
    for (const id of members) deps.hub.publish(id, { type: 'missions' });
  });
}

interface CountedDay {
  readonly member_id: string;
  readonly day: string;
  /** The last of the day's bets that were counted now. */
  readonly last: Date;
  /** Rounds of the day were voided. */
  readonly voided: boolean;
}

/** Days of play after one whose rounds were voided: games may be new in their windows now. */
async function daysAfterVoids(tx: Tx, counted: readonly CountedDay[]): Promise<readonly Pick<CountedDay, 'member_id' | 'day'>[]> {
  const voided = counted.filter((one) => one.voided);
  if (voided.length === 0) return [];
  const { rows } = await sql<Pick<CountedDay, 'member_id' | 'day'>>`
    select distinct p.member_id, p.day from mission_play p
      join unnest(${voided.map((one) => one.member_id)}::text[], ${voided.map((one) => one.day)}::text[]) as v(member_id, day)
        on v.member_id = p.member_id and p.day > v.day order by 1, 2`.execute(tx);
  return rows;
}

/** Missions in all of their windows that contain one of the days, without those that had ended before the platform saw the mission first. */
export async function missionsOf(executor: Executor, settings: MerchantSettings, days: readonly string[]): Promise<readonly Mission[]> {
  const since = new Map((await executor.selectFrom('mission_since').selectAll().execute()).map((row) => [row.mission_id, row.since]));
  return settings.missions.list.flatMap((rule) => {
    const first = since.get(rule.id);
    // Known with the next run.
    if (first === undefined) return [];
    const windows = days
      .map((day) => missionOn(rule, day, first, settings.timeZone))
      .filter(({ until }) => until === null || until > first);
    return [...new Map(windows.map((mission) => [mission.key, mission])).values()];
  });
}

interface RewardOrder {
  readonly mission: Mission;
  readonly memberIds: readonly string[];
  /** The last bet of the member that was counted for the mission. */
  lastOf(memberId: string): Date;
  readonly boards: readonly BoardRow[];
  readonly upTo: bigint;
  readonly settings: MerchantSettings;
}

/** Ids of the leaderboards on which a score has changed. */
async function reward(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, order: RewardOrder): Promise<readonly string[]> {
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
    insert into mission_reward as kept (member_id, mission_id, window_from, period, goal, category, target, amount, points, currency, state,
                                        claim_until, created_at, reached_at)
    select m.id, ${rule.id}, ${key}, ${rule.period}, ${rule.goal}, ${rule.category}, ${target.toString()}::bigint,
           ${toUnits(rule.amount).toString()}::bigint, ${(BigInt(rule.points) * POINTS_PER_WHOLE).toString()}::bigint, ${settings.currency}, 'claimable',
           ${until}, ${now}, m.at from ${reached}
    on conflict (member_id, mission_id, window_from) do update
      set state = 'claimable', goal = excluded.goal, category = excluded.category, target = excluded.target, amount = excluded.amount,
          points = excluded.points, claim_until = excluded.claim_until, created_at = excluded.created_at, reached_at = excluded.reached_at
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
