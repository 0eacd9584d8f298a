import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { createTestVendor, GAME, type TestVendor } from '../vendors/test-vendor.ts';
import { memberLegs } from '../wallet/index.ts';
import { createTurnover } from './index.ts';

let database: TestDatabase;
let vendor: TestVendor;
const turnover = createTurnover();
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(() => database.close());

async function member(units = 0n): Promise<string> {
  count += 1;
  const memberId = `t${count}`;
  await vendor.wallet.openMember(database.db, { memberId, currency: 'CNY', realm: 'real' });
  if (units > 0n) await pay(memberId, units);
  return memberId;
}
const pay = (memberId: string, units: bigint) =>
  vendor.wallet.transfer(database.db, {
    reference: `opening:${memberId}`,
    kind: 'adjustment',
    currency: 'CNY',
    realm: 'real',
    memberId,
    legs: memberLegs(memberId, 'opening', units),
  });
/** What the trigger on rounds does when one is settled. */
const stake = (memberId: string, units: bigint) =>
  sql`insert into member_stake as kept (member_id, settled) values (${memberId}, ${units.toString()}::bigint)
      on conflict (member_id) do update set settled = kept.settled + excluded.settled`.execute(database.db);
const demand = (memberId: string, source: string, units: bigint, percent = 100) =>
  turnover.require(database.db, memberId, { source, units, percent });
const state = (memberId: string) => turnover.state(database.db, memberId);

describe('turnover', () => {
  test('of nobody is nothing', async () => {
    expect(await state('nobody')).toEqual({ locked: 0n, left: 0n, required: 0n });
  });

  test('locks what came in until it has been staked', async () => {
    const id = await member(1_000n);
    await demand(id, 'd1', 400n, 200);
    expect(await state(id)).toEqual({ locked: 400n, left: 800n, required: 800n });
    await stake(id, 799n);
    expect(await state(id)).toEqual({ locked: 400n, left: 1n, required: 800n });
    await stake(id, 1n);
    expect(await state(id)).toEqual({ locked: 0n, left: 0n, required: 0n });
  });

  test('counts no stake from before, nothing twice, and oldest first', async () => {
    const id = await member(1_000n);
    await stake(id, 5_000n);
    await demand(id, 'a', 100n);
    await demand(id, 'b', 300n);
    expect(await state(id)).toEqual({ locked: 400n, left: 400n, required: 400n });
    await stake(id, 150n);
    expect(await state(id)).toEqual({ locked: 300n, left: 250n, required: 300n });
  });

  test('is asked once per source, of nothing at 0 percent, and never locks more than there is', async () => {
    const id = await member(50n);
    await Promise.all([1, 2, 3].map(() => demand(id, 'once', 80n)));
    await demand(id, 'free', 80n, 0);
    expect(await state(id)).toEqual({ locked: 50n, left: 80n, required: 80n });
    await demand(id, 'rounded up', 1n, 1);
    expect((await state(id)).left).toBe(81n);
    await expect(demand(id, 'odd', 1n, 1.5)).rejects.toThrow('no turnover of 1.5%');
  });

  test('falls away with money that was taken back; what was staked for it counts for the next', async () => {
    const id = await member(1_000n);
    await demand(id, 'a', 100n);
    await demand(id, 'b', 200n);
    await stake(id, 50n);
    await turnover.cancel(database.db, id, 'a');
    await turnover.cancel(database.db, id, 'a');
    await turnover.cancel(database.db, id, 'never');
    expect(await state(id)).toEqual({ locked: 200n, left: 150n, required: 200n });
  });

  test('follows real rounds: settled stakes only, and a bet that is rolled back takes its part away', async () => {
    const p = await vendor.player({ units: 1_000n });
    await demand(p.memberId, 'd', 300n);
    const left = async () => (await state(p.memberId)).left;
    const named = (round: string) => ({ player: p.player, roundId: round, gameId: GAME, currency: 'CNY' });
    const bet = (id: string, round: string, amount: string) =>
      vendor.call('bet', { ...named(round), token: p.token, transactionId: id, amount });
    await bet('tb1', 'tr1', '100');
    expect(await left()).toBe(300n);
    await vendor.call('win', { ...named('tr1'), transactionId: 'tw1', betTransactionId: 'tb1', amount: '150' });
    expect(await left()).toBe(200n);
    // The round goes on: it is open again, so nothing of it is settled until its last bet is.
    await bet('tb2', 'tr1', '60');
    expect(await left()).toBe(300n);
    const { currency: _none, ...back } = named('tr1');
    await vendor.call('rollback', { ...back, transactionId: 'tx2', betTransactionId: 'tb2' });
    expect(await left()).toBe(200n);
    await bet('tb3', 'tr3', '500');
    await vendor.call('rollback', { ...back, roundId: 'tr3', transactionId: 'tx3', betTransactionId: 'tb3' });
    expect(await left()).toBe(200n);
    await bet('tb4', 'tr4', '200');
    await vendor.call('win', { ...named('tr4'), transactionId: 'tw4', betTransactionId: 'tb4', amount: '0' });
    expect(await state(p.memberId)).toEqual({ locked: 0n, left: 0n, required: 0n });
  });
});

type Step = { readonly kind: 'require' | 'stake' | 'cancel'; readonly units: bigint; readonly percent: number; readonly which: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('require', 'require', 'stake', 'stake', 'cancel'),
  units: fc.bigInt(1n, 500n),
  percent: fc.constantFrom(0, 1, 50, 100, 300),
  which: fc.integer({ min: 0, max: 9 }),
});

/** The plain way: play the whole story again without what was cancelled, each stake into the oldest open requirement. */
function model(steps: readonly Step[], balance: bigint) {
  const cancelled = new Set<number>();
  steps.forEach(({ kind, which }, at) => {
    const before = steps.slice(0, at).flatMap((one, index) => (one.kind === 'require' ? [index] : []));
    const chosen = before[which];
    if (kind === 'cancel' && chosen !== undefined) cancelled.add(chosen);
  });
  const open: { units: bigint; required: bigint; left: bigint }[] = [];
  steps.forEach(({ kind, units, percent }, at) => {
    const required = (units * BigInt(percent) + 99n) / 100n;
    if (kind === 'require' && !cancelled.has(at) && required > 0n) open.push({ units, required, left: required });
    if (kind !== 'stake') return;
    let rest = units;
    for (const one of open) {
      const part = rest < one.left ? rest : one.left;
      one.left -= part;
      rest -= part;
    }
  });
  const unmet = open.filter(({ left }) => left > 0n);
  const sum = (pick: (one: (typeof unmet)[number]) => bigint) => unmet.reduce((total, one) => total + pick(one), 0n);
  const units = sum((one) => one.units);
  return { locked: units < balance ? units : balance, left: sum((one) => one.left), required: sum((one) => one.required) };
}

test('any story of deposits, stakes and reversals comes to what the plain model says', async () => {
  const balance = 700n;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const id = await member(balance);
      for (const [at, { kind, units, percent, which }] of steps.entries()) {
        if (kind === 'require') await demand(id, `s${at}`, units, percent);
        else if (kind === 'stake') await stake(id, units);
        else {
          const earlier = steps.slice(0, at).flatMap((one, index) => (one.kind === 'require' ? [index] : []));
          await turnover.cancel(database.db, id, `s${earlier[which]}`);
        }
        expect(await state(id)).toEqual(model(steps.slice(0, at + 1), balance));
      }
    }),
    { numRuns: Number(process.env.TURNOVER_RUNS ?? 40) },
  );
});
