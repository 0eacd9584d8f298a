import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/audit.ts';
import { hasFraction } from './bet-context.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
let vendor: TestVendor;
let last = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  await database.close();
});

function round({ player, token }: TestPlayer, currency: string) {
  last += 1;
  const ids = { roundId: `r-${last}`, gameId: GAME, player };
  const betTransactionId = `b-${last}`;
  return {
    bet: (amount: string) => vendor.call('bet', { token, transactionId: betTransactionId, ...ids, currency, amount }),
    win: (amount: string) => vendor.call('win', { transactionId: `w-${last}`, betTransactionId, ...ids, currency, amount }),
    rollback: () => vendor.call('rollback', { transactionId: `x-${last}`, betTransactionId, ...ids }),
  };
}
const balance = async ({ token }: TestPlayer) => (await vendor.call('balance', { token })).balance;

describe.each(['VND', 'JPY', 'IDR'])('a vendor in %s', (currency) => {
  test('bets and wins whole units only; a refusal stores nothing', async () => {
    const p = await vendor.player({ units: 1_000_000n, currency });
    const { bet, win } = round(p, currency);
    const refused = { status: 'BAD_REQUEST', message: 'amount_not_whole', player: p.player, balance: '1000000' };
    expect(await bet('5000')).toMatchObject(refused);
    expect(await bet('15000')).toMatchObject(refused);
    expect(await bet('20000')).toMatchObject({ status: 'OK', balance: '980000' });
    expect(await win('30001')).toMatchObject({ ...refused, balance: '980000' });
    expect(await win('30000')).toMatchObject({ status: 'OK', balance: '1010000' });
    expect(await balance(p)).toBe('1010000');
  });

  test('has whole balances after any bets and wins', async () => {
    const p = await vendor.player({ units: 10n ** 9n, currency });
    const amount = fc.oneof(
      fc.integer({ min: 1, max: 300 }).map((whole) => whole * 10_000),
      fc.integer({ min: 1, max: 3_000_000 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(amount, amount, fc.boolean()), { maxLength: 6 }), async (plays) => {
        for (const [stake, prize, isUndone] of plays) {
          const { bet, win, rollback } = round(p, currency);
          expect((await bet(String(stake))).status === 'OK').toBe(stake % 10_000 === 0);
          await (isUndone ? rollback() : win(String(prize)));
        }
        expect(BigInt((await balance(p)) ?? -1) % 10_000n).toBe(0n);
      }),
      { numRuns: 15 },
    );
  });

  test('settles a bet with a fraction that is booked already, with a fraction', async () => {
    const p = await vendor.player({ units: 1_000_000n, currency });
    const { bet, win } = round(p, currency);
    await bet('10000');
    // As from a release that took any amount.
    await database.db.updateTable('vendor_transaction').set({ amount: '10050' }).where('transaction_id', '=', `b-${last}`).execute();
    expect(await win('5000')).toMatchObject({ status: 'OK', balance: '995000' });
  });
});

test('a currency with decimals takes fractions of its cent', async () => {
  const p = await vendor.player({ units: 1_000_000n });
  const { bet, win } = round(p, 'CNY');
  expect(await bet('33')).toMatchObject({ status: 'OK', balance: '999967' });
  expect(await win('51')).toMatchObject({ status: 'OK', balance: '1000018' });
});

test.each([
  ['VND', 5_000n, true],
  ['VND', 0n, false],
  ['VND', 10_000n, false],
  ['IDR', 125_000n, true],
  ['THB', 1n, false],
])('%s: %d units have a fraction: %s', (currency, units, has) => expect(hasFraction(units, currency)).toBe(has));
