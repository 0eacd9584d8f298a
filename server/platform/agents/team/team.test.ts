import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseWireAmount, toWire } from '../../../../shared/money/money.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { createEventHub } from '../../base/events/index.ts';
import { createWallet, memberLegs } from '../../ledger/index.ts';
import { waitForHorizon } from '../../play/facts/test-horizon.ts';
import { addTree, followUplines } from '../tree/test-tree.ts';
import { addContract } from '../wages/test-wages.ts';
import { TEAM_CONSUMER } from '../windows/index.ts';
import { addFacts, createTestWindows, MERCHANT, type TestPlay, type TestWindows } from '../windows/test-windows.ts';
import { CASH_CONSUMER, createCashCounter } from './cash.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { overviewOf } from './overview.ts';
import { exportPeople, listPeople } from './people.ts';
import { listPlay } from './play.ts';
import { createSizeCounter } from './sizes.ts';
import { createTestTeam, testReader } from './test-team.ts';
import { listTransactions } from './transactions.ts';

const ZONE = 'Asia/Bangkok';
const DAY = '2026-11-20';
const DAYS = { fromDay: DAY, toDay: DAY };
const NEXT_DAYS = { fromDay: DAY, toDay: '2026-11-21' };
/** Midnight of the day in the zone. */
const START = '2026-11-19T17:00:00.000Z';
const UNIT = 10_000n;
const PEOPLE = { depth: 'all', sort: 'account' } as const;

let database: TestDatabase;
let world: TestWindows;
let deps: TeamDeps;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTestWindows(database.db, { at: START, timeZone: ZONE, agents: { activeValidBet: 10 } });
  deps = createTestTeam(database.db, world.clock);
});
afterEach(async () => {
  const tables = ['play_fact', 'fact_consumer', 'window_close', 'play_window', 'team_window', 'team_day', 'member_day', 'member_period'];
  const sums = ['team_active', 'team_active_gap', 'member_active_day', 'team_joined_day', 'team_size', 'member_cash_day', 'team_cash_day'];
  const people = ['merchant', 'member', 'agent_closure', 'agent_parent'];
  await sql.raw(`truncate ${[...tables, ...sums, ...people].join(', ')} cascade`).execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
});

const readerFor = (memberId: string, rules: Partial<TeamReader['rules']> = {}) => testReader(memberId, rules, ZONE);
const at = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000);
const bet = (memberId: string, minutes: number, whole: number, payout = 0): TestPlay => ({
  memberId,
  at: at(minutes),
  valid: BigInt(whole) * UNIT,
  payout: BigInt(payout) * UNIT,
});
async function advanceTo(minutes: number): Promise<void> {
  world.clock.advance(at(minutes).getTime() - world.clock.now().getTime());
  await world.windows.run();
  // Transactions of other tests on the server delay what may be counted.
  await waitForHorizon(database.db, TEAM_CONSUMER);
  await world.windows.run();
}
let transfers = 0;
async function move(memberId: string, kind: 'deposit' | 'adjustment', whole: number): Promise<void> {
  transfers += 1;
  const wallet = createWallet({ clock: world.clock, hub: createEventHub() });
  await wallet.openMember(database.db, { memberId, currency: 'USD', realm: 'real' });
  const legs = memberLegs(memberId, 'opening', BigInt(whole) * UNIT);
  await wallet.transfer(database.db, { reference: `team:${transfers}`, kind, currency: 'USD', realm: 'real', memberId, legs });
}
async function countCash(): Promise<void> {
  const counter = createCashCounter({ db: database.db, merchant: MERCHANT });
  // The first run may only read the horizon, which transactions of other tests delay.
  await counter.run();
  await waitForHorizon(database.db, CASH_CONSUMER);
  await counter.run();
}
const whole = (wire: string) => Number((parseWireAmount(wire) ?? 0n) / UNIT);

