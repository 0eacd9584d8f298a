import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hundredthsText } from '../../../../shared/hundredths.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { waitForHorizon } from '../../play/facts/test-horizon.ts';
import { earnPoints, POINTS_CONSUMER } from './earn.ts';
import { detailsOf } from './history.ts';
import { createTestPoints, POINT, type TestPoints } from './test-points.ts';
import { verifyPoints } from './verify.ts';

let database: TestDatabase;
let points: TestPoints;
beforeAll(async () => {
  database = await openTestDatabase();
  points = await createTestPoints(database.db);
  await points.earn();
});
afterAll(() => database.close());

/** The levels of the tests: three, with a factor each. */
const setFactors = (...factors: readonly string[]) =>
  points.set((settings) => ({
    ...settings,
    vipLevels: settings.vipLevels.slice(0, 3).map((level, index) => ({ ...level, pointFactor: factors[index] ?? '1.00' })),
  }));

async function changeLevel(memberId: string, from: number, to: number): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await sql`select from vip_clock for update`.execute(tx);
    await sql`
      insert into vip_change (member_id, from_level, to_level, cause, stake, deposits, period_stake, operator, reason, at)
      values (${memberId}, ${from}::int, ${to}::int, ${to > from ? 'progress' : 'voided'}, 0, 0, 0, '', '', ${points.clock.now()})`.execute(
      tx,
    );
  });
}

interface Fact {
  readonly memberId: string;
  readonly round: string;
  readonly category: string;
  readonly kind: 'settled' | 'voided' | 'changed';
  readonly valid: bigint;
}

