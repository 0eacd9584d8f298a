import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { saveSettings } from '../../merchant/index.ts';
import { addRewardMember } from '../test-members.ts';
import { countLevels } from './count.ts';
import {
  addDeposit,
  addPlay,
  createTestVip,
  MERCHANT,
  type SlowEvent,
  slowLevels,
  type TestRules,
  type TestVip,
  testSettings,
  UNIT,
  vipOn,
} from './test-vip.ts';
import { verifyLevels } from './verify.ts';

const START = Date.parse('2026-01-10T12:00:00.000Z');
const day = (days: number) => new Date(START + days * DAY_MS);

let database: TestDatabase;
let world: TestVip;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  await database.close();
});

const TABLES = 'play_fact, fact_consumer, member, merchant, vip_member, vip_play, vip_change';
async function open(rules: TestRules = {}, from = day(0)): Promise<void> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(database.db);
  await sql`update vip_clock set open_from = null`.execute(database.db);
  world = await createTestVip(database.db, from, rules);
}
beforeEach(() => open());

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
const play = (memberId: string, whole: number, days: number) =>
  addPlay(database.db, { memberId, at: day(days), units: BigInt(whole) * UNIT });
const pay = (memberId: string, whole: number) => addDeposit(database.db, world.wallet, { memberId, units: BigInt(whole) * UNIT });
const levelOf = async (memberId: string) =>
  (await database.db.selectFrom('vip_member').select('level').where('member_id', '=', memberId).executeTakeFirst())?.level ?? 1;
const history = async (memberId: string) =>
  (await database.db.selectFrom('vip_change').selectAll().where('member_id', '=', memberId).orderBy('id').execute()).map(
    ({ from_level, to_level, cause }) => `${from_level}-${to_level} ${cause}`,
  );
