import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { createTestPayouts, startTestProvider, type TestPayouts, type TestProvider } from './test-payouts.ts';

/** Withdrawals over two providers with every fault: what has left the providers is what the books say, and no withdrawal is paid twice. */
const WHOLE = 10_000n;
const OPENING = 2_000n * WHOLE;
const MODES = ['pays', 'accepts', 'fails', 'lost', 'broken', 'error', 'garbage', 'part'] as const;

let database: TestDatabase;
let providers: readonly [TestProvider, TestProvider];
let at: TestPayouts;
beforeAll(async () => {
  database = await openTestDatabase();
  const now = () => at.under.clock.now();
  providers = [await startTestProvider('first', now), await startTestProvider('second', now)];
  at = createTestPayouts(database.db, providers);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  for (const provider of providers) await provider.close();
  await database.close();
});

const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), whole: fc.bigInt({ min: 20n, max: 200n }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mode' as const), which: fc.nat(1), mode: fc.constantFrom(...MODES) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('run' as const), minutes: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('markPaid' as const, 'reject' as const, 'byHand' as const), which: fc.nat(9) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('report' as const), which: fc.nat(20), times: fc.integer({ min: 1, max: 3 }) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

test('every order of faults, repeats and decisions pays each withdrawal once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 20 }), async (acts) => {
      const actor = await at.under.member(OPENING);
      const before = providers.map((provider) => provider.paidOut());
      const withdrawals: string[] = [];
      let byHand = 0n;
      for (const one of acts) {
        if (one.kind === 'withdraw') {
          const made = await at.under.withdrawalIn(actor, String(one.whole), 'approved').catch(() => undefined);
          if (made) withdrawals.push(made.id);
        } else byHand += await perform(one, withdrawals);
      }
      await finish();
      const rows = await Promise.all(withdrawals.map(async (id) => (await at.under.withdrawals.get(actor, id)).row));
      const paidBy = providers.reduce((sum, provider, index) => sum + provider.paidOut() - (before[index] ?? 0n), 0n);
      const sumOf = (states: readonly string[]) =>
        rows.filter(({ status }) => states.includes(status)).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const missing = rows
        .filter(({ status }) => status === 'disputed')
        .reduce((sum, row) => sum + BigInt(row.amount) - BigInt(row.received), 0n);
      // Everything that is booked as paid has left a provider or was paid by hand, except for parts that operators have to decide about.
      expect(paidBy + byHand).toBe(sumOf(['paid', 'received', 'disputed']) - missing);
      expect(await at.under.money(actor)).toEqual({
        wallet: OPENING - sumOf(['approved', 'paid', 'received', 'disputed']),
        hold: sumOf(['approved']),
      });
    }),
    { numRuns: Number(process.env.PAYOUT_RUNS ?? 20) },
  );
  expect(at.errors.filter((line) => JSON.stringify(line).includes('contradicts'))).toEqual([]);
});

/** Returns the units that an operator has paid by hand. */
async function perform(one: Exclude<Act, { kind: 'withdraw' }>, withdrawals: readonly string[]): Promise<bigint> {
  switch (one.kind) {
    case 'mode':
      providers[one.which === 0 ? 0 : 1].mode = one.mode;
      return 0n;
    case 'run':
      await at.runFor(one.minutes);
      return 0n;
    case 'report':
      await reportOne(one.which, one.times);
      return 0n;
    default:
      return decide(one.kind, withdrawals[one.which % Math.max(1, withdrawals.length)]);
  }
}

/** A callback with the present state of an order, several times. */
async function reportOne(which: number, times: number): Promise<void> {
  const all = providers.flatMap((provider) => [...provider.orders.keys()].map((id) => ({ provider, id })));
  const one = all[all.length - 1 - (which % Math.max(1, all.length))];
  if (one) for (let n = 0; n < times; n += 1) await at.event(one.provider.code, one.id, one.provider.report(one.id));
}

async function decide(kind: 'markPaid' | 'reject' | 'byHand', id: string | undefined): Promise<bigint> {
  if (id === undefined) return 0n;
  const work = kind === 'byHand' ? at.under.setByHand(id, true) : at.under.act(kind, id);
  const row = await work.catch(() => undefined);
  return row?.status === 'paid' && kind === 'markPaid' ? BigInt(row.amount) : 0n;
}

/** All providers answer in the end, and accepted orders are paid. */
async function finish(): Promise<void> {
  for (const provider of providers) {
    provider.mode = 'pays';
    for (const id of provider.orders.keys()) {
      const { state } = provider.report(id);
      if (state === 'accepted') provider.set(id, 'paid', BigInt(Math.round(Number(provider.orders.get(id)?.amount ?? 0) * 10_000)));
    }
  }
  await at.runFor(25);
}
