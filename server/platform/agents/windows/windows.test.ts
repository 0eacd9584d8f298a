import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { addTree } from '../tree/test-tree.ts';
import { addFacts, createTestWindows, type TestPlay, type TestWindows } from './test-windows.ts';

const START = '2026-11-20T00:00:00.000Z';
const UNIT = 10_000n;

let database: TestDatabase;
let world: TestWindows;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTestWindows(database.db, { at: START, agents: { activeValidBet: 10, betSteps: [10, 100] } });
});
afterEach(async () => {
  const tables = ['play_fact', 'fact_consumer', 'window_close', 'play_window', 'team_window', 'team_day', 'member_day', 'member_period'];
  await sql
    .raw(
      `truncate ${[...tables, 'team_active', 'team_active_gap', 'member_active_day', 'merchant', 'member', 'agent_closure', 'agent_parent', 'protection_member'].join(', ')} cascade`,
    )
    .execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
});

const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS);
const bet = (memberId: string, minutes: number, whole: number, more: Partial<TestPlay> = {}): TestPlay => ({
  memberId,
  at: at(minutes),
  valid: BigInt(whole) * UNIT,
  ...more,
});
async function rows(query: ReturnType<typeof sql>): Promise<unknown[][]> {
  return (await query.execute(database.db)).rows.map((row) => Object.values(row as object));
}
/** Agent, window in minutes, valid bet in whole units. */
const teams = () =>
  rows(sql`select agent_id, extract(epoch from window_start - ${START}::timestamptz)::int / 60 as minute, (valid / 10000)::int as valid
             from team_window order by window_start, agent_id, team_window.valid`);
const active = (period: string) =>
  rows(sql`select agent_id, members from team_active where period = ${period} and members <> 0 order by starts, agent_id`);
async function close(minutes: number): Promise<number> {
  world.clock.advance(at(minutes).getTime() - world.clock.now().getTime());
  return world.windows.run();
}

