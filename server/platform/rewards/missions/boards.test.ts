import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant, type BoardRule, saveSettings } from '../../merchant/index.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { addRewardMember } from '../test-members.ts';
import { closeBoards } from './boards.ts';
import { setListed } from './listing.ts';
import { readLeaderboard } from './present-boards.ts';
import { addRound, MERCHANT, mission, missionSettings, missionsOn, type TestMissions, type TestRound, UNIT } from './test-missions.ts';
import { verifyBoards } from './verify-boards.ts';

/** A Wednesday. */
const START = Date.parse('2026-01-14T00:00:00.000Z');
const MONDAY = START - 2 * DAY_MS;
/** Of the week's window. */
const END = (MONDAY + 7 * DAY_MS - START) / HOUR_MS;
const hour = (hours: number) => new Date(START + hours * HOUR_MS);
const TABLES =
  'play_fact, fact_consumer, merchant, mission_since, mission_day, mission_play, mission_draw, mission_size, member_fact, mission_reward, mission_score, mission_board, mission_unlisted, protection_member, point_account, point_entry, point_lot, point_use';

const LIST = [
  mission('one', { goal: 'rounds', target: 1, points: 10 }),
  mission('two', { goal: 'rounds', target: 2, points: 30 }),
  mission('three', { goal: 'rounds', target: 3, period: 'week', points: 0, amount: 1 }),
  mission('once', { goal: 'rounds', target: 1, period: 'once', points: 500 }),
];
const prize = (upTo: number, points: number, amount = 0) => ({ upTo, points, amount });
const WEEK: BoardRule = { id: 'week', period: 'week', measure: 'missions', shown: 3, prizes: [prize(1, 0, 20), prize(3, 5)] };
const DAY: BoardRule = { id: 'day', period: 'day', measure: 'points', shown: 3, prizes: [prize(2, 7)] };

let database: TestDatabase;
let world: TestMissions;
let count = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  await database.close();
});
async function open(boards: readonly BoardRule[] = [WEEK, DAY], timeZone = 'UTC'): Promise<void> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(database.db);
  await sql`update mission_clock set began_at = null, rules = null`.execute(database.db);
  await addMerchant(database.db, MERCHANT, missionSettings(LIST, timeZone, boards));
  world = missionsOn(database.db, movableClock({ now: () => hour(0) }));
  await world.runAt(hour(0));
  count += 1;
  await fundRewards(database.db, world.wallet, 100_000n * UNIT, `board-fund-${count}`);
}
beforeEach(() => open());

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
let rounds = 0;
function round(memberId: string, hours: number): TestRound {
  rounds += 1;
  return { memberId, roundId: `b${rounds}`, at: hour(hours), stake: 10n * UNIT, payout: 0n };
}
async function play(memberId: string, hours: number, times = 1): Promise<readonly TestRound[]> {
  const played = Array.from({ length: times }, () => round(memberId, hours));
  for (const one of played) await addRound(database.db, one);
  return played;
}
const view = (memberId: string, boardId = 'week', window: 'current' | 'last' = 'current', currency = 'USD') =>
  readLeaderboard(
    database.db,
    { memberId, currency },
    { merchant: MERCHANT, protection: world.protection, now: world.clock.now() },
    { boardId, window },
  );
const placesOf = async (boardId: string, from: string) =>
  (
    await sql<{ member_id: string; place: number | null; score: string }>`
      select member_id, place, score from mission_score where board_id = ${boardId} and window_from = ${from} order by place, member_id`.execute(
      database.db,
    )
  ).rows.map(({ member_id, place, score }) => [member_id, place, Number(score)]);
const prizes = async () =>
  (
    await sql<{ member_id: string; mission_id: string; window_from: string; target: string; amount: string; points: string }>`
      select * from mission_reward where goal = 'place' order by mission_id, window_from, target`.execute(database.db)
  ).rows.map((row) => [
    `${row.mission_id} ${row.window_from} ${row.target}`,
    row.member_id,
    Number(row.amount) / 10_000 + Number(row.points) / 1_000_000,
  ]);

