import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hundredthsText } from '../../../../shared/hundredths.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { waitForHorizon } from '../../play/facts/test-horizon.ts';
import { earnPoints, POINTS_CONSUMER } from './earn.ts';
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
  { weight: 2, arbitrary: fc.constant({ kind: 'earn' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('redeem' as const), member: fc.nat(2), price: fc.bigInt(1n, 10n ** 11n) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Play = Extract<Step, { kind: 'play' | 'void' | 'change' }>;

/** Rounds with the rate at which they were settled, fact by fact and without a database. */
class Reference {
  rate = 120n;
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
    const round = before ?? { rate: this.rate, valid: 0n };
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
  if (one.kind === 'earn' || one.kind === 'rates' || one.kind === 'redeem') await points.earn();
  if (one.kind === 'rates') {
    await setRates({ ...USUAL, RNG: hundredthsText(one.rng) });
    reference.rate = BigInt(one.rng);
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
    ['a fact', `update play_fact set valid = valid + 1 where kind = 'settled'`, /but its facts give/],
    ['the stock', `update point_goods set redeemed = redeemed + 1 where stock is null or redeemed < stock`, /redeemed pieces but/],
    ['a refund', `update point_redemption set status = 'rejected'`, /points were given back/],
    ['a redemption', `update point_redemption set points = points + 1`, /points took/],
  ];
  test.each(broken)('in %s are found', async (_name, statement, difference) => {
    const { memberId } = await points.member();
    await setRates(USUAL);
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
