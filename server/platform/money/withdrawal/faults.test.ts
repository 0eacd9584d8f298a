import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../base/db/database.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { HOLD, WALLET } from '../../ledger/index.ts';
import { createTestWithdrawals, type TestWithdrawals } from './test-withdrawals.ts';

/** Faults that the schema must refuse even if the code is wrong: each is planted directly. */
let database: TestDatabase;
let under: TestWithdrawals;
beforeAll(async () => {
  database = await openTestDatabase();
  under = createTestWithdrawals(database.db);
});
afterAll(() => database.close());

async function complaintOf(statement: (id: string, memberId: string) => string, status: 'review' | 'approved' | 'paid' = 'review') {
  const actor = await under.member();
  const { id } = await under.withdrawalIn(actor, '100', status);
  const before = await under.withdrawals.get(actor, id);
  const complaint = await database.db
    .transaction()
    .execute(async (tx) => void (await sql.raw(statement(id, actor.memberId)).execute(tx)))
    .then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );
  expect(await under.withdrawals.get(actor, id)).toEqual(before);
  return complaint;
}
const now = `'2026-01-01T00:00:00Z'::timestamptz`;

describe('the schema refuses', () => {
  test.each([
    [
      'to pay without an approval',
      `status = 'paid', approved_at = ${now}, paid_at = ${now}, confirm_by = ${now}, paid_transfer_id = hold_transfer_id`,
      'no way from review to paid',
    ],
    ['to approve without approvals', `status = 'approved', approved_at = ${now}`, '1 approvals are needed'],
    ['to ask for fewer approvals', `approvals_needed = 0`, 'does not change'],
    ['another amount', `amount = amount + 1`, 'does not change'],
    ['another account', `payout_account_id = 'mine'`, 'does not change'],
    ['another owner', `member_id = 'somebody'`, 'does not change'],
    ['more received than sent', `received = amount + 1`, 'violates check'],
    ['to close it without giving the money back', `status = 'cancelled', closed_at = ${now}`, 'violates check'],
    ['to name a release that moved nothing', `status = 'cancelled', closed_at = ${now}, release_transfer_id = hold_transfer_id`, 'on hold'],
    ['an unknown state', `status = 'lost'`, 'no way from review to lost'],
  ])('%s', async (_name, change, complaint) => {
    expect(await complaintOf((id) => `update withdrawal set ${change} where id = '${id}'`)).toContain(complaint);
  });

  test('deletion and changes of history', async () => {
    for (const table of ['withdrawal', 'withdrawal_event', 'withdrawal_approval'])
      expect(
        await complaintOf((id) => `delete from ${table} where ${table === 'withdrawal' ? 'id' : 'withdrawal_id'} = '${id}'`, 'approved'),
      ).toContain('refused');
    expect(await complaintOf((id) => `update withdrawal_event set reason = 'x' where withdrawal_id = '${id}'`)).toContain('refused');
  });

  test('a step back', async () => {
    const back = (id: string) => `update withdrawal set status = 'review', paid_transfer_id = null, paid_at = null where id = '${id}'`;
    expect(await complaintOf(back, 'paid')).toContain('no way from paid to review');
  });
});

test('a request that reserves another amount than requested, or nothing, is refused', async () => {
  for (const wrong of [1n, -1n]) {
    const actor = await under.member();
    const { wallet } = under.deps;
    const tampered = {
      ...wallet,
      transfer: (tx: Tx, order: Parameters<typeof wallet.transfer>[1], after: Parameters<typeof wallet.transfer>[2]) =>
        wallet.transfer(
          tx,
          { ...order, legs: order.legs.map((leg) => ({ ...leg, units: leg.units + (leg.units < 0n ? wrong : -wrong) })) },
          after,
        ),
    };
    const { createWithdrawals } = await import('./withdrawals.ts');
    const broken = createWithdrawals({ ...under.deps, wallet: tampered as typeof wallet });
    const order = {
      amount: '100',
      payoutAccountId: `${actor.memberId}-bank`,
      paymentPassword: '424242',
      reference: 'a-tampered-request-1',
    };
    await expect(broken.request(actor, order)).rejects.toThrow('on hold');
    expect(await under.money(actor)).toEqual({ wallet: 10_000_000n, hold: 0n });
  }
});

test('money on hold can’t be staked: it is in a separate account, which bets never use', async () => {
  const actor = await under.member(1_000_000n);
  await under.request(actor, '100');
  expect(await under.money(actor)).toEqual({ wallet: 0n, hold: 1_000_000n });
  const { memberId } = actor;
  const legs = [
    { owner: memberId, kind: WALLET, units: -1n },
    { owner: memberId, kind: HOLD, units: 1n },
  ];
  const bet = { reference: `bet:${memberId}`, kind: 'bet', currency: 'CNY', realm: 'real', memberId, legs } as const;
  expect((await under.wallet.transfer(database.db, bet)).outcome).toBe('insufficient');
});