describe('a leaderboard', () => {
  test('counts missions of its period, the earlier one first, and gives each prize once', async () => {
    const [a, b, c] = [await newMember(), await newMember(), await newMember()];
    await play(a, 1, 2);
    await play(b, 2, 2);
    await play(c, 3);
    await world.runAt(hour(3));
    // `once` does not count; a and b have two missions each.
    expect((await view(b)).board).toMatchObject({
      closed: false,
      places: [
        { place: 1, score: 2, own: false },
        { place: 2, score: 2, own: true },
        { place: 3, score: 1 },
      ],
      own: { place: 2, score: 2 },
    });
    expect((await view(a, 'day')).board?.own).toEqual({ place: 1, score: 40 });
    await play(b, 30, 2);
    await world.runAt(hour(30));
    expect((await view(a)).board?.own).toEqual({ place: 2, score: 2 });
    expect((await view(a, 'day', 'last')).board).toMatchObject({ closed: true, from: '2026-01-14', own: { place: 1, score: 40 } });
    await world.runAt(hour(END));
    await world.runAt(hour(END));
    expect(await placesOf('week', '2026-01-12')).toEqual([
      [b, 1, 5],
      [a, 2, 2],
      [c, 3, 1],
    ]);
    expect(await prizes()).toEqual([
      ['board:day 2026-01-14 1', a, 7],
      ['board:day 2026-01-14 2', b, 7],
      ['board:day 2026-01-15 1', b, 7],
      ['board:week 2026-01-12 1', b, 20],
      ['board:week 2026-01-12 2', a, 5],
      ['board:week 2026-01-12 3', c, 5],
    ]);
    expect(await verifyBoards(database.db)).toEqual([]);
    // Three missions of play, the week's with 1, and the prize of 20.
    expect((await world.claim(b)).paid).toBe(21n * UNIT);
  });

  test('takes back what voided bets gave until its end, also what is claimed, and gives it again', async () => {
    const [a, b] = [await newMember(), await newMember()];
    const [first] = await play(a, 1, 2);
    await play(b, 2);
    await world.runAt(hour(2));
    await world.claim(a);
    await addRound(database.db, first as TestRound, -1);
    await world.runAt(hour(3));
    expect((await view(a)).board?.own).toEqual({ place: 1, score: 1 });
    await play(b, 4);
    await world.runAt(hour(4));
    expect((await view(a)).board?.own).toEqual({ place: 2, score: 1 });
    await play(a, 5);
    await world.runAt(hour(5));
    expect((await view(a)).board?.own).toEqual({ place: 2, score: 2 });
    expect(await verifyBoards(database.db)).toEqual([]);
  });

  test('keeps its prizes until the end when the merchant changes them', async () => {
    const a = await newMember();
    await play(a, 1);
    await world.runAt(hour(1));
    await saveSettings(database.db, MERCHANT, missionSettings(LIST, 'UTC', [{ ...WEEK, prizes: [prize(1, 1)] }]));
    await world.runAt(hour(2));
    expect((await view(a)).board?.prizes).toMatchObject([{ upTo: 1, amount: '20.0000' }, { upTo: 3 }]);
    await world.runAt(hour(END));
    expect((await prizes()).at(-1)).toEqual(['board:week 2026-01-12 1', a, 20]);
    expect((await view(a)).board?.prizes).toMatchObject([{ upTo: 1, amount: null }]);
  });

  test('has no place for members who do not take part, are excluded or blocked, or have another currency', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await newMember());
    const [left, excluded, blocked, other, rest] = ids as [string, string, string, string, string];
    for (const id of ids) await play(id, 1, id === rest ? 1 : 2);
    await world.runAt(hour(1));
    await setListed(world.deps, left, false);
    await sql`insert into protection_member (member_id, break_kind, break_from) values (${excluded}, 'exclusion', ${hour(1)})`.execute(
      database.db,
    );
    await sql`update member set status = 'blocked' where id = ${blocked}`.execute(database.db);
    await sql`update member set currency = 'EUR' where id = ${other}`.execute(database.db);
    expect(await view(left)).toMatchObject({ listed: false, board: { own: { place: null, score: 2 }, places: [{ place: 1, score: 1 }] } });
    await setListed(world.deps, left, false);
    await world.runAt(hour(END));
    expect((await prizes()).filter(([name]) => String(name).startsWith('board:week'))).toEqual([['board:week 2026-01-12 1', rest, 20]]);
    await setListed(world.deps, left, true);
    expect(await view(left, 'week', 'last')).toMatchObject({ listed: true, board: { own: { place: null } } });
    expect(await verifyBoards(database.db)).toEqual([]);
  });

  test('is not offered during a break, whose member keeps the place and claims the prize afterwards', async () => {
    const a = await newMember();
    await play(a, 1);
    await world.runAt(hour(1));
    world.resting.add(a);
    expect(await view(a)).toMatchObject({ paused: true, board: null });
    await world.runAt(hour(END));
    await expect(world.claim(a)).rejects.toMatchObject({ code: 'time_out' });
    world.resting.delete(a);
    expect((await world.claim(a)).paid).toBe(20n * UNIT);
  });

  test('that does not exist is refused; members with another currency have none', async () => {
    const a = await newMember();
    await expect(view(a, 'none')).rejects.toMatchObject({ code: 'mission_board_not_found' });
    await expect(view(a, 'week', 'current', 'EUR')).rejects.toMatchObject({ code: 'mission_board_not_found' });
    expect(await view(a, 'week', 'last')).toMatchObject({ board: null, boards: [{ boardId: 'week' }, { boardId: 'day' }] });
  });

  test('begins and ends with the merchant’s zone', async () => {
    await open([DAY], 'Asia/Bangkok');
    const a = await newMember();
    // 16:54 and 17:06 UTC are both sides of midnight in Bangkok.
    for (const at of [16.9, 17.1]) {
      await play(a, at);
      await world.runAt(hour(at));
    }
    expect(await prizes()).toEqual([['board:day 2026-01-14 1', a, 7]]);
    expect((await view(a, 'day')).board).toMatchObject({ from: '2026-01-15', own: { place: 1, score: 10 } });
  });
});

