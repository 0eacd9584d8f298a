import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { DEFAULT_AGENT_RULES } from '../../merchant/index.ts';
import { addTree } from '../tree/test-tree.ts';
import { addFacts, createTestWindows, MERCHANT, type TestWindows } from '../windows/test-windows.ts';
import type { TeamDays, TeamDeps, TeamReader } from './contracts.ts';
import { overviewOf } from './overview.ts';
import { listPeople } from './people.ts';
import { sumsOfTeam } from './sums.ts';
import { createTestTeam } from './test-team.ts';

/** The steps of docs/operations/growth.md on the tables that grow with play, with a month before and one after the change. */
const START = '2026-11-30T00:00:00.000Z';
const CUT = '2026-12-01';
const END = '2027-01-01';
const OLD: TeamDays = { fromDay: '2026-11-30', toDay: '2026-11-30' };
const NEW: TeamDays = { fromDay: CUT, toDay: CUT };
const BOTH: TeamDays = { fromDay: OLD.fromDay, toDay: NEW.toDay };
const DAY_MINUTES = 1_440;

/** Tables with a time in their primary key: column of the month and primary key. */
const BY_MONTH = [
  ['play_window', 'window_start', 'window_start, member_id, category, bet'],
  ['team_window', 'window_start', 'window_start, agent_id, category, bet, excluded, own'],
  ['team_day', 'day', 'agent_id, day, category, excluded, own'],
  ['member_day', 'day', 'member_id, day, category, excluded'],
  ['member_period', 'starts', 'period, starts, member_id'],
  ['team_active', 'starts', 'agent_id, period, starts'],
  ['team_active_gap', 'starts', 'agent_id, starts, gap'],
  ['member_active_day', 'starts', 'member_id, starts'],
  ['member_cash_day', 'day', 'member_id, day'],
  ['team_cash_day', 'day', 'agent_id, day'],
  ['team_joined_day', 'day', 'agent_id, day'],
] as const;

let database: TestDatabase;
let world: TestWindows;
let agent: string;
let player: string;
beforeEach(async () => {
  database = await openTestDatabase();
  world = await createTestWindows(database.db, { at: START, agents: { activeValidBet: 10 } });
  [agent, player] = (await addTree(database.db, [undefined, 0])) as [string, string];
});
afterEach(() => database.close());

const run = (text: string) => sql.raw(text).execute(database.db);
async function play(minutes: number, valid: bigint): Promise<void> {
  const at = new Date(Date.parse(START) + minutes * 60_000);
  await addFacts(database.db, [{ memberId: player, at, valid: valid * 10_000n }]);
  world.clock.advance(at.getTime() + 6 * 60_000 - world.clock.now().getTime());
  await world.windows.run();
}

async function reports(days: TeamDays) {
  const deps: TeamDeps = createTestTeam(database.db, world.clock);
  const reader: TeamReader = {
    agent: { memberId: agent, currency: 'USD' } as TeamReader['agent'],
    timeZone: 'UTC',
    rules: DEFAULT_AGENT_RULES,
  };
  const { totals, days: each, top } = await overviewOf(deps, reader, days);
  const { people, totals: listed } = await listPeople(deps, reader, { ...days, depth: 'all', sort: 'account', pageNo: 1 });
  return { totals, each, top, people: people.map(({ memberId, validBet }) => [memberId, validBet]), listed };
}

