import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WithdrawalOutcome } from '../../../../shared/api/withdrawal/constants.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, memberLegs } from '../../ledger/index.ts';
import { createTestWithdrawals, type TestWithdrawals } from './test-withdrawals.ts';

let database: TestDatabase;
let under: TestWithdrawals;
beforeAll(async () => {
  database = await openTestDatabase();
  under = createTestWithdrawals(database.db);
});
beforeEach(() => {
  under.setRules({ feeFixed: '2' });
  under.claimed.length = 0;
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

type More = { receivedAmount?: string; comment?: string; images?: readonly string[] };
const answerAs = async (actor: Actor, withdrawalId: string, outcome: WithdrawalOutcome, more: More = {}) =>
  (await under.withdrawals.answer(actor, { withdrawalId, outcome, images: [], ...more })).row;
const actions = async (actor: Actor, id: string) => (await under.withdrawals.get(actor, id)).events.map(({ action }) => action);
const messages = ({ memberId }: Actor, template: string) =>
  under.inbox.posted.filter((one) => one.memberId === memberId && one.template === template);
/** 200 requested, 198 paid. */
async function paid(): Promise<{ actor: Actor; id: string }> {
  const actor = await under.member();
  return { actor, id: (await under.withdrawalIn(actor, '200', 'paid')).id };
}

describe('a paid withdrawal', () => {
  test('is closed by the member’s answer, once', async () => {
    const { actor, id } = await paid();
    for (let twice = 0; twice < 2; twice += 1)
      expect(await answerAs(actor, id, 'fully_received')).toMatchObject({ status: 'received', received_by: 'member', received: '1980000' });
    expect(await actions(actor, id)).toEqual(['requested', 'approved', 'paid', 'received']);
    await expect(answerAs(actor, id, 'not_received', { comment: 'no' })).rejects.toMatchObject({ code: 'withdrawal_closed' });
  });

  test('may be received in parts: each restarts the deadline for the rest, the whole closes it', async () => {
    const { actor, id } = await paid();
    under.clock.advance(29 * MINUTE_MS);
    const part = await answerAs(actor, id, 'received', { receivedAmount: '100' });
    expect(part).toMatchObject({ status: 'paid', received: '1000000' });
    expect(await answerAs(actor, id, 'received', { receivedAmount: '100' })).toMatchObject({ confirm_by: part.confirm_by });
    under.clock.advance(29 * MINUTE_MS);
    await under.withdrawals.sweep();
    expect((await under.withdrawals.get(actor, id)).row.status).toBe('paid');
    for (const receivedAmount of ['99.99', '198.01', '0'])
      await expect(answerAs(actor, id, 'received', { receivedAmount })).rejects.toMatchObject({
        code: 'amount_out_of_range',
        params: { min: '¥100.00', max: '¥198.00' },
      });
    await expect(answerAs(actor, id, 'received')).rejects.toMatchObject({ code: 'invalid_fields' });
    expect(await answerAs(actor, id, 'received', { receivedAmount: '198' })).toMatchObject({ status: 'received', received_by: 'member' });
    expect(await actions(actor, id)).toEqual(['requested', 'approved', 'paid', 'part_received', 'reminded', 'received']);
  });

  test('that has not arrived is disputed, with pictures or at least a comment', async () => {
    const { actor, id } = await paid();
    await expect(answerAs(actor, id, 'not_received')).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { images: { code: 'field_required' } },
    });
    expect(await answerAs(actor, id, 'not_received', { comment: 'Nothing yet.', images: ['u1', 'u2'] })).toMatchObject({
      status: 'disputed',
    });
    expect(under.claimed).toEqual(['u1', 'u2']);
    await answerAs(actor, id, 'not_received', { comment: 'Nothing yet.', images: ['u1', 'u2'] });
    expect(under.claimed).toEqual(['u1', 'u2']);
    const { events } = await under.withdrawals.get(actor, id);
    expect(events.at(-1)).toMatchObject({ action: 'not_received', reason: 'Nothing yet.', uploads: ['u1', 'u2'], amount: '1980000' });
    under.clock.advance(31 * MINUTE_MS);
    await under.withdrawals.sweep();
    expect((await under.withdrawals.get(actor, id)).row.status).toBe('disputed');
    // It arrived late.
    expect(await answerAs(actor, id, 'fully_received')).toMatchObject({ status: 'received', received_by: 'member' });
  });

  test.each(['review', 'approved'] as const)('is not answered while it is in %s', async (status) => {
    const actor = await under.member();
    const { id } = await under.withdrawalIn(actor, '200', status);
    for (const outcome of ['fully_received', 'received', 'not_received'] as const)
      await expect(answerAs(actor, id, outcome, { receivedAmount: '5', comment: 'x' })).rejects.toMatchObject({
        code: 'withdrawal_closed',
      });
  });
});