describe('several nodes', () => {
  test('close a window once', async () => {
    const ids = [await newMember(), await newMember(), await newMember(), await newMember()];
    for (const [index, id] of ids.entries()) await play(id, 1 + index, 1 + (index % 3));
    await world.runAt(hour(5));
    world.clock.advance((END - 5) * HOUR_MS);
    const nodes = Array.from({ length: 5 }, () => missionsOn(database.db, world.clock));
    await Promise.all(nodes.flatMap((node) => [closeBoards(node.deps, world.clock.now()), closeBoards(node.deps, world.clock.now())]));
    expect(await prizes()).toHaveLength(5);
    expect(await verifyBoards(database.db)).toEqual([]);
    const winner = String((await prizes()).at(2)?.[1]);
    const claims = await Promise.allSettled(nodes.map((node) => node.claim(winner)));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await world.runAt(hour(END));
  });

  test('of which one ends while it closes leave nothing half done', async () => {
    const a = await newMember();
    await play(a, 1);
    await world.runAt(hour(1));
    world.clock.advance((END - 1) * HOUR_MS);
    const dying = missionsOn(database.db, world.clock);
    Object.assign(dying.centre, { publish: () => Promise.reject(new Error('killed')) });
    await expect(closeBoards(dying.deps, world.clock.now())).rejects.toThrow('killed');
    expect([await prizes(), (await view(a)).board?.closed]).toEqual([[], false]);
    await closeBoards(world.deps, world.clock.now());
    expect(await prizes()).toHaveLength(2);
    expect(await verifyBoards(database.db)).toEqual([]);
  });
});

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('bet' as const), who: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), nr: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), who: fc.nat(4), listed: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run' as const), hours: fc.constantFrom(1, 5, 24, 100) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface SlowMember {
  readonly id: string;
  listed: boolean;
  readonly played: { readonly round: TestRound; isVoided: boolean }[];
  /** By mission and window: when it was reached; missing: not reached. */
  readonly reached: Map<string, { readonly mission: string; readonly from: number; readonly at: number }>;
}

const WORTH: Readonly<Record<string, number>> = { one: 10, two: 30, three: 0 };

/** The reference: each member with each mission and window alone, without any code of the product. Facts since the last run are `fresh`. */
function recount(member: SlowMember, fresh: readonly TestRound[]): void {
  for (const { id, target, period } of LIST.slice(0, 3)) {
    const length = period === 'day' ? DAY_MS : 7 * DAY_MS;
    const windows = new Set(member.played.map(({ round: one }) => MONDAY + Math.floor((one.at.getTime() - MONDAY) / length) * length));
    for (const from of windows) {
      const isIn = ({ at }: TestRound) => at.getTime() >= from && at.getTime() < from + length;
      const now = member.played.filter(({ round: one, isVoided }) => !isVoided && isIn(one)).length >= target;
      const key = `${id} ${from}`;
      if (!now) member.reached.delete(key);
      else if (!member.reached.has(key)) {
        const times = fresh.filter((one) => one.memberId === member.id && isIn(one)).map(({ at }) => at.getTime());
        member.reached.set(key, { mission: id, from, at: Math.max(...times) });
      }
    }
  }
}

function slowOrder(members: readonly SlowMember[], board: BoardRule, from: number) {
  const until = from + (board.period === 'day' ? DAY_MS : 7 * DAY_MS);
  return members
    .map((member) => {
      const own = [...member.reached.values()].filter((one) => one.from >= from && one.from < until);
      const counted = own.filter(
        ({ mission: id }) => (board.period === 'week' || id !== 'three') && (board.measure === 'missions' || WORTH[id]),
      );
      const score = counted.reduce((sum, { mission: id }) => sum + (board.measure === 'missions' ? 1 : (WORTH[id] ?? 0)), 0);
      return { id: member.id, listed: member.listed, score, at: Math.max(...counted.map(({ at }) => at)) };
    })
    .filter(({ score, listed }) => score > 0 && listed)
    .toSorted((a, b) => b.score - a.score || a.at - b.at || (a.id < b.id ? -1 : 1));
}

