import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MemberEvent } from '../../../../shared/api/live/schemas.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { createTestWithdrawals, PAYMENT_PASSWORD, type TestWithdrawals } from './test-withdrawals.ts';

let database: TestDatabase;
let under: TestWithdrawals;
beforeAll(async () => {
  database = await openTestDatabase();
  under = createTestWithdrawals(database.db);
});
beforeEach(() => under.setRules({}, { offered: true, perDay: 100 }));
afterEach(() => {
  under.mails.length = 0;
  under.claimed.length = 0;
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const order = (actor: Actor, more: object = {}) => ({
  amount: '100',
  payoutAccountId: `${actor.memberId}-bank`,
  paymentPassword: PAYMENT_PASSWORD,
  reference: `reference-of-${actor.memberId}-0000`,
  ...more,
});
const actions = async (actor: Actor, id: string) => (await under.withdrawals.get(actor, id)).events.map(({ action }) => action);
const templates = ({ memberId }: Actor) => under.inbox.posted.filter((one) => one.memberId === memberId).map(({ template }) => template);
const posted = ({ memberId }: Actor, template: string) =>
  under.inbox.posted.find((one) => one.memberId === memberId && one.template === template);

describe('a member under self-exclusion', () => {
  const locked = async () => {
    const actor = await under.member();
    await under.deps.turnover.require(database.db, actor.memberId, { source: 'deposit:d1', units: 9_000_000n, percent: 200 });
    under.setRules({ autoApproveUpTo: '1000000' });
    return actor;
  };
  const request = (actor: Actor, amount: string) => under.request(actor, amount);

  test('withdraws unplayed deposits, which an operator must approve and can see', async () => {
    const actor = await locked();
    await expect(request(actor, '1000')).rejects.toMatchObject({ code: 'turnover_left' });
    under.excluded.add(actor.memberId);
    expect(await under.withdrawals.options(actor)).toMatchObject({
      available: 10_000_000n,
      turnover: { locked: 0n, left: 0n, waived: { left: 18_000_000n, locked: 9_000_000n } },
    });
    const row = await request(actor, '1000');
    expect(row).toMatchObject({ status: 'review', approvals_needed: 1, waived_turnover: '18000000' });
    const details = await under.desk.details(database.db, row.id);
    expect(details.row.waived_turnover).toBe('18000000');
    // A rejected request gives nothing away: the requirement is still there after the exclusion.
    await under.act('reject', row.id);
    under.excluded.delete(actor.memberId);
    await expect(request(actor, '1000')).rejects.toMatchObject({ code: 'turnover_left' });
  });

  test('withdraws money that was free before under the usual rules', async () => {
    const actor = await locked();
    under.excluded.add(actor.memberId);
    expect(await request(actor, '100')).toMatchObject({ waived_turnover: null, approvals_needed: 0, status: 'approved' });
    expect(await request(actor, '100')).toMatchObject({ approvals_needed: 1, status: 'review' });
  });

  test('does not withdraw what others have sent or lost, and is not asked to stake for it', async () => {
    const actor = await locked();
    await under.deps.turnover.require(database.db, actor.memberId, { source: 'transfer:t1', units: 600_000n, percent: 100 });
    await under.deps.turnover.require(database.db, actor.memberId, { source: 'contest:NOVA:r1', units: 400_000n, percent: 100 });
    under.excluded.add(actor.memberId);
    expect(await under.withdrawals.options(actor)).toMatchObject({ available: 9_000_000n, turnover: { left: 1_000_000n } });
    await expect(request(actor, '900.01')).rejects.toMatchObject({ code: 'turnover_left_excluded', params: { amount: '¥900.00' } });
    expect(await request(actor, '900')).toMatchObject({ waived_turnover: '18000000' });
  });

  test('needs the payment password and an own payout account as always', async () => {
    const actor = await locked();
    under.excluded.add(actor.memberId);
    await expect(under.withdrawals.request(actor, order(actor, { amount: '900', paymentPassword: '000000' }))).rejects.toMatchObject({
      code: 'payment_password_wrong',
    });
    await expect(under.withdrawals.request(actor, order(actor, { amount: '900', payoutAccountId: 'another' }))).rejects.toMatchObject({
      code: 'payout_account_not_found',
    });
  });

  test('does not owe the turnover of paid deposits after the exclusion, but that of later ones', async () => {
    const actor = await locked();
    under.excluded.add(actor.memberId);
    const row = await request(actor, '900');
    under.clock.advance(MINUTE_MS);
    await under.deps.turnover.require(database.db, actor.memberId, { source: 'deposit:d2', units: 50_000n, percent: 100 });
    await under.act('approve', row.id);
    under.excluded.delete(actor.memberId);
    expect((await under.deps.turnover.state(database.db, actor.memberId)).left).toBe(18_050_000n);
    await under.act('markPaid', row.id, { operator: 'operator-2' });
    expect(await under.deps.turnover.state(database.db, actor.memberId)).toMatchObject({ left: 50_000n, locked: 50_000n });
  });
});

describe('a request', () => {
  test('puts the money on hold, notifies the member, and stores a step', async () => {
    const actor = await under.member();
    const memberEvents: MemberEvent[] = [];
    under.hub.subscribe(actor.memberId, (event) => memberEvents.push(event));
    under.setRules({ feeFixed: '1.50', feeBasisPoints: 33 });
    const { row, events } = await under.withdrawals.request(actor, order(actor, { amount: '123.45' }));
    // 1.50 and 0.33% of 123.45 (0.407385), in whole hundredths.
    expect(row).toMatchObject({ status: 'review', amount: '1234500', fee: '19000', payout_masked: '•••• 4321', approvals_needed: 1 });
    expect(await under.money(actor)).toEqual({ wallet: 8_765_500n, hold: 1_234_500n });
    expect(events).toMatchObject([{ action: 'requested', actor: 'member', actor_name: actor.memberId, amount: '1234500' }]);
    expect(memberEvents).toMatchObject([
      { type: 'balance', sumBalance: '876.5500' },
      { type: 'withdrawal', withdrawalId: row.id, status: 'review' },
    ]);
    expect(posted(actor, 'withdrawal_requested')).toMatchObject({
      params: { amount: '¥123.45' },
      href: `/member/withdraw?withdrawalId=${row.id}`,
    });
    expect(under.mails).toEqual(['withdrawal_requested ¥123.45']);
  });

  test('is made once for one reference; the same reference with another body is refused', async () => {
    const actor = await under.member();
    const twins = await Promise.all(Array.from({ length: 4 }, () => under.withdrawals.request(actor, order(actor))));
    expect(new Set(twins.map(({ row }) => row.id)).size).toBe(1);
    expect(await under.money(actor)).toMatchObject({ hold: 1_000_000n });
    await expect(under.withdrawals.request(actor, order(actor, { amount: '101' }))).rejects.toMatchObject({ code: 'reference_conflict' });
    await expect(under.withdrawals.request(actor, order(actor, { payoutAccountId: 'x' }))).rejects.toMatchObject({
      code: 'reference_conflict',
    });
  });

  test.each([
    ['19.99', {}, 'amount_out_of_range', { min: '¥20.00', max: '¥20,000.00' }],
    ['20000.01', {}, 'amount_out_of_range', {}],
    ['0', {}, 'amount_invalid', {}],
    ['12.345', {}, 'amount_invalid', {}],
    ['-20', {}, 'amount_invalid', {}],
    ['1000.01', {}, 'insufficient_funds', {}],
    ['1000.01', { paymentPassword: '000000' }, 'insufficient_funds', {}],
    ['100', { paymentPassword: '000000' }, 'payment_password_wrong', {}],
    ['100', { payoutAccountId: 'somebody-elses-bank' }, 'payout_account_not_found', {}],
  ])('of %s with %j is refused: %s', async (amount, more, code, params) => {
    const actor = await under.member();
    await expect(under.withdrawals.request(actor, order(actor, { amount, ...more }))).rejects.toMatchObject({ code, params });
    expect(await under.money(actor)).toEqual({ wallet: 10_000_000n, hold: 0n });
    expect((await under.withdrawals.list(actor, 1)).withdrawals).toEqual([]);
  });

  test.each(['100.5', '25.000', '25,000'])('of %s in a currency without decimals is refused, and holds nothing', async (amount) => {
    const actor = { ...(await under.member()), currency: 'JPY' };
    await expect(under.withdrawals.request(actor, order(actor, { amount }))).rejects.toMatchObject({ code: 'amount_not_whole' });
    expect(await under.money(actor)).toEqual({ wallet: 10_000_000n, hold: 0n });
  });

  test('is refused if the merchant does not offer withdrawals, and for trial accounts', async () => {
    const [actor, trial] = [await under.member(), await under.member(500n, 4)];
    under.setRules({}, { offered: false });
    await expect(under.withdrawals.request(actor, order(actor))).rejects.toMatchObject({ code: 'withdrawals_off' });
    await expect(under.withdrawals.options(actor)).rejects.toMatchObject({ code: 'withdrawals_off' });
    const { withdrawals } = under;
    const refused = { code: 'in_need_true_account' };
    await expect(withdrawals.options(trial)).rejects.toMatchObject(refused);
    await expect(withdrawals.request(trial, order(trial))).rejects.toMatchObject(refused);
    await expect(withdrawals.get(trial, 'w')).rejects.toMatchObject(refused);
    await expect(withdrawals.list(trial, 1)).rejects.toMatchObject(refused);
    await expect(withdrawals.cancel(trial, 'w')).rejects.toMatchObject(refused);
    await expect(withdrawals.answer(trial, { withdrawalId: 'w', outcome: 'not_received', images: [] })).rejects.toMatchObject(refused);
  });

  test('accepts withdrawable money and refuses money with a turnover requirement', async () => {
    const actor = await under.member();
    await under.deps.turnover.require(database.db, actor.memberId, { source: 'd', units: 4_000_000n, percent: 100 });
    expect(await under.withdrawals.options(actor)).toMatchObject({ balance: 10_000_000n, available: 6_000_000n });
    await expect(under.request(actor, '600.01')).rejects.toMatchObject({
      code: 'turnover_left',
      params: { amount: '¥600.00', left: '¥400.00' },
    });
    // Checked before the password: the first refusal names the withdrawable amount.
    await expect(under.withdrawals.request(actor, order(actor, { amount: '600.01', paymentPassword: '000000' }))).rejects.toMatchObject({
      code: 'turnover_left',
    });
    await under.request(actor, '600');
    expect(await under.withdrawals.options(actor)).toMatchObject({ balance: 4_000_000n, available: 0n, today: { count: 1 } });
  });

  test('respects number and sum per day; cancelled ones do not count, and days follow the merchant’s zone', async () => {
    const actor = await under.member();
    under.setRules({ maxPerDay: '500', max: '400' }, { perDay: 2 });
    const first = await under.request(actor, '300');
    await expect(under.request(actor, '200.01')).rejects.toMatchObject({
      code: 'withdrawal_day_limit',
      params: { max: '¥500.00', left: '¥200.00' },
    });
    await under.request(actor, '100');
    await expect(under.request(actor, '20')).rejects.toMatchObject({ code: 'withdrawal_too_many', params: { max: 2 } });
    await under.act('reject', first.id);
    await under.request(actor, '20');
    under.clock.advance(DAY_MS);
    expect((await under.withdrawals.options(actor)).today).toEqual({ count: 0, amount: 0n });
    await under.request(actor, '400');
  });

  test('of another member is not found', async () => {
    const [actor, stranger] = [await under.member(), await under.member()];
    const { id } = await under.withdrawalIn(actor, '50', 'paid');
    const missing = { code: 'withdrawal_not_found' };
    await expect(under.withdrawals.get(stranger, id)).rejects.toMatchObject(missing);
    await expect(under.withdrawals.cancel(stranger, id)).rejects.toMatchObject(missing);
    await expect(under.withdrawals.answer(stranger, { withdrawalId: id, outcome: 'fully_received', images: [] })).rejects.toMatchObject(
      missing,
    );
    expect((await under.withdrawals.list(stranger, 1)).withdrawals).toEqual([]);
  });
});

describe('the house', () => {
  test('approves and pays: the hold goes to the house, less and with the fee', async () => {
    const actor = await under.member();
    under.setRules({ feeFixed: '2' });
    const paid = await under.withdrawalIn(actor, '200', 'paid');
    expect(paid).toMatchObject({ status: 'paid', fee: '20000' });
    expect(await under.money(actor)).toEqual({ wallet: 8_000_000n, hold: 0n });
    expect(await actions(actor, paid.id)).toEqual(['requested', 'approved', 'paid']);
    expect(templates(actor)).toEqual(['withdrawal_requested', 'withdrawal_approved', 'withdrawal_paid']);
    expect(posted(actor, 'withdrawal_paid')?.params).toMatchObject({
      amount: '¥198.00',
      deadline: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Bangkok\)$/),
    });
    expect(under.mails).toEqual(['withdrawal_requested ¥200.00', 'withdrawal_paid ¥198.00']);
    for (const name of ['approve', 'reject', 'markPaid'] as const)
      await expect(under.act(name, paid.id)).rejects.toMatchObject({ code: 'withdrawal_closed' });
  });

  test('rejects with a reason, before or after the approval: the money is back', async () => {
    const actor = await under.member();
    for (const status of ['review', 'approved'] as const) {
      const { id } = await under.withdrawalIn(actor, '200', status);
      expect(await under.act('reject', id, { reason: 'The name differs.' })).toMatchObject({
        status: 'rejected',
        reason: 'The name differs.',
      });
      expect(await under.money(actor)).toEqual({ wallet: 10_000_000n, hold: 0n });
      await expect(under.act('markPaid', id)).rejects.toMatchObject({ code: 'withdrawal_closed' });
    }
    expect(posted(actor, 'withdrawal_rejected')?.params).toEqual({ amount: '¥200.00', reason: 'The name differs.' });
  });

  test('needs two people for a large amount; one person counts once', async () => {
    const actor = await under.member();
    under.setRules({ secondApprovalFrom: '500' });
    const { id } = await under.request(actor, '500');
    expect(await under.act('approve', id)).toMatchObject({ status: 'review', approvals_needed: 2 });
    expect(await under.act('approve', id)).toMatchObject({ status: 'review' });
    expect(await under.act('approve', id, { operator: 'operator-2' })).toMatchObject({ status: 'approved' });
    expect((await under.desk.details(database.db, id)).approvals.map(({ operator }) => operator)).toEqual(['operator-1', 'operator-2']);
    expect(await actions(actor, id)).toEqual(['requested', 'approval', 'approved']);
    await expect(under.act('approve', id, { operator: ' ' })).rejects.toThrow('needs the name');
  });

  test('may approve small amounts automatically', async () => {
    const actor = await under.member();
    under.setRules({ autoApproveUpTo: '50', secondApprovalFrom: '50' });
    expect(await under.request(actor, '49.99')).toMatchObject({ status: 'approved', approvals_needed: 0 });
    expect(await under.request(actor, '50')).toMatchObject({ status: 'review', approvals_needed: 2 });
  });

  test('sees queue and details', async () => {
    const actor = await under.member();
    const [first, second] = [await under.request(actor, '20'), await under.request(actor, '30')];
    const queue = await under.desk.list(database.db, { statuses: ['review'], memberId: actor.memberId });
    expect([queue.total, queue.rows.map(({ id }) => id)]).toEqual([2, [first.id, second.id]]);
    expect((await under.desk.list(database.db, { memberId: actor.memberId })).rows[0]?.id).toBe(second.id);
    expect(await under.desk.details(database.db, first.id)).toMatchObject({
      accountNumber: '0123454321',
      turnover: { locked: 0n },
      member: { balance: 9_500_000n, deposited: 0n, withdrawn: 0n, staked: 0n },
    });
    await expect(under.desk.details(database.db, 'w_none')).rejects.toMatchObject({ code: 'withdrawal_not_found' });
    await expect(under.act('approve', 'w_none')).rejects.toMatchObject({ code: 'withdrawal_not_found' });
  });
});

test('a member can cancel a request only if the merchant allows it, before a review', async () => {
  const actor = await under.member();
  const [{ id }, approved] = [await under.request(actor, '20'), await under.withdrawalIn(actor, '30', 'approved')];
  await expect(under.withdrawals.cancel(actor, id)).rejects.toMatchObject({ code: 'withdrawal_closed' });
  under.setRules({ memberMayCancel: true });
  await expect(under.withdrawals.cancel(actor, approved.id)).rejects.toMatchObject({ code: 'withdrawal_closed' });
  for (let twice = 0; twice < 2; twice += 1) expect((await under.withdrawals.cancel(actor, id)).row.status).toBe('cancelled');
  expect(await under.money(actor)).toEqual({ wallet: 9_700_000n, hold: 300_000n });
});