describe('without a reply', () => {
  test('the member is reminded once at half time; at its end it counts as received, before any sweep', async () => {
    const { actor, id } = await paid();
    under.clock.advance(15 * MINUTE_MS - 1_000);
    await under.withdrawals.sweep();
    expect(messages(actor, 'withdrawal_reminder')).toEqual([]);
    under.clock.advance(2_000);
    await under.withdrawals.sweep();
    await under.withdrawals.sweep();
    expect(messages(actor, 'withdrawal_reminder')).toMatchObject([
      { params: { amount: '¥198.00', deadline: expect.stringMatching(/^\d{4}-/) } },
    ]);
    under.clock.advance(15 * MINUTE_MS - 2_000);
    expect((await under.withdrawals.get(actor, id)).row.status).toBe('paid');
    under.clock.advance(2_000);
    // Shown as received before the sweep has run.
    expect((await under.withdrawals.get(actor, id)).row).toMatchObject({ status: 'received', received_by: 'deadline' });
    expect((await under.withdrawals.list(actor, 1)).withdrawals[0]?.row.status).toBe('received');
    await Promise.all([under.withdrawals.sweep(), under.withdrawals.sweep(), under.withdrawals.sweep()]);
    expect((await under.withdrawals.get(actor, id)).row).toMatchObject({ status: 'received', received_by: 'deadline' });
    expect(messages(actor, 'withdrawal_received')).toHaveLength(1);
    expect(await actions(actor, id)).toEqual(['requested', 'approved', 'paid', 'reminded', 'expired']);
  });

  test('a long stop of the service makes up for it: closed, and no reminder after the end', async () => {
    const { actor, id } = await paid();
    under.clock.advance(3 * DAY_MS);
    await under.withdrawals.sweep();
    expect(await actions(actor, id)).toEqual(['requested', 'approved', 'paid', 'expired']);
    expect(messages(actor, 'withdrawal_reminder')).toEqual([]);
  });

  test('a complaint is possible as long as the merchant’s rules allow', async () => {
    const [early, late] = [await paid(), await paid()];
    under.clock.advance(30 * MINUTE_MS + 29 * DAY_MS);
    expect(await answerAs(early.actor, early.id, 'not_received', { comment: 'Nothing came.' })).toMatchObject({
      status: 'disputed',
      received_by: null,
    });
    expect(await actions(early.actor, early.id)).toEqual(['requested', 'approved', 'paid', 'expired', 'not_received']);
    under.clock.advance(DAY_MS);
    await expect(answerAs(late.actor, late.id, 'not_received', { comment: 'Nothing came.' })).rejects.toMatchObject({
      code: 'withdrawal_closed',
    });
  });

  test('the answer “fully received” is accepted late too', async () => {
    const { actor, id } = await paid();
    under.clock.advance(31 * MINUTE_MS);
    expect(await answerAs(actor, id, 'fully_received')).toMatchObject({ status: 'received', received_by: 'deadline' });
  });
});

describe('a dispute', () => {
  async function disputed(received?: string) {
    const { actor, id } = await paid();
    if (received) await answerAs(actor, id, 'received', { receivedAmount: received });
    await answerAs(actor, id, 'not_received', { comment: 'missing' });
    return { actor, id };
  }

  test('is upheld: it did arrive, and the money is not given back', async () => {
    const { actor, id } = await disputed();
    expect(await under.resolve(id, 'upheld')).toMatchObject({ status: 'received', received_by: 'operator', reason: 'looked into' });
    expect(await under.money(actor)).toEqual({ wallet: 8_000_000n, hold: 0n });
    expect(messages(actor, 'withdrawal_dispute')).toMatchObject([{ params: { amount: '¥198.00', reason: 'looked into' } }]);
    await expect(answerAs(actor, id, 'not_received', { comment: 'still' })).rejects.toMatchObject({ code: 'withdrawal_closed' });
    await expect(under.resolve(id, 'returned')).rejects.toMatchObject({ code: 'withdrawal_closed' });
  });

  test('ends with the money back: all of it with the fee, or what is missing', async () => {
    const [all, rest] = [await disputed(), await disputed('150')];
    await under.resolve(all.id, 'returned');
    expect(await under.money(all.actor)).toEqual({ wallet: 10_000_000n, hold: 0n });
    expect(await under.resolve(rest.id, 'returned')).toMatchObject({ status: 'returned' });
    expect(await under.money(rest.actor)).toEqual({ wallet: 8_480_000n, hold: 0n });
  });

  test('is paid again: the member is asked again, and can dispute again', async () => {
    const { actor, id } = await disputed('150');
    expect(await under.resolve(id, 'paid_again')).toMatchObject({ status: 'paid', received: '1500000' });
    expect(messages(actor, 'withdrawal_paid').at(-1)?.params).toMatchObject({ amount: '¥48.00' });
    expect(await answerAs(actor, id, 'not_received', { comment: 'again' })).toMatchObject({ status: 'disputed' });
    expect(await under.money(actor)).toEqual({ wallet: 8_000_000n, hold: 0n });
  });

  test('is not paid again while a reversal has left the member below zero; every other end stays possible', async () => {
    const ends = [await disputed(), await disputed()];
    for (const { actor } of ends) await owe(under, actor);
    for (const { actor, id } of ends) {
      const before = await under.money(actor);
      expect(before.wallet).toBeLessThan(0n);
      await expect(under.resolve(id, 'paid_again')).rejects.toMatchObject({ code: 'withdrawal_overdrawn' });
      expect(await under.money(actor)).toEqual(before);
    }
    const [first, second] = ends;
    expect(await under.resolve(first?.id ?? '', 'upheld')).toMatchObject({ status: 'received' });
    expect(await under.resolve(second?.id ?? '', 'returned')).toMatchObject({ status: 'returned' });
    // The returned money covers the debt.
    expect((await under.money(second?.actor as Actor)).wallet).toBe(1_990_000n);
  });
});

/** A chargeback above the balance. */
async function owe({ deps, wallet, money }: TestWithdrawals, actor: Actor): Promise<void> {
  const { memberId } = actor;
  const legs = memberLegs(memberId, 'cashier:DEMO', -((await money(actor)).wallet + 10_000n));
  const taken = { reference: `charge-back:${memberId}`, kind: 'deposit-reversal', currency: 'CNY', realm: 'real' } as const;
  const result = await wallet.transfer(deps.db, { ...taken, memberId, legs, reversal: true });
  expect(result.outcome).toBe('posted');
}