async function playSteps(steps: readonly Step[]) {
  const members: SlowMember[] = [];
  for (let n = 0; n < 5; n += 1) members.push({ id: await newMember(), listed: true, played: [], reached: new Map() });
  const expected = new Map<string, readonly (readonly [string, number, number])[]>();
  let [now, fresh] = [0, [] as TestRound[]];
  async function run(hours: number): Promise<void> {
    for (const member of members) recount(member, fresh);
    fresh = [];
    for (const board of [WEEK, DAY]) {
      const length = board.period === 'day' ? DAY_MS : 7 * DAY_MS;
      const from = MONDAY + Math.floor((hour(now).getTime() - MONDAY) / length) * length;
      if (hour(now + hours).getTime() < from + length) continue;
      const key = `${board.id} ${new Date(from).toISOString().slice(0, 10)}`;
      const order = slowOrder(members, board, from).map(({ id, score }, index) => [id, index + 1, score] as const);
      expected.set(key, order);
    }
    now += hours;
    await world.runAt(hour(now));
  }
  for (const one of steps) {
    const standing = members.flatMap(({ played }) => played).filter(({ isVoided }) => !isVoided);
    if (one.kind === 'run') await run(one.hours);
    else if (one.kind === 'bet') {
      const member = members[one.who] as SlowMember;
      const bet = round(member.id, now);
      await addRound(database.db, bet);
      member.played.push({ round: bet, isVoided: false });
      fresh.push(bet);
    } else if (one.kind === 'list') {
      const member = members[one.who] as SlowMember;
      member.listed = one.listed;
      await setListed(world.deps, member.id, one.listed);
    } else if (standing[one.nr]) {
      const voided = standing[one.nr] as SlowMember['played'][number];
      voided.isVoided = true;
      await addRound(database.db, voided.round, -1);
      fresh.push(voided.round);
    }
  }
  await run(7 * 24);
  return expected;
}

test('places and prizes equal the reference for any play, voids and choices over days and weeks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 60 }), async (steps) => {
      await open();
      for (const [key, order] of await playSteps(steps)) {
        const [boardId, from] = key.split(' ') as [string, string];
        const stored = (await placesOf(boardId, from)).filter(([, place]) => place !== null);
        expect([key, stored]).toEqual([key, order]);
        const given = (await prizes()).filter(([name]) => String(name).startsWith(`board:${key} `)).map(([, id, worth]) => [id, worth]);
        const worths = boardId === 'week' ? [20, 5, 5] : [7, 7];
        expect([key, given]).toEqual([key, worths.slice(0, order.length).map((worth, index) => [order[index]?.[0], worth])]);
      }
      expect(await verifyBoards(database.db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

describe('the verification finds', () => {
  test.each([
    ['a score without its missions', sql`update mission_score set score = score + 1 where place is null`, /missions give/],
    ['a score that was not counted', sql`delete from mission_score where place is null`, /missions give/],
    ['a place out of order', sql`update mission_score set place = place + 5 where board_id = 'day' and place = 2`, /not at 2/],
    [
      'a place before the end',
      sql`update mission_score set place = 1 where place is null and board_id = 'week' and score = 2`,
      /not at any/,
    ],
    ['a prize that was not given', sql`delete from mission_reward where goal = 'place'`, /no member/],
    ['a prize of another worth', sql`update mission_reward set points = points + 1 where goal = 'place'`, /gives place/],
    ['a prize to another member', sql`update mission_reward set member_id = 'm_else' where goal = 'place' and target = 1`, /gives place/],
  ])('%s', async (_name, fault, pattern) => {
    const [a, b] = [await newMember(), await newMember()];
    await play(a, 1, 2);
    await play(b, 2);
    await world.runAt(hour(25));
    expect(await verifyBoards(database.db)).toEqual([]);
    await fault.execute(database.db);
    expect((await verifyBoards(database.db)).join('\n')).toMatch(pattern);
  });

  test.each([
    ['a second prize of a place', sql`update mission_reward set target = 1 where goal = 'place'`],
    ['another rule of a window', sql`update mission_board set rule = rule || '{"shown": 50}'`],
    ['a window that is opened again', sql`update mission_board set closed_at = null where closed_at is not null`],
  ])('the database refuses %s', async (_name, fault) => {
    for (const id of [await newMember(), await newMember()]) await play(id, 1);
    await world.runAt(hour(25));
    await expect(inTransaction(database.db, (tx) => fault.execute(tx))).rejects.toThrow();
    expect(await verifyBoards(database.db)).toEqual([]);
  });
});
