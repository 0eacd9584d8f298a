import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { createEventHub } from '../base/events/hub.ts';
import { audit } from './audit.ts';
import { HOUSE, type TransferInstruction, WALLET } from './ledger.ts';
import { createWallet } from './wallet.ts';

const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
let database: TestDatabase;
let run = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

/** One order: money between the house and a member, or between two members. Few references, so that many repeat. */
const order = fc.record({
  reference: fc.integer({ min: 0, max: 5 }),
  from: fc.constantFrom('a', 'b', HOUSE),
  to: fc.constantFrom('a', 'b'),
  units: fc.oneof(fc.bigInt(1n, 200n), fc.constantFrom(1n, 100n, 9_007_199_254_740_993n)),
  reversal: fc.boolean(),
});
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

/** A reference implementation of a ledger. */
function createModel() {
  const balances = new Map([
    ['a', 0n],
    ['b', 0n],
  ]);
  const outcomes = new Map<number, string>();
  const of = (owner: string) => balances.get(owner) ?? 0n;
  return {
    of,
    apply({ reference, from, to, units, reversal }: Order): string {
      const body = JSON.stringify([from, to, String(units), reversal]);
      const before = outcomes.get(reference);
      if (before !== undefined) return before === body ? 'repeated' : 'conflict';
      if (from !== HOUSE && of(from) - units < 0n && !reversal) return 'insufficient';
      outcomes.set(reference, body);
      if (from !== HOUSE) balances.set(from, of(from) - units);
      balances.set(to, of(to) + units);
      return 'posted';
    },
  };
}

/** The number of runs depends on the machine; every failure found is real. */
const BOUNDED = { interruptAfterTimeLimit: 8_000, markInterruptAsFailure: false };

test('agrees with its model on random orders, repeats and reversals', async () => {
  const sequence = fc.array(
    order.filter(({ from, to }) => from !== to),
    { maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(sequence, { minLength: 8, maxLength: 8 }), async (sequences) => {
      await Promise.all(sequences.map(check));
    }),
    { numRuns: 250, endOnFailure: true, ...BOUNDED },
  );
});

async function check(orders: readonly Order[]): Promise<void> {
  run += 1;
  const name = `run${run}:`;
  const model = createModel();
  for (const member of ['a', 'b']) await wallet.openMember(database.db, { memberId: name + member, currency: 'CNY', realm: 'real' });
  for (const one of orders) {
    const result = await wallet.transfer(database.db, toInstruction(name, one));
    expect({ one, outcome: result.outcome, balance: result.balance }).toEqual({
      one,
      outcome: model.apply(one),
      balance: model.of(one.to),
    });
  }
  for (const member of ['a', 'b']) expect((await wallet.balance(database.db, name + member))?.units).toBe(model.of(member));
}

function toInstruction(name: string, { reference, from, to, units, reversal }: Order): TransferInstruction {
  return {
    reference: `${name}${reference}`,
    kind: 'adjustment',
    currency: 'CNY',
    realm: 'real',
    memberId: name + to,
    legs: [
      from === HOUSE ? { owner: HOUSE, kind: 'cashier', units: -units } : { owner: name + from, kind: WALLET, units: -units },
      { owner: name + to, kind: WALLET, units },
    ],
    reversal,
  };
}