describe('the overview of a team', () => {
  test('sums play of closed and open windows and money of the days, without the agent, and compares with the days before', async () => {
    const [top, mid, player, other] = (await addTree(database.db, [undefined, 0, 1, undefined])) as [string, string, string, string];
    await addFacts(database.db, [bet(top, 1, 500), bet(mid, 2, 30, 10), bet(player, 3, 20, 45), bet(other, 4, 900)]);
    await advanceTo(7);
    await addFacts(database.db, [bet(player, 6, 5)]);
    await world.windows.run();
    await move(player, 'deposit', 100);
    await move(player, 'adjustment', 7);
    await move(other, 'deposit', 50);
    await countCash();
    const overview = await overviewOf(deps, readerFor(top), DAYS);
    expect(overview.totals).toMatchObject({
      rounds: 3,
      stake: '55.0000',
      validBet: '55.0000',
      payout: '55.0000',
      net: '0.0000',
      deposits: '100.0000',
      withdrawals: '0.0000',
      bonuses: '7.0000',
      wages: '0.0000',
      active: 2,
    });
    expect(overview.days).toHaveLength(1);
    expect(overview.days[0]).toMatchObject({ day: DAY, validBet: '55.0000', deposits: '100.0000', active: 2 });
    expect(overview).toMatchObject({ agents: 2, members: 0, balance: '107.0000' });
    expect(overview.before).toMatchObject({ rounds: 0, deposits: '0.0000' });
    expect(overview.top).toMatchObject([{ memberId: mid, validBet: '55.0000', net: '0.0000', level: 1 }]);

    await advanceTo(24 * 60 + 6);
    await addFacts(database.db, [bet(player, 24 * 60 + 1, 40)]);
    await advanceTo(24 * 60 + 11);
    const next = await overviewOf(deps, readerFor(top), { fromDay: '2026-11-21', toDay: '2026-11-21' });
    expect([next.totals.validBet, next.before.validBet, next.totals.active, next.before.active]).toEqual(['40.0000', '55.0000', 1, 2]);
    const both = await overviewOf(deps, readerFor(top), NEXT_DAYS);
    expect([both.totals.validBet, both.totals.active, both.days.map(({ active }) => active)]).toEqual(['95.0000', 2, [2, 1]]);
  });

  test('of a large team has the play of closed windows, and says up to when', async () => {
    const [top, player] = (await addTree(database.db, [undefined, 0])) as [string, string];
    await addFacts(database.db, [bet(player, 1, 20)]);
    await advanceTo(7);
    await addFacts(database.db, [bet(player, 6, 30)]);
    await world.windows.run();
    const stake = async () => {
      const { totals, top: first, asOf } = await overviewOf(deps, readerFor(top), DAYS);
      return [totals.stake, first[0]?.validBet, asOf];
    };
    expect(await stake()).toEqual(['50.0000', '50.0000', at(7).toISOString()]);
    await sql`insert into team_size values (${top}, 1, 0, 0, 0, ${at(7)})`.execute(database.db);
    expect(await stake()).toEqual(['20.0000', '20.0000', at(5).toISOString()]);
    await advanceTo(11);
    expect(await stake()).toEqual(['50.0000', '50.0000', at(7).toISOString()]);
  });

  test('is the same for a team that a job has counted', async () => {
    const ids = await addTree(database.db, [undefined, 0, 0, 1]);
    await move(ids[3] ?? '', 'deposit', 12);
    const before = await overviewOf(deps, readerFor(ids[0] ?? ''), DAYS);
    await sql`insert into team_size values (${ids[0]}, 9, 9, 9, 9, now())`.execute(database.db);
    expect(await overviewOf(deps, readerFor(ids[0] ?? ''), DAYS)).toMatchObject({ members: 9, agents: 9, online: 9 });
    // The team is not large any more, so it is counted for its reader again.
    await createSizeCounter({ db: database.db, clock: world.clock }).run();
    expect(await overviewOf(deps, readerFor(ids[0] ?? ''), DAYS)).toEqual(before);
  });

  test.each([
    ['reversed', { fromDay: '2026-11-21', toDay: '2026-11-20' }],
    ['too long', { fromDay: '2026-01-01', toDay: '2026-11-20' }],
  ])('refuses %s days', async (_name, days) => {
    await expect(overviewOf(deps, readerFor('nobody'), days)).rejects.toMatchObject({ code: 'period_too_long' });
  });
});

