import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { insertMember } from '../../identity/members/store.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant, demoSettings, type MerchantSettings, saveSettings } from '../../merchant/index.ts';
import { createWithdrawalDesk } from './desk.ts';
import { readTerms } from './terms.ts';
import { createTestWithdrawals, PAYMENT_PASSWORD, type TestWithdrawals } from './test-withdrawals.ts';
import { verifyWithdrawals } from './verify.ts';
import { createWithdrawals } from './withdrawals.ts';

/** Fees and limits of levels, with the stored level of the member. */
const MERCHANT = 'lagoon';
const WHOLE = 10_000n;
let database: TestDatabase;
let under: TestWithdrawals;
let withdrawals: ReturnType<typeof createWithdrawals>;
let made = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, demoSettings());
  under = createTestWithdrawals(database.db);
  withdrawals = createWithdrawals({ ...under.deps, terms: (executor, memberId) => readTerms(executor, MERCHANT, memberId) });
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(await verifyWithdrawals(database.db)).toEqual([]);
  await database.close();
});
beforeEach(() => setLevels([{ withdrawalFee: { fixed: '1', basisPoints: 200 }, withdrawalMax: '300', withdrawalMaxPerDay: '500' }, {}]));

async function setLevels(levels: readonly Partial<MerchantSettings['vipLevels'][number]>[]): Promise<void> {
  const settings = demoSettings();
  const plain = { withdrawalsPerDay: 50, withdrawalFee: null, freeWithdrawals: 0, withdrawalMax: null, withdrawalMaxPerDay: null };
  const vipLevels = levels.map(
    (level, index) => ({ ...settings.vipLevels[index], ...plain, ...level }) as (typeof settings.vipLevels)[number],
  );
  await saveSettings(database.db, MERCHANT, { ...settings, timeZone: 'UTC', vipLevels });
}

async function setLevel({ memberId }: Actor, level: number): Promise<void> {
  await sql`insert into vip_member (member_id, stake, deposits, level, since, granted) values (${memberId}, 0, 0, ${level}, ${under.clock.now()}, 0)
    on conflict (member_id) do update set level = excluded.level`.execute(database.db);
}

/** A stored member with money, on the level. */
async function member(level: number): Promise<Actor> {
  made += 1;
  const row = { merchant: MERCHANT, account: `level${made}`, type: 0, currency: 'CNY', passwordHash: 'x', ownPassword: true };
  const stored = await insertMember(database.db, row, under.clock.now());
  const funded = await under.member(0n);
  const actor = { ...funded, memberId: stored?.id ?? '' };
  await under.wallet.openMember(database.db, { memberId: actor.memberId, currency: 'CNY', realm: 'real' });
  const legs = [
    { owner: actor.memberId, kind: 'wallet', units: 10_000n * WHOLE },
    { owner: 'house', kind: 'opening', units: -10_000n * WHOLE },
  ];
  await under.wallet.transfer(database.db, {
    reference: `opening:${actor.memberId}`,
    kind: 'adjustment',
    currency: 'CNY',
    realm: 'real',
    memberId: actor.memberId,
    legs,
  });
  await setLevel(actor, level);
  return actor;
}

async function order(actor: Actor, amount: string, more: { readonly reference?: string; readonly feeShown?: string } = {}) {
  made += 1;
  const own = {
    amount,
    payoutAccountId: `${actor.memberId}-bank`,
    paymentPassword: PAYMENT_PASSWORD,
    reference: `level-reference-${made}`,
  };
  return (await withdrawals.request(actor, { ...own, ...more })).row;
}