/** The tables that a plan reads, of those with sums of teams by day. */
async function tablesRead(days: TeamDays): Promise<readonly string[]> {
  const { rows } = await sql<Record<string, string>>`
    explain select sum(stake) from ${sumsOfTeam(sql`${agent}`, days, 'UTC', 'closed')}`.execute(database.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const read = [...plan.matchAll(/ Scan(?: using \w+)? on (team_day\w*)/g)].map(([, name = '']) => name);
  return [...new Set(read)].filter((name) => !name.endsWith('_pkey')).toSorted();
}

/** The present table becomes the archive, without a copy; new months get tables of their own. */
async function partition(table: string, column: string, key: string): Promise<void> {
  await run(`alter table ${table} rename to ${table}_archive;
    create table ${table} (like ${table}_archive including defaults including constraints, primary key (${key})) partition by range (${column});
    alter table ${table}_archive add constraint before_the_cut check (${column} < '${CUT}') not valid;
    alter table ${table}_archive validate constraint before_the_cut;
    alter table ${table} attach partition ${table}_archive for values from (minvalue) to ('${CUT}');
    create table ${table}_2026_12 partition of ${table} for values from ('${CUT}') to ('${END}');`);
}

/** The facts have their time in no key yet; ids stay in one sequence, so that consumers read them in order. */
async function partitionFacts(): Promise<void> {
  await run(`alter table play_fact alter column id drop identity;
    create sequence play_fact_ids;
    select setval('play_fact_ids', (select coalesce(max(id), 1) from play_fact));
    alter table play_fact alter column id set default nextval('play_fact_ids');
    alter table play_fact drop constraint play_fact_pkey;`);
  await run('alter table play_fact add primary key (id, at)');
  await partition('play_fact', 'at', 'id, at');
}

test('months of their own, and an archive that is detached and attached again, give the same reports', async () => {
  await play(1, 40n);
  await play(600, 5n);
  const before = await reports(OLD);
  for (const [table, column, key] of BY_MONTH) await partition(table, column, key);
  await partitionFacts();
  expect(await reports(OLD)).toEqual(before);

  // Windows are counted and closed into the new month, with their late play.
  await play(DAY_MINUTES + 1, 30n);
  await play(DAY_MINUTES + 20, -4n);
  const after = await reports(BOTH);
  expect(after.totals).toMatchObject({ validBet: '71.0000', active: 1 });
  expect(after.each.map(({ validBet, active }) => [validBet, active])).toEqual([
    ['45.0000', 1],
    ['26.0000', 1],
  ]);
  const { rows } = await sql`
    select (select count(*)::int from play_fact_archive) as old_facts, (select count(*)::int from play_fact_2026_12) as facts,
           (select count(*)::int from team_day_archive) as old_days, (select count(*)::int from team_day_2026_12) as days`.execute(
    database.db,
  );
  expect(rows).toEqual([{ old_facts: 2, facts: 2, old_days: 2, days: 2 }]);
  expect([await tablesRead(OLD), await tablesRead(NEW)]).toEqual([['team_day_archive'], ['team_day_2026_12']]);

  const current = await reports(NEW);
  for (const [table] of BY_MONTH) await run(`alter table ${table} detach partition ${table}_archive`);
  expect((await reports(NEW)).totals).toEqual(current.totals);
  expect((await reports(OLD)).totals.validBet).toBe('0.0000');
  for (const [table] of BY_MONTH)
    await run(`alter table ${table} attach partition ${table}_archive for values from (minvalue) to ('${CUT}')`);
  expect(await reports(BOTH)).toEqual(after);
});

test('partitions by merchant and month give the reports of the merchant, and others are not read', async () => {
  await play(1, 40n);
  await play(DAY_MINUTES + 1, 30n);
  const before = await reports(BOTH);
  // Another merchant has the same agents with other play. The views are what a condition on the merchant in each query would be.
  for (const [table, column, key] of BY_MONTH) {
    await run(`alter table ${table} rename to ${table}_of_one;
      create table ${table}_all (merchant text not null, like ${table}_of_one including defaults, primary key (merchant, ${key})) partition by list (merchant);
      create table ${table}_lagoon partition of ${table}_all for values in ('${MERCHANT}') partition by range (${column});
      create table ${table}_other partition of ${table}_all for values in ('other') partition by range (${column});`);
    for (const merchant of ['lagoon', 'other'])
      await run(`create table ${table}_${merchant}_archive (like ${table}_${merchant} including defaults, primary key (merchant, ${key}));
        alter table ${table}_${merchant} attach partition ${table}_${merchant}_archive for values from (minvalue) to ('${CUT}');
        create table ${table}_${merchant}_2026_12 partition of ${table}_${merchant} for values from ('${CUT}') to ('${END}');`);
    await run(`insert into ${table}_all select '${MERCHANT}', * from ${table}_of_one;
      insert into ${table}_all select 'other', * from ${table}_of_one;
      create view ${table} as select * from ${table}_all where merchant = '${MERCHANT}';`);
  }
  await run(`update team_day_all set stake = stake + 1, valid = valid + 1 where merchant = 'other'`);
  expect(await reports(BOTH)).toEqual(before);
  expect([await tablesRead(OLD), await tablesRead(NEW), await tablesRead(BOTH)]).toEqual([
    ['team_day_lagoon_archive'],
    ['team_day_lagoon_2026_12'],
    ['team_day_lagoon_2026_12', 'team_day_lagoon_archive'],
  ]);
});