describe('reports of a team against a brute-force sum', () => {
  test('people, totals and transactions of random trees', async () => {
    const upline = fc.option(fc.nat(1_000), { nil: undefined });
    const play = fc.record({ who: fc.nat(1_000), minutes: fc.nat(2_000), stake: fc.integer({ min: 1, max: 99 }), payout: fc.nat(150) });
    const payment = fc.record({ who: fc.nat(1_000), amount: fc.integer({ min: 1, max: 500 }) });
    const visible = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(
        ...([
          fc.array(upline, { minLength: 2, maxLength: 14 }),
          fc.array(play, { maxLength: 20 }),
          fc.array(payment, { maxLength: 6 }),
        ] as const),
        ...([visible, fc.nat(1_000)] as const),
        async (seeds, plays, payments, visibleDepth, agentSeed) => {
          const uplines = seeds.map((seed, nr) => (seed === undefined || nr === 0 ? undefined : seed % nr));
          const ids = await addTree(database.db, uplines);
          const pick = (seed: number) => seed % ids.length;
          await addFacts(
            database.db,
            plays.map(({ who, minutes, stake, payout }) => bet(ids[pick(who)] ?? '', minutes, stake, payout)),
          );
          await world.windows.run();
          for (const { who, amount } of payments) await move(ids[pick(who)] ?? '', 'deposit', amount);
          await countCash();
          const agent = pick(agentSeed);
          const reader = readerFor(ids[agent] ?? '', { visibleDepth, maskBelow: 21 });
          const inside = (nr: number) => {
            const depth = followUplines(uplines, nr).indexOf(agent) + 1;
            return depth > 0 && depth <= visibleDepth;
          };
          // Times are in the first two days only.
          const played = plays.filter(({ who }) => inside(pick(who)));
          const paid = payments.filter(({ who }) => inside(pick(who)));
          const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

          const list = await listPeople(deps, reader, { ...NEXT_DAYS, ...PEOPLE, pageNo: 1 });
          expect(list.count).toBe(ids.filter((_, nr) => inside(nr)).length);
          expect(list.people.map(({ memberId }) => memberId)).toEqual(ids.filter((_, nr) => inside(nr)));
          expect(whole(list.totals?.stake ?? '0')).toBe(sum(played.map(({ stake }) => stake)));
          expect(whole(list.totals?.payout ?? '0')).toBe(sum(played.map(({ payout }) => payout)));
          expect(whole(list.totals?.deposits ?? '0')).toBe(sum(paid.map(({ amount }) => amount)));
          for (const person of list.people) {
            const own = played.filter(({ who }) => ids[pick(who)] === person.memberId);
            expect(whole(person.validBet)).toBe(sum(own.map(({ stake }) => stake)));
          }
          const all = await listTransactions(deps, reader, { ...NEXT_DAYS });
          expect(all.lines.map(({ person, amount }) => [person.memberId, whole(amount)])).toEqual(
            paid.map(({ who, amount }) => [ids[pick(who)], amount]).toReversed(),
          );
          await sql`delete from member where id = any(${ids as string[]}::text[])`.execute(database.db);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('people of a team', () => {
  test('are named by the level of the reader, found by name, and not found outside of the team', async () => {
    const [top, mid, player, other] = (await addTree(database.db, [undefined, 0, 1, undefined])) as [string, string, string, string];
    const reader = readerFor(top, { maskBelow: 1 });
    const find = async (more: object) => (await listPeople(deps, reader, { ...DAYS, ...PEOPLE, pageNo: 1, ...more })).people;
    const [first, second] = await find({});
    expect([first?.account, first?.upline, second?.upline]).toEqual([mid, top, mid]);
    expect(second?.account).toContain('•••');
    expect(await find({ search: mid.slice(0, 4).toUpperCase() })).toMatchObject([{ memberId: mid }]);
    // A masked name is found in full only: its beginning would reveal it letter by letter.
    expect((await find({ search: player.slice(0, -1) })).map(({ memberId }) => memberId)).toEqual([mid]);
    expect(await find({ search: player })).toMatchObject([{ memberId: player }]);
    expect(await find({ under: mid })).toMatchObject([{ memberId: player, level: 2 }]);
    await expect(find({ under: other })).rejects.toMatchObject({ code: 'agent_person_not_found' });
    await expect(listPlay(deps, reader, 'EN', { ...DAYS, by: 'game', scope: 'person', memberId: other, pageNo: 1 })).rejects.toMatchObject({
      code: 'agent_person_not_found',
    });
    await expect(listTransactions(deps, readerFor(mid), { ...DAYS, memberId: top })).rejects.toMatchObject({
      code: 'agent_person_not_found',
    });
  });

  test('of a large team are the same, by name or registration, with the sums of the team', async () => {
    const ids = await addTree(database.db, [undefined, 0, 0, 1, 1, 3]);
    const [top, mid, , player] = ids as [string, string, string, string];
    await sql`update member set type = 0, created_at = created_at + interval '1 day' where id = ${player}`.execute(database.db);
    await addFacts(database.db, [bet(top, 1, 500), bet(mid, 2, 30, 10), bet(player, 3, 20, 45)]);
    await advanceTo(7);
    await move(player, 'deposit', 100);
    await countCash();
    const list = async (sort: 'account' | 'registered' | 'validBet', more: object = {}, rules = {}) =>
      listPeople(deps, readerFor(top, { maskBelow: 21, ...rules }), { ...DAYS, ...PEOPLE, sort, pageNo: 1, ...more });
    const filters = [{}, { type: 'agent' }, { type: 'member' }, { search: player }, { search: mid.slice(0, 3) }, { under: mid }];
    const all = async () => Promise.all(filters.map((filter) => list('account', filter)));
    const [small, newest, upTo2] = [await all(), await list('registered'), await list('account', {}, { visibleDepth: 2 })];
    expect((await list('validBet')).people[0]?.memberId).toBe(mid);
    for (const [id, members, agents] of [
      [top, 1, 4],
      [mid, 1, 2],
    ] as const)
      await sql`insert into team_size values (${id}, ${members}, ${agents}, 0, 0, ${at(7)})`.execute(database.db);
    const large = await all();
    expect(large.map(({ totals }, nr) => totals ?? small[nr]?.totals)).toEqual(small.map(({ totals }) => totals));
    expect(large.map(({ totals }) => totals !== null)).toEqual([true, false, false, true, true, true]);
    expect(large.map(({ people, count }) => ({ people, count }))).toEqual(small.map(({ people, count }) => ({ people, count })));
    expect(await list('registered')).toEqual(newest);
    expect(await list('account', {}, { visibleDepth: 2 })).toEqual({ ...upTo2, totals: null });
    // An order by sums would have to read all of them.
    expect(await list('validBet')).toEqual({ ...large[0], sort: 'account' });
    const [file, again] = await Promise.all(
      ['account', 'validBet'].map((sort) => exportPeople(deps, readerFor(top), { ...DAYS, ...PEOPLE, sort: sort as 'account' })),
    );
    expect([file?.people.map(({ memberId }) => memberId), again]).toEqual([ids.slice(1), file]);
    await sql`update team_size set members = 100000`.execute(database.db);
    const idsOf = ({ people }: { readonly people: readonly { readonly memberId: string }[] }) => people.map(({ memberId }) => memberId);
    expect((await all()).map(idsOf)).toEqual(small.map(idsOf));
    expect(idsOf(await list('registered'))).toEqual(idsOf(newest));
  });

  test('have the contracts with the reader, those that end until their last window is over', async () => {
    const [top, mid] = (await addTree(database.db, [undefined, 0])) as [string, string];
    const terms = { tiers: [], minSingleBet: 0n, carryNegative: true, ownPlay: false };
    await addContract(database.db, mid, { kind: 'daily', terms, from: at(0), until: at(60) });
    await addContract(database.db, mid, { kind: 'hourly', terms, from: at(-120), until: at(-60) });
    await addContract(database.db, mid, { kind: 'realtime', terms, from: at(0) });
    await sql`update agent_contract set upline_id = ${top}`.execute(database.db);
    const { people } = await listPeople(deps, readerFor(top), { ...DAYS, ...PEOPLE, pageNo: 1 });
    expect(people[0]?.contracts).toEqual([
      { kind: 'daily', state: 'ended', until: at(60).toISOString() },
      { kind: 'realtime', state: 'active', until: null },
    ]);
    await sql`delete from agent_contract`.execute(database.db);
  });

  test('are in a file in the order of the list', async () => {
    const ids = await addTree(database.db, [undefined, 0, 0, 0]);
    const file = await exportPeople(deps, readerFor(ids[0] ?? ''), { ...DAYS, ...PEOPLE });
    expect([file.people.map(({ memberId }) => memberId), file.next]).toEqual([ids.slice(1), null]);
    expect(file.people[0]).toMatchObject({ balance: toWire(0n), online: false, blocked: false, below: 0 });
  });
});