async function houseFees(): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(balance), 0)::text as units from ledger_account where kind = 'fee:withdrawal'`.execute(database.db);
  return BigInt(rows[0]?.units ?? 0);
}

describe('a level', () => {
  test('has its own fee and limits; one without them has those of the merchant', async () => {
    const [low, high] = [await member(1), await member(2)];
    expect(await order(low, '100')).toMatchObject({ fee: '30000' });
    expect(await order(high, '100')).toMatchObject({ fee: '0' });
    await expect(order(low, '300.01')).rejects.toMatchObject({ code: 'amount_out_of_range', params: { max: '¥300.00' } });
    await order(low, '300');
    await expect(order(low, '100.01')).rejects.toMatchObject({ code: 'withdrawal_day_limit', params: { max: '¥500.00', left: '¥100.00' } });
    await order(high, '600');
    const { terms } = await withdrawals.options(low);
    expect(terms).toMatchObject({ rules: { max: '300', maxPerDay: '500', feeFixed: '1', feeBasisPoints: 200 }, freePerMonth: 0 });
  });

  test('is that of the order: a later change of level or rules changes no fee', async () => {
    const actor = await member(1);
    const row = await order(actor, '100');
    await setLevel(actor, 2);
    await setLevels([{ withdrawalFee: { fixed: '9', basisPoints: 0 } }, {}]);
    expect((await withdrawals.get(actor, row.id)).row.fee).toBe('30000');
    expect(await order(actor, '100')).toMatchObject({ fee: '0' });
  });

  test('gives back amount and fee with a rejection, and the fee is posted with the payment', async () => {
    const [actor, before] = [await member(1), await houseFees()];
    const [first, second] = [await order(actor, '100'), await order(actor, '200')];
    expect(await under.money(actor)).toEqual({ wallet: 9_700n * WHOLE, hold: 300n * WHOLE });
    await under.act('reject', first.id);
    expect(await under.money(actor)).toEqual({ wallet: 9_800n * WHOLE, hold: 200n * WHOLE });
    await under.act('approve', second.id);
    await under.act('markPaid', second.id);
    expect([await under.money(actor), (await houseFees()) - before]).toEqual([{ wallet: 9_800n * WHOLE, hold: 0n }, 5n * WHOLE]);
    // Nothing arrived: the fee is returned with the amount.
    await withdrawals.answer(actor, { withdrawalId: second.id, outcome: 'not_received', comment: 'nothing', images: [] });
    await under.resolve(second.id, 'returned');
    expect([await under.money(actor), (await houseFees()) - before]).toEqual([{ wallet: 10_000n * WHOLE, hold: 0n }, 0n]);
  });

  test('has withdrawals without a fee in each month of the merchant’s zone; rejected ones do not count', async () => {
    await setLevels([{ withdrawalFee: { fixed: '2', basisPoints: 0 }, freeWithdrawals: 2 }]);
    const actor = await member(1);
    const first = await order(actor, '50');
    expect([first.fee, (await order(actor, '50')).fee, (await order(actor, '50')).fee]).toEqual(['0', '0', '20000']);
    expect(await withdrawals.options(actor)).toMatchObject({ freeUsed: 2, terms: { freePerMonth: 2 } });
    await under.act('reject', first.id);
    expect(await withdrawals.options(actor)).toMatchObject({ freeUsed: 1 });
    expect([(await order(actor, '50')).fee, (await order(actor, '50')).fee]).toEqual(['0', '20000']);
    const monthEnd = under.clock.now();
    under.clock.advance(Date.UTC(monthEnd.getUTCFullYear(), monthEnd.getUTCMonth() + 1, 1) - monthEnd.getTime());
    expect((await order(actor, '50')).fee).toBe('0');
  });

  test('asks no higher fee than the one that the member was shown', async () => {
    const actor = await member(2);
    await setLevel(actor, 1);
    await expect(order(actor, '100', { feeShown: '0.0000 0' })).rejects.toMatchObject({
      code: 'withdrawal_fee_changed',
      params: { fee: '¥3.00' },
    });
    expect(await under.money(actor)).toEqual({ wallet: 10_000n * WHOLE, hold: 0n });
    expect(await order(actor, '100', { feeShown: '1.0000 200' })).toMatchObject({ fee: '30000' });
    expect(await order(actor, '100', { feeShown: '5.0000 0' })).toMatchObject({ fee: '30000' });
  });
});

test('requests at the same time exceed neither the sum of a day nor the withdrawals without a fee', async () => {
  await setLevels([
    { withdrawalFee: { fixed: '2', basisPoints: 0 }, freeWithdrawals: 3, withdrawalMax: '100', withdrawalMaxPerDay: '500' },
  ]);
  const actor = await member(1);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      order(actor, '80').then(
        ({ fee }) => `fee ${fee}`,
        (error: unknown) => (error as { code: string }).code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'fee 0'),
    ...Array.from({ length: 3 }, () => 'fee 20000'),
    ...Array.from({ length: 6 }, () => 'withdrawal_day_limit'),
  ]);
  expect(await under.money(actor)).toMatchObject({ hold: 480n * WHOLE });
});

describe('planted faults', () => {
  test.each([
    ['a fee that is paid out instead', 'payout', 'fee'],
    ['a fee that another account gets', 'operations', 'fee'],
  ])('%s is found', async (_name, kind, difference) => {
    const actor = await member(1);
    const row = await order(actor, '100');
    await under.act('approve', row.id);
    const { wallet } = under.deps;
    const transfer: typeof wallet.transfer = (executor, order, afterCommit) => {
      const fee = order.legs.find((leg) => leg.kind === 'fee:withdrawal')?.units ?? 0n;
      const kept = order.legs.filter((leg) => leg.kind !== 'fee:withdrawal');
      const legs = kept.some((leg) => leg.kind === kind)
        ? kept.map((leg) => (leg.kind === kind ? { ...leg, units: leg.units + fee } : leg))
        : [...kept, { owner: 'house', kind, units: fee }];
      return wallet.transfer(executor, { ...order, legs }, afterCommit);
    };
    const desk = createWithdrawalDesk({ ...under.deps, wallet: { ...wallet, transfer } });
    const work = inTransaction(database.db, async (tx, afterCommit) => {
      await desk.markPaid(tx, afterCommit, row.id, { operator: 'operator-2', reason: 'checked' });
      expect((await verifyWithdrawals(tx)).join('\n')).toContain(`withdrawal ${row.id} has the ${difference}`);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await verifyWithdrawals(database.db)).toEqual([]);
  });
});