describe('windows of teams', () => {
  test('sum the play below each agent, close in order when they are over, and continue with empty ones', async () => {
    const [top, mid, player] = (await addTree(database.db, [undefined, 0, 1])) as [string, string, string];
    await addFacts(database.db, [bet(player, 1, 50), bet(player, 4, 5), bet(mid, 6, 20), bet(player, 11, 7)]);
    expect(await close(4)).toBe(0);
    expect(await teams()).toEqual([]);
    expect(await close(12)).toBe(2);
    // The steps of sizes are separate rows, and so is the own play of an agent.
    expect(await teams()).toEqual([
      ...[top, mid, player].flatMap((id) => [5, 50].map((whole) => [id, 0, whole])),
      ...[top, mid].map((id) => [id, 5, 20]),
    ]);
    expect(await close(60)).toBe(2);
    expect(await world.windows.openFrom(database.db)).toBe(at(60).getTime());
    expect(
      await rows(
        sql`select count(*)::int, min(window_start) = ${START} as first, bool_and(window_start < window_end) as ordered from window_close`,
      ),
    ).toEqual([[4, true, true]]);
    expect(
      await rows(sql`select (select sum(valid) from play_window) = (select sum(valid) from play_fact) as windows,
        (select sum(valid) from member_day) = (select sum(valid) from play_fact) as days,
        (select sum(valid) from team_day where agent_id = ${top}) = (select sum(valid) from play_fact) as team`),
    ).toEqual([[true, true, true]]);
  });

  test('count late facts and voids in the first open window, and rewrite nothing', async () => {
    const [agent, player] = (await addTree(database.db, [undefined, 0])) as [string, string];
    await addFacts(database.db, [bet(player, 1, 50)]);
    await close(5);
    await addFacts(database.db, [bet(player, 2, 30), bet(player, 3, -50)]);
    await close(10);
    expect((await teams()).filter(([id]) => id === agent)).toEqual([
      [agent, 0, 50],
      [agent, 5, -50],
      [agent, 5, 30],
    ]);
  });

  test('mark who is excluded, on a break or blocked when the window is closed', async () => {
    const [agent, ...players] = await addTree(database.db, [undefined, 0, 0, 0, 0, 0]);
    const [blocked, excluded, over, paused] = players;
    const pause = (id: string | undefined, kind: string, until: Date | null, back: Date | null) =>
      sql`insert into protection_member (member_id, break_kind, break_from, break_until, return_at)
          values (${id}, ${kind}, ${at(-60)}, ${until}, ${back})`.execute(database.db);
    await sql`update member set status = 'blocked' where id = ${blocked}`.execute(database.db);
    await pause(excluded, 'exclusion', at(-1), null);
    await pause(over, 'exclusion', at(-10), at(-5));
    await pause(paused, 'time-out', at(6), null);
    await addFacts(
      database.db,
      players.map((id) => bet(id, 1, 10)),
    );
    await close(5);
    const marked = await rows(sql`select member_id from play_window where excluded order by 1`);
    expect(marked.flat()).toEqual([blocked, excluded, paused].toSorted());
    expect(await rows(sql`select excluded, (valid / 10000)::int from team_window where agent_id = ${agent} order by 1`)).toEqual([
      [false, 20],
      [true, 30],
    ]);
    expect(await active('D')).toEqual([[agent, 2]]);
  });

  test('count active members of each period, and take one away from the same agents after a void', async () => {
    const [old, fresh, player] = (await addTree(database.db, [undefined, undefined, 0])) as [string, string, string];
    await addFacts(database.db, [bet(player, 1, 6)]);
    await close(5);
    expect(await active('D')).toEqual([]);
    await addFacts(database.db, [bet(player, 6, 6)]);
    await close(10);
    expect([await active('D'), await active('hour'), await active('M'), await active('five-minutes')]).toEqual([
      [[old, 1]],
      [[old, 1]],
      [[old, 1]],
      [],
    ]);
    await sql`update member set agent_id = ${fresh} where id = ${player}`.execute(database.db);
    await addFacts(database.db, [bet(player, 11, -6), bet(player, 11, 1)]);
    await close(15);
    expect(await active('D')).toEqual([]);
    await addFacts(database.db, [bet(player, 16, 9)]);
    await close(20);
    expect([await active('D'), await active('hour')]).toEqual([[[fresh, 1]], [[fresh, 1]]]);
  });

  test('belong to the day of the merchant’s zone', async () => {
    await sql`truncate merchant cascade`.execute(database.db);
    world = await createTestWindows(database.db, { at: START, timeZone: 'Asia/Kathmandu' });
    const [, player] = (await addTree(database.db, [undefined, 0])) as [string, string];
    await addFacts(database.db, [bet(player, 0, 1), bet(player, 18 * 60 + 14, 2), bet(player, 18 * 60 + 15, 4)]);
    await close(24 * 60);
    expect(await rows(sql`select day::text, (valid / 10000)::int from member_day order by 1`)).toEqual([
      ['2026-11-20', 3],
      ['2026-11-21', 4],
    ]);
  });

  test('round the size of a bet down to the merchant’s steps', async () => {
    const [, player] = (await addTree(database.db, [undefined, 0])) as [string, string];
    await addFacts(
      database.db,
      [9, 10, 99, 100].map((whole) => bet(player, 1, whole)),
    );
    await close(5);
    expect(await rows(sql`select (bet / 10000)::int as bet, (valid / 10000)::int as valid from play_window order by 1`)).toEqual([
      [0, 9],
      [10, 109],
      [100, 100],
    ]);
  });

  test('are summed in several statements where many members have played', async () => {
    const members = 10_050;
    const [agent, ...players] = await addTree(database.db, [undefined, ...Array.from({ length: members }, () => 0)]);
    await addFacts(
      database.db,
      players.map((id) => bet(id, 1, 10)),
    );
    await close(5);
    expect(await rows(sql`select agent_id, (sum(valid) / 10000)::int as valid from team_day where agent_id = ${agent} group by 1`)).toEqual(
      [[agent, 10 * members]],
    );
    expect(await active('D')).toEqual([[agent, members]]);
    expect(await rows(sql`select count(*)::int as days, (sum(valid) / 10000)::int as valid from member_day`)).toEqual([
      [members, 10 * members],
    ]);
  });

  test('change nothing if a node fails in the middle', async () => {
    const [, player] = (await addTree(database.db, [undefined, 0])) as [string, string];
    await addFacts(database.db, [bet(player, 1, 50)]);
    await sql`alter table team_active add constraint broken check (members > 100)`.execute(database.db);
    await expect(close(5)).rejects.toThrow('broken');
    expect(await rows(sql`select count(*)::int from team_window union all select count(*)::int from window_close`)).toEqual([[0], [0]]);
    await sql`alter table team_active drop constraint broken`.execute(database.db);
    expect(await close(5)).toBe(1);
    expect(await rows(sql`select sum(valid / 10000)::int from team_day`)).toEqual([[100]]);
  });
});