/** Deposits of earlier tests remain in the ledger, their members do not. */
async function differences(): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from member`.execute(database.db);
  return (await verifyLevels(database.db)).filter((one) => rows.some(({ id }) => one.includes(id)));
}

describe('a level', () => {
  test('is reached with stake and deposits, exactly at the border', async () => {
    const id = await newMember();
    await play(id, 499, 1);
    await pay(id, 49);
    await world.runAt(day(1));
    expect(await levelOf(id)).toBe(2);
    await play(id, 1, 1);
    await world.runAt(day(2));
    expect(await levelOf(id)).toBe(2);
    await pay(id, 1);
    await world.runAt(day(3));
    expect([await levelOf(id), await history(id)]).toEqual([3, ['1-2 progress', '2-3 progress']]);
    expect(await differences()).toEqual([]);
  });

  test('is taken back with voided bets and reversed deposits', async () => {
    const id = await newMember();
    await play(id, 2_000, 1);
    await pay(id, 50);
    await world.runAt(day(1));
    expect(await levelOf(id)).toBe(4);
    await play(id, -1, 1);
    await world.runAt(day(2));
    expect(await levelOf(id)).toBe(3);
    await pay(id, -1);
    await world.runAt(day(3));
    expect([await levelOf(id), await history(id)]).toEqual([2, ['1-2 progress', '2-4 progress', '4-3 voided', '3-2 voided']]);
  });

  test('follows changed rules at once, up and down', async () => {
    const id = await newMember();
    await play(id, 150, 1);
    await world.runAt(day(1));
    const settings = testSettings();
    const ripple = { ...settings.vipLevels[1], stake: 200 };
    await saveSettings(database.db, MERCHANT, Object.assign(testSettings(), { vipLevels: [settings.vipLevels[0], ripple] }));
    await world.runAt(day(2));
    expect(await levelOf(id)).toBe(1);
    await saveSettings(database.db, MERCHANT, settings);
    await world.runAt(day(3));
    expect(await history(id)).toEqual(['1-2 progress', '2-1 rules', '1-2 rules']);
  });
});

describe('keeping a level', () => {
  const levelAfter = async (id: string, days: number) => {
    await world.runAt(day(days));
    return levelOf(id);
  };

  test('needs the stake of a whole period; otherwise it goes down by one, never below the first, and comes back with that stake', async () => {
    await open({ keepMonths: 1 });
    const id = await newMember();
    await play(id, 2_000, 1);
    await pay(id, 50);
    // Reached in January: February is the first whole month.
    expect([await levelAfter(id, 1), await levelAfter(id, 25), await levelAfter(id, 55)]).toEqual([4, 4, 3]);
    await play(id, 99, 56);
    expect(await levelAfter(id, 57)).toBe(3);
    await play(id, 1, 57);
    expect(await levelAfter(id, 58)).toBe(4);
    expect([await levelAfter(id, 82), await levelAfter(id, 115), await levelAfter(id, 145)]).toEqual([4, 3, 2]);
    // The second level is kept without a stake.
    expect(await levelAfter(id, 400)).toBe(2);
    expect(await differences()).toEqual([]);
  });

  test('is the stake of all months of a longer period, which begins with the year', async () => {
    await open({ keepMonths: 3 }, day(0));
    const id = await newMember();
    await play(id, 600, 0);
    await pay(id, 50);
    expect(await levelAfter(id, 1)).toBe(3);
    await play(id, 20, 100);
    await levelAfter(id, 101);
    await play(id, 20, 165);
    expect([await levelAfter(id, 166), await levelAfter(id, 175)]).toEqual([3, 3]);
    expect(await levelAfter(id, 270)).toBe(2);
  });

  test('is not checked while the merchant has no periods', async () => {
    const id = await newMember();
    await play(id, 2_000, 1);
    await pay(id, 50);
    expect([await levelAfter(id, 1), await levelAfter(id, 400)]).toEqual([4, 4]);
  });
});

describe('an operator', () => {
  test('gives a level that must be kept, limits one, and returns it to what was earned', async () => {
    await open({ keepMonths: 1 });
    const id = await newMember();
    await play(id, 150, 1);
    await world.runAt(day(1));
    await world.decide({ memberId: id, level: 4 });
    expect(await levelOf(id)).toBe(4);
    await world.runAt(day(60));
    expect(await levelOf(id)).toBe(3);
    await world.decide({ memberId: id, level: 1 });
    await play(id, 5_000, 60);
    await world.runAt(day(61));
    expect(await levelOf(id)).toBe(1);
    await world.decide({ memberId: id, level: null });
    expect(await levelOf(id)).toBe(2);
    expect(await history(id)).toEqual(['1-2 progress', '2-4 operator', '4-3 not-kept', '3-1 operator', '1-2 operator']);
    await expect(world.decide({ memberId: id, level: 6 })).rejects.toMatchObject({ code: 'not_found' });
    expect(await differences()).toEqual([]);
  });
});

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('play' as const), whole: fc.constantFrom(1, 20, 45, 99, 300, 450, 1_700, 4_000) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), nr: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deposit' as const), whole: fc.constantFrom(10, 50, 250) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reversal' as const), nr: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run' as const), days: fc.constantFrom(0, 1, 7, 20, 45, 100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 7, 20, 35) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Stores the play or money of a step; undefined: there is nothing to take back. */
async function store(step: Step, memberId: string, at: Date, events: readonly SlowEvent[]): Promise<SlowEvent | undefined> {
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth();
  if (step.kind === 'play' || step.kind === 'deposit') {
    const units = BigInt(step.whole) * UNIT;
    if (step.kind === 'play') await addPlay(database.db, { memberId, at, units });
    else await addDeposit(database.db, world.wallet, { memberId, units });
    return { kind: step.kind, units, month };
  }
  if (step.kind !== 'void' && step.kind !== 'reversal') return undefined;
  const kind = step.kind === 'void' ? ('play' as const) : ('deposit' as const);
  const earlier = events.flatMap((one) => (one.kind === kind && one.units > 0n ? [one] : []))[step.nr];
  if (!earlier) return undefined;
  const units = -earlier.units;
  if (kind === 'play')
    await addPlay(database.db, { memberId, at: new Date(Date.UTC(Math.floor(earlier.month / 12), earlier.month % 12, 15)), units });
  // At most what is in the wallet.
  else if (events.reduce((sum, one) => (one.kind === 'deposit' ? sum + one.units : sum), units) < 0n) return undefined;
  else await addDeposit(database.db, world.wallet, { memberId, units });
  return { kind, units, month: earlier.month };
}

/** Plays the steps in the product, and notes for the reference what happened. */
async function playSteps(steps: readonly Step[], keepMonths: 1 | 3) {
  const memberId = await newMember();
  const [events, stored] = [[] as SlowEvent[], [] as number[]];
  let now = 0;
  const monthAt = () => day(now).getUTCFullYear() * 12 + day(now).getUTCMonth();
  const untilOf = (month: number) => (Math.floor(month / keepMonths) + 1) * keepMonths;
  const first = monthAt();
  let openFrom = first;
  const run = async () => {
    await world.runAt(day(now));
    events.push({ kind: 'count', month: monthAt(), until: untilOf(openFrom) });
    for (let until = untilOf(openFrom); until <= monthAt(); until = untilOf(openFrom)) {
      events.push({ kind: 'end', month: monthAt(), until, nextUntil: untilOf(until), checked: openFrom % keepMonths === 0 });
      openFrom = until;
    }
    stored.push(await levelOf(memberId));
  };
  for (const one of steps) {
    if (one.kind === 'run' || one.kind === 'wait') now += one.days;
    if (one.kind === 'run') await run();
    const event = await store(one, memberId, day(now), events);
    if (event) events.push(event);
  }
  await run();
  return { events, stored, first };
}

/** The levels of the reference after the last event of each run. */
function afterRuns(events: readonly SlowEvent[], first: number): readonly number[] {
  const marks = events.filter(({ kind }) => kind === 'count' || kind === 'end');
  return slowLevels(events, first).filter((_level, index) => marks[index + 1]?.kind !== 'end');
}

test.each([1, 3] as const)('levels equal the reference for any play, voids, deposits and periods of %s months', async (keepMonths) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
      await open({ keepMonths });
      const { events, stored, first } = await playSteps(steps, keepMonths);
      expect(stored).toEqual(afterRuns(events, first));
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

describe('several nodes', () => {
  test('count each fact once', async () => {
    const ids = await Promise.all([newMember(), newMember(), newMember()]);
    for (const id of ids) for (const whole of [100, 200, 300]) await play(id, whole, 1);
    await pay(ids[0] ?? '', 50);
    const nodes = [1, 2, 3].map(() => vipOn(database.db, world.clock));
    await Promise.all(nodes.map((node) => node.runAt(day(1))));
    expect(await Promise.all(ids.map(levelOf))).toEqual([3, 2, 2]);
    expect(await Promise.all(ids.map(async (id) => (await history(id)).length))).toEqual([2, 1, 1]);
    expect(await differences()).toEqual([]);
  });

  test('of which one ends between a fact and its level leave nothing half done', async () => {
    const id = await newMember();
    await play(id, 150, 1);
    const dying = vipOn(database.db, world.clock);
    const deps = Object.assign({}, dying.deps, {
      onChanges: async () => {
        throw new Error('killed');
      },
    });
    await expect(countLevels(deps)).rejects.toThrow('killed');
    expect([await levelOf(id), await history(id)]).toEqual([1, []]);
    await world.runAt(day(1));
    expect([await levelOf(id), await history(id)]).toEqual([2, ['1-2 progress']]);
  });
});

describe('the verification finds', () => {
  test.each([
    ['stake that was counted twice', sql`update vip_member set stake = stake * 2`, /facts sum to/],
    ['another level', sql`update vip_member set level = 4`, /history ends with|computed again/],
    ['a lost change', sql`delete from vip_change where to_level = 2`, /is from 2, not 1|history/],
    ['lost months', sql`update vip_play set stake = stake - 1`, /in its months/],
  ])('%s', async (_name, fault, pattern) => {
    const id = await newMember();
    await play(id, 150, 1);
    await world.runAt(day(1));
    await play(id, 400, 1);
    await pay(id, 50);
    await world.runAt(day(2));
    expect(await differences()).toEqual([]);
    await fault.execute(database.db);
    expect((await differences()).join('\n')).toMatch(pattern);
  });
});
