import { type RawBuilder, sql } from 'kysely';
import { isActGoal } from '../../../../shared/api/missions/constants.ts';
import { zonedDay } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { consumeFacts, type FactRange } from '../../play/facts/index.ts';
import { firstMembers, openBoardRows, openBoards } from './boards.ts';
import type { CountDeps } from './contracts.ts';
import { countActs } from './count-acts.ts';
import { reward } from './give.ts';
import { ACTS_CONSUMER, MISSIONS_CONSUMER } from './positions.ts';
import { drawMoves, roundMoves } from './sizes.ts';
import { rulesText } from './windows.ts';
import { missionsOf } from './windows-of-now.ts';

const FACTS_PER_BATCH = 10_000;

/**
 * Counts the facts that wait, and gives the rewards of missions that they reach. Each batch is one transaction with the position of the
 * consumer: a fact counts once, on any number of nodes. False if a running transaction holds facts back.
 */
export async function countMissions(deps: CountDeps): Promise<boolean> {
  deps.requireTime();
  await begin(deps);
  await inTransaction(deps.db, (tx, afterCommit) => followRules(deps, tx, afterCommit));
  await inTransaction(deps.db, (tx) => followDays(deps, tx));
  const work = { batch: FACTS_PER_BATCH, lock: lockTurn };
  const played = await consumeFacts(deps.db, deps.facts, {
    ...work,
    name: MISSIONS_CONSUMER,
    count: (tx, range, _turn, afterCommit) => countRange(deps, tx, afterCommit, range),
  });
  const acted = await consumeFacts(deps.db, deps.memberFacts, {
    ...work,
    name: ACTS_CONSUMER,
    count: (tx, range, _turn, afterCommit) => countActs(deps, tx, afterCommit, range),
  });
  return played && acted;
}

async function lockTurn(tx: Tx) {
  return tx.selectFrom('mission_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
}

/** The first run: games from before the facts were played. */
async function begin({ db, clock, merchant, facts, memberFacts }: CountDeps): Promise<void> {
  await memberFacts.add(db, ACTS_CONSUMER);
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

/** All members who have played in a window of now, or have done what missions count, after the merchant has changed its missions. */
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
  const missions = await missionsOf(tx, settings, [today]);
  const from = missions.map((one) => one.from).toSorted()[0];
  if (from !== undefined) {
    const played = await membersOf(tx, sql`mission_play where day >= ${from}`);
    const acted = await membersOf(tx, sql`member_fact`);
    const playedUpTo = await deps.facts.lockPosition(tx, MISSIONS_CONSUMER);
    const actedUpTo = await deps.memberFacts.lockPosition(tx, ACTS_CONSUMER);
    const boards = await openBoardRows(tx);
    const now = deps.clock.now();
    for (const mission of missions) {
      const stream = isActGoal(mission.rule.goal) ? { memberIds: acted, upTo: actedUpTo } : { memberIds: played, upTo: playedUpTo };
      await reward(deps, tx, afterCommit, { ...stream, mission, lastOf: () => now, boards, settings });
    }
  }
  await tx
    .updateTable('mission_clock')
    .set({ rules: rulesText(settings) })
    .execute();
}

async function membersOf(tx: Tx, rows: RawBuilder<unknown>): Promise<readonly string[]> {
  const found = await sql<{ member_id: string }>`select distinct member_id from ${rows} order by 1`.execute(tx);
  return found.rows.map(({ member_id }) => member_id);
}

async function countRange(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, { after, upTo }: FactRange): Promise<void> {
  const { settings } = await readMerchant(tx, deps.merchant);
  const { rows } = await sql<CountedDay>`
    with f as materialized (
      select member_id, at, to_char(at at time zone ${settings.timeZone}::text, 'YYYY-MM-DD') as day, game_id, category, kind, provider,
             rounds, stake, valid, bet, market
        from play_fact where id > ${after.toString()}::bigint and id <= ${upTo.toString()}::bigint),
    days as (
      insert into mission_day (day, after_fact)
      select distinct day, ${after.toString()}::bigint from f where day > coalesce((select max(day) from mission_day), '')
      on conflict do nothing),
    added as (
      insert into mission_play as kept (member_id, day, game_id, category, rounds, stake)
      select member_id, day, game_id, category, sum(rounds), sum(valid) from f group by 1, 2, 3, 4
      on conflict (member_id, day, game_id, category)
        do update set rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake),
    ${drawMoves(sql`f`)},
    sized as (
      insert into mission_size as kept (member_id, day, category, size, rounds)
      select member_id, day, category, size, sum(rounds) from (${roundMoves(sql`f`)} union all select * from draw_moves) as moves
       group by 1, 2, 3, 4 having sum(rounds) <> 0
      on conflict (member_id, day, category, size) do update set rounds = kept.rounds + excluded.rounds)
    select member_id, day, max(at) as last, bool_or(rounds < 0) as voided from f group by 1, 2 order by 1, 2`.execute(tx);
  const later = await daysAfterVoids(tx, rows);
  const days = [...new Set([...rows, ...later].map(({ day }) => day))].toSorted();
  const boards = await openBoardRows(tx);
  const changed = new Set<string>();
  for (const mission of await missionsOf(tx, settings, days)) {
    if (isActGoal(mission.rule.goal)) continue;
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