async function addFact({ memberId, round, category, kind, valid }: Fact): Promise<void> {
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values (${memberId}, 'p', ${round}, 'g', 'v', ${category}, 'USD', ${kind}, ${kind === 'settled' ? 1 : kind === 'voided' ? -1 : 0},
            ${valid.toString()}::bigint, ${valid.toString()}::bigint, 0, 0, ${points.clock.now()})`.execute(database.db);
}

const setRates = (rates: Readonly<Record<string, string>>, on = true) =>
  points.set((settings) => ({
    ...settings,
    features: { ...settings.features, points: on },
    points: { ...settings.points, rates },
  }));
const USUAL = { RNG: '1.20', LIVE: '0.70', SPORTS: '1.00', FISH: '1.20', PVP: '1.00' };
const settled = (memberId: string, round: string, category: string, valid: bigint): Fact => ({
  memberId,
  round,
  category,
  kind: 'settled',
  valid,
});

describe('points of play', () => {
  test('are exact: stakes far below one point are not lost to rounding', async () => {
    await setRates(USUAL);
    const { memberId } = await points.member();
    for (let round = 0; round < 30; round += 1) await addFact(settled(memberId, `r${round}`, 'LIVE', 1n));
    await addFact(settled(memberId, 'slots', 'RNG', 1_234_567n));
    await addFact(settled(memberId, 'lottery', 'LOTT', 1_000_000n));
    await points.earn();
    expect(await points.balance(memberId)).toBe(30n * 70n + 1_234_567n * 120n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('are taken back at the rate that they were given at, after the rate has changed', async () => {
    await setRates(USUAL);
    const { memberId } = await points.member();
    await addFact(settled(memberId, 'a', 'RNG', 50_000n));
    await points.earn();
    await setRates({ ...USUAL, RNG: '9.99' });
    await addFact({ ...settled(memberId, 'a', 'RNG', 10_000n), kind: 'changed' });
    await points.earn();
    expect(await points.balance(memberId)).toBe(60_000n * 120n);
    await addFact({ ...settled(memberId, 'a', 'RNG', -60_000n), kind: 'voided' });
    await points.earn();
    expect(await points.balance(memberId)).toBe(0n);
    await addFact(settled(memberId, 'a', 'RNG', 20_000n));
    await points.earn();
    expect(await points.balance(memberId)).toBe(20_000n * 999n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('are not earned while the merchant has no points, and a later void takes none', async () => {
    await setRates(USUAL, false);
    const { memberId } = await points.member();
    await addFact(settled(memberId, 'off', 'RNG', 50_000n));
    await points.earn();
    await setRates(USUAL);
    await addFact({ ...settled(memberId, 'off', 'RNG', -50_000n), kind: 'voided' });
    await points.earn();
    expect(await points.balance(memberId)).toBe(0n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('may fall below zero: what is earned afterwards pays the debt first', async () => {
    await setRates(USUAL);
    const { memberId } = await points.member();
    await addFact(settled(memberId, 'r', 'SPORTS', 1_000_000n));
    await points.earn();
    const actor = { ...(await points.member()), memberId };
    await points.redeem(actor, await points.goods({ points: 80n * POINT }));
    await addFact({ ...settled(memberId, 'r', 'SPORTS', -1_000_000n), kind: 'voided' });
    await points.earn();
    expect(await points.balance(memberId)).toBe(-80n * POINT);
    await expect(points.redeem(actor, await points.goods({ points: 1n }))).rejects.toMatchObject({ code: 'points_insufficient' });
    await addFact(settled(memberId, 'later', 'SPORTS', 1_000_000n));
    await points.earn();
    expect(await points.balance(memberId)).toBe(20n * POINT);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('are credited once when a run is aborted between the facts and the points, and by runs at the same time', async () => {
    await setRates(USUAL);
    const { memberId } = await points.member();
    for (let round = 0; round < 50; round += 1) await addFact(settled(memberId, `x${round}`, 'RNG', 10_000n));
    const { facts } = points.deps;
    await facts.readHorizon(database.db, POINTS_CONSUMER);
    await waitForHorizon(database.db, POINTS_CONSUMER);
    const aborted = inTransaction(database.db, async (tx) => {
      await facts.take(tx, POINTS_CONSUMER, 100);
      throw new Error('killed');
    });
    await expect(aborted).rejects.toThrow('killed');
    await Promise.all([earnPoints(points.deps), earnPoints(points.deps), earnPoints(points.deps)]);
    await points.earn();
    expect(await points.balance(memberId)).toBe(50n * 10_000n * 120n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });
});

describe('the factor of a level', () => {
  test('applies to play that is counted on the level, and a void takes back what was given', async () => {
    await setRates(USUAL);
    await setFactors('1.00', '1.25', '2.00');
    const { memberId } = await points.member();
    await addFact(settled(memberId, 'low', 'RNG', 10_000n));
    await points.earn();
    await changeLevel(memberId, 1, 2);
    await addFact(settled(memberId, 'mid', 'RNG', 10_000n));
    await points.earn();
    expect(await points.balance(memberId)).toBe(10_000n * 120n + 10_000n * 150n);
    await changeLevel(memberId, 2, 3);
    await addFact({ ...settled(memberId, 'low', 'RNG', -10_000n), kind: 'voided' });
    await addFact({ ...settled(memberId, 'mid', 'RNG', 4_000n), kind: 'changed' });
    await points.earn();
    expect(await points.balance(memberId)).toBe(14_000n * 150n);
    await addFact(settled(memberId, 'low', 'RNG', 10_000n));
    await changeLevel(memberId, 3, 1);
    await addFact({ ...settled(memberId, 'mid', 'RNG', -14_000n), kind: 'voided' });
    await points.earn();
    // The round of before the fall is counted after it.
    expect(await points.balance(memberId)).toBe(10_000n * 120n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('gives a rate in whole hundredths, rounded down, and is named in the history', async () => {
    await setRates({ LIVE: '0.70' });
    await setFactors('1.00', '1.25', '1.99');
    const { memberId } = await points.member();
    await changeLevel(memberId, 1, 3);
    await addFact(settled(memberId, 'r', 'LIVE', 10_000n));
    await points.earn();
    // 0.70 times 1.99 is 1.393.
    expect(await points.balance(memberId)).toBe(10_000n * 139n);
    const { rows } = await detailsOf(database.db, { memberId, kind: 'earned', pageNo: 1 });
    expect(rows).toMatchObject([{ category: 'LIVE', factor: 199 }]);
    await changeLevel(memberId, 3, 1);
    await addFact(settled(memberId, 's', 'LIVE', 10_000n));
    await points.earn();
    const both = await detailsOf(database.db, { memberId, kind: 'earned', pageNo: 1 });
    expect(both.rows.map(({ factor }) => factor)).toEqual([100, 199]);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('is that of the highest level for members above it, and that of its time after it has changed', async () => {
    await setRates(USUAL);
    await setFactors('1.00', '1.50', '2.00');
    const { memberId } = await points.member();
    await changeLevel(memberId, 1, 7);
    await addFact(settled(memberId, 'a', 'SPORTS', 10_000n));
    await points.earn();
    expect(await points.balance(memberId)).toBe(10_000n * 200n);
    await setFactors('1.00', '1.00', '1.00');
    await addFact({ ...settled(memberId, 'a', 'SPORTS', -5_000n), kind: 'changed' });
    await addFact(settled(memberId, 'b', 'SPORTS', 10_000n));
    await points.earn();
    expect(await points.balance(memberId)).toBe(5_000n * 200n + 10_000n * 100n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });

  test('is the same on several nodes while the level changes', async () => {
    await setRates(USUAL);
    await setFactors('1.00', '1.25', '2.00');
    const { memberId } = await points.member();
    for (let round = 0; round < 20; round += 1) {
      await addFact(settled(memberId, `n${round}`, 'RNG', 10_000n));
      await Promise.all([earnPoints(points.deps), changeLevel(memberId, (round % 3) + 1, ((round + 1) % 3) + 1), earnPoints(points.deps)]);
    }
    await points.earn();
    const given = await points.balance(memberId);
    expect(given).toBeGreaterThan(20n * 10_000n * 120n);
    for (let round = 0; round < 20; round += 1) await addFact({ ...settled(memberId, `n${round}`, 'RNG', -10_000n), kind: 'voided' });
    await points.earn();
    expect(await points.balance(memberId)).toBe(0n);
    expect(await verifyPoints(database.db)).toEqual([]);
  });
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('play' as const), member: fc.nat(2), round: fc.nat(5), valid: fc.bigInt(1n, 10n ** 9n) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), member: fc.nat(2), round: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      member: fc.nat(2),
      round: fc.nat(5),
      valid: fc.bigInt(-(10n ** 6n), 10n ** 6n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rates' as const), rng: fc.integer({ min: 0, max: 99_999 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('factors' as const), high: fc.integer({ min: 100, max: 1_000 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('level' as const), member: fc.nat(2), level: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'earn' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('redeem' as const), member: fc.nat(2), price: fc.bigInt(1n, 10n ** 11n) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Play = Extract<Step, { kind: 'play' | 'void' | 'change' }>;

/** Rounds with the rate at which they were settled, fact by fact and without a database. */
class Reference {
  base = 120n;
  high = 100n;
  readonly levels = [1, 1, 1];
  readonly expected = [0n, 0n, 0n];
  readonly #rounds = new Map<string, { rate: bigint; valid: bigint }>();

  add(member: number, points: bigint): void {
    this.expected[member] = (this.expected[member] ?? 0n) + points;
  }

  /** The change of valid bets; 0: the step changes nothing. */
  play(one: Play): bigint {
    const key = `${one.member} ${one.round}`;
    const before = this.#rounds.get(key);
    if ((one.kind === 'play') !== (before === undefined)) return 0n;
    const change = one.kind === 'void' ? -(before?.valid ?? 0n) : one.valid;
    const round = before ?? { rate: (this.base * (this.levels[one.member] === 3 ? this.high : 100n)) / 100n, valid: 0n };
    round.valid += change;
    if (one.kind === 'void') this.#rounds.delete(key);
    else this.#rounds.set(key, round);
    this.add(one.member, change * round.rate);
    return change;
  }
}

const KINDS = { play: 'settled', void: 'voided', change: 'changed' } as const;

async function apply(one: Step, actors: readonly Actor[], world: number, reference: Reference): Promise<void> {
  // A changed rate applies to facts that are not counted yet.
  if (one.kind !== 'play' && one.kind !== 'void' && one.kind !== 'change') await points.earn();
  if (one.kind === 'rates') {
    await setRates({ ...USUAL, RNG: hundredthsText(one.rng) });
    reference.base = BigInt(one.rng);
  } else if (one.kind === 'factors') {
    await setFactors('1.00', '1.00', hundredthsText(one.high));
    reference.high = BigInt(one.high);
  } else if (one.kind === 'level') {
    const before = reference.levels[one.member] ?? 1;
    if (one.level === before) return;
    await changeLevel(actors[one.member]?.memberId ?? '', before, one.level);
    reference.levels[one.member] = one.level;
  } else if (one.kind === 'redeem') {
    const goodsId = await points.goods({ points: one.price });
    const done = points.redeem(actors[one.member] as Actor, goodsId);
    if ((reference.expected[one.member] ?? 0n) < one.price) return expect(done).rejects.toMatchObject({ code: 'points_insufficient' });
    await done;
    reference.add(one.member, -one.price);
  } else if (one.kind !== 'earn') {
    const valid = reference.play(one);
    const memberId = actors[one.member]?.memberId ?? '';
    if (valid !== 0n) await addFact({ memberId, round: `w${world}-${one.round}`, category: 'RNG', kind: KINDS[one.kind], valid });
  }
}

test('random play, voids, changes of rates and redemptions give what a slow recomputation gives', async () => {
  let world = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      world += 1;
      await setRates(USUAL);
      await setFactors();
      const actors = [await points.member(), await points.member(), await points.member()];
      const reference = new Reference();
      for (const one of steps) await apply(one, actors, world, reference);
      await points.earn();
      const balances = await Promise.all(actors.map(({ memberId }) => points.balance(memberId)));
      expect(balances).toEqual(reference.expected);
      expect(await verifyPoints(database.db)).toEqual([]);
    }),
    { numRuns: Number(process.env.POINT_RUNS ?? 15) },
  );
});

describe('planted faults', () => {
  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['a balance', `update point_account set balance = balance + 1`, /but the entries sum to/],
    ['a lot', `update point_lot set unused = unused - 1 where unused > 0`, /but the lots have|were used/],
    ['the factors', `update point_rates set factors = '[100, 100, 300]' where factors <> '[]'`, /but its facts give/],
    ['the levels of a time', `update point_rates set level_cut = 0`, /but its facts give/],
    ['the history of levels', `update vip_change set to_level = 2 where from_level = 1 and to_level = 3`, /but its facts give/],
    ['a fact', `update play_fact set valid = valid + 1 where kind = 'settled'`, /but its facts give/],
    ['the stock', `update point_goods set redeemed = redeemed + 1 where stock is null or redeemed < stock`, /redeemed pieces but/],
    ['a refund', `update point_redemption set status = 'rejected'`, /points were given back/],
    ['a redemption', `update point_redemption set points = points + 1`, /points took/],
  ];
  test.each(broken)('in %s are found', async (_name, statement, difference) => {
    const { memberId } = await points.member();
    await setRates(USUAL);
    await setFactors('1.00', '1.25', '2.00');
    await changeLevel(memberId, 1, 3);
    await addFact(settled(memberId, 'fault', 'RNG', 10n ** 9n));
    await points.earn();
    await points.redeem({ ...(await points.member()), memberId }, await points.goods());
    const work = inTransaction(database.db, async (tx) => {
      await sql.raw(statement).execute(tx);
      const found = await verifyPoints(tx);
      expect(found.length).toBeGreaterThan(0);
      expect(found.join('\n')).toMatch(difference);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
  });

  test('cannot change an entry', async () => {
    await points.member(POINT);
    await expect(sql`update point_entry set points = points + 1`.execute(database.db)).rejects.toThrow(/only added/);
    await expect(sql`delete from point_entry`.execute(database.db)).rejects.toThrow(/only added/);
  });
});
