import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MemberEvent } from '../../../../shared/api/live/schemas.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { createTransfers } from './index.ts';
import { openTestTransfers, RIGHT, type TestTransfers } from './test-members.ts';

const WHOLE = 10_000n;
let database: TestDatabase;
let at: TestTransfers;
let agent: Actor;
let member: Actor;
let count = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  at = await openTestTransfers(database.db);
});
beforeEach(async () => {
  await at.configure(demoSettings);
  agent = await at.member({ type: 1, units: 1_000n * WHOLE });
  member = await at.member({ agentId: agent.memberId, units: 1_000n * WHOLE });
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const order = (amount: string, more: object = {}) => {
  count += 1;
  return { amount, paymentPassword: RIGHT, reference: `transfer-of-a-test-${count}`, ...more };
};
const up = (amount: string, more: object = {}) => at.transfers.toUpline(member, order(amount, more));
const down = (amount: string, account = member.account, more: object = {}) =>
  at.transfers.toDownline(agent, { account, ...order(amount, more) });
const balance = async ({ memberId }: Actor) => (await at.wallet.balance(database.db, memberId))?.units;
const rest = (code: 'time_out' | 'self_excluded' | 'self_excluded_open' | 'reality_check_due') => ({
  code,
  rule: 'time-out',
  // Without an end there is no time.
  until: code === 'self_excluded_open' ? null : new Date('2026-12-01T00:00:00Z'),
});

describe('a transfer to the upline', () => {
  test('moves the money once, updates both browsers and posts to both inboxes', async () => {
    const events: Record<string, MemberEvent[]> = { [member.memberId]: [], [agent.memberId]: [] };
    for (const id of [member.memberId, agent.memberId]) at.hub.subscribe(id, (event) => events[id]?.push(event));
    const one = order('250.50');
    const answers = await Promise.all([1, 2, 3].map(() => at.transfers.toUpline(member, one)));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(answers[0]).toMatchObject({ sent: true, counterpart: agent.account, units: 2_505_000n, reference: one.reference });
    expect([await balance(member), await balance(agent)]).toEqual([7_495_000n, 12_505_000n]);
    expect(events[member.memberId]).toMatchObject([{ type: 'balance', sumBalance: '749.5000', version: 2 }]);
    expect(events[agent.memberId]).toMatchObject([{ type: 'balance', sumBalance: '1250.5000', version: 2 }]);
    const written = at.inbox.posted.filter(({ memberId }) => memberId in events);
    expect(written).toMatchObject([
      { memberId: member.memberId, template: 'transfer_out', params: { amount: '$250.50', name: agent.account } },
      { memberId: agent.memberId, template: 'transfer_in', params: { amount: '$250.50', name: member.account } },
    ]);
    await expect(at.transfers.toUpline(member, { ...one, amount: '250.51' })).rejects.toMatchObject({ code: 'reference_conflict' });
    const seen = await at.transfers.state(agent);
    expect(seen.transfers).toMatchObject([{ sent: false, counterpart: member.account, units: 2_505_000n, reference: '' }]);
  });

  test('needs the payment password, an upline, and money', async () => {
    await expect(up('50', { paymentPassword: '000000' })).rejects.toMatchObject({ code: 'payment_password_wrong' });
    await expect(up('1000.01')).rejects.toMatchObject({ code: 'insufficient_funds' });
    await expect(at.transfers.toUpline(agent, order('50'))).rejects.toMatchObject({ code: 'transfer_no_upline' });
    expect([await balance(member), await balance(agent)]).toEqual([1_000n * WHOLE, 1_000n * WHOLE]);
  });

  test.each(['0', '-5', '1.234', 'x', '', '1e3', '99999999999999'])('of %j is no amount', async (amount) => {
    await expect(up(amount)).rejects.toMatchObject({ code: 'amount_invalid' });
  });

  test.each(['100.5', '25.000', '25,000'])('of %s in a currency without decimals is refused', async (amount) => {
    await expect(at.transfers.toUpline({ ...member, currency: 'JPY' }, order(amount))).rejects.toMatchObject({ code: 'amount_not_whole' });
    await expect(
      at.transfers.toDownline({ ...agent, currency: 'VND' }, { ...order(amount), account: member.account }),
    ).rejects.toMatchObject({
      code: 'amount_not_whole',
    });
    const move = { vassalage: 'HOUSE', direction: 'in', amount, reference: 'whole-reference-0001' } as const;
    await expect(at.subWallets.move({ ...member, currency: 'KRW' }, move)).rejects.toMatchObject({ code: 'amount_not_whole' });
    expect([await balance(member), await balance(agent)]).toEqual([1_000n * WHOLE, 1_000n * WHOLE]);
  });

  test('respects the limits per transfer and per day in the merchant’s time zone', async () => {
    for (const amount of ['9.99', '5000.01'])
      await expect(up(amount)).rejects.toMatchObject({ code: 'amount_out_of_range', params: { min: '10.00', max: '5,000.00' } });
    await at.configure((settings) => ({ ...settings, transfers: { ...settings.transfers, dayAmount: 100, dayCount: 3 } }));
    // 16:30 UTC is 23:30 in Bangkok, where this merchant's days end.
    const now = at.clock.now();
    at.clock.advance(DAY_MS - (now.getTime() % DAY_MS) + 16.5 * HOUR_MS);
    await up('60');
    await expect(up('40.01')).rejects.toMatchObject({ code: 'transfer_day_limit', params: { max: '100.00', left: '40.00' } });
    await up('20');
    expect(await at.transfers.state(member)).toMatchObject({ leftToday: 20n * WHOLE, transfersLeftToday: 1 });
    await up('10');
    await expect(up('10')).rejects.toMatchObject({ code: 'transfer_day_limit', params: { left: '0.00' } });
    at.clock.advance(HOUR_MS);
    expect(await at.transfers.state(member)).toMatchObject({ leftToday: 100n * WHOLE, transfersLeftToday: 3 });
    await up('10');
  });

  test('accepts only withdrawable money', async () => {
    await at.deps.turnover.require(database.db, member.memberId, { source: `bonus-${count}`, units: 900n * WHOLE, percent: 100 });
    await expect(up('100.01')).rejects.toMatchObject({ code: 'turnover_left', params: { amount: '100.00', left: '900.00' } });
    await up('100');
  });

  test.each([
    ['time_out', '2026-12-01T00:00:00.000Z', '2026-12-01 00:00 (UTC)'],
    ['self_excluded', '2026-12-01T00:00:00.000Z', '2026-12-01 00:00 (UTC)'],
    ['self_excluded_open', '', ''],
  ] as const)('is refused during a break or exclusion (%s)', async (code, until, when) => {
    at.noPlay.set(member.memberId, rest(code));
    await expect(up('50')).rejects.toMatchObject({ code, params: { next: '/member/withdraw', until, when } });
    at.noPlay.set(member.memberId, rest('reality_check_due'));
    await up('50');
  });

  test('rests in both directions after the payment password was set without the old one', async () => {
    const reset_at = at.clock.now();
    await at.configure((settings) => ({ ...settings, payoutAccounts: { ...settings.payoutAccounts, coolingHours: 24 } }));
    for (const { memberId } of [member, agent])
      await database.db.updateTable('member').set({ payment_reset_at: reset_at }).where('id', '=', memberId).execute();
    const until = new Date(reset_at.getTime() + DAY_MS).toISOString();
    const refusal = { code: 'payment_password_cooling', params: { rule: 'payment-password-reset', until, next: '/member/securityCenter' } };
    for (const send of [up, down]) await expect(send('10')).rejects.toMatchObject(refusal);
    expect([await balance(member), await balance(agent)]).toEqual([1_000n * WHOLE, 1_000n * WHOLE]);
    at.clock.advance(DAY_MS);
    for (const send of [up, down]) await expect(send('10')).resolves.toMatchObject({ sent: true });
  });

  test('that is refused for another reason uses no try of the payment password', async () => {
    const wrong = { paymentPassword: '000000' };
    const refusedAs = (amount: string) =>
      up(amount, wrong).catch(({ code }: { code: string }) => [code, at.tries.filter((id) => id === member.memberId).length]);
    expect(await refusedAs('1000.01')).toEqual(['insufficient_funds', 0]);
    await at.deps.turnover.require(database.db, member.memberId, { source: `bonus-${count}`, units: 900n * WHOLE, percent: 100 });
    expect(await refusedAs('100.01')).toEqual(['turnover_left', 0]);
    await at.configure((settings) => ({ ...settings, transfers: { ...settings.transfers, dayAmount: 20 } }));
    expect(await refusedAs('20.01')).toEqual(['transfer_day_limit', 0]);
    const reset_at = at.clock.now();
    await database.db.updateTable('member').set({ payment_reset_at: reset_at }).where('id', '=', member.memberId).execute();
    await at.configure((settings) => ({ ...settings, payoutAccounts: { ...settings.payoutAccounts, coolingHours: 24 } }));
    expect(await refusedAs('10')).toEqual(['payment_password_cooling', 0]);
    at.noPlay.set(member.memberId, rest('time_out'));
    expect(await refusedAs('10')).toEqual(['time_out', 0]);
    at.noPlay.delete(member.memberId);
    at.clock.advance(DAY_MS);
    // The state of the receiver is private: it is read after the password only.
    at.noDeposit.set(agent.memberId, rest('self_excluded'));
    expect(await refusedAs('10')).toEqual(['payment_password_wrong', 1]);
  });

  test('that ran while the same order was checked is answered and not refused for the missing money', async () => {
    const one = order('600');
    let first: unknown;
    const { protection } = at.deps;
    const transfers = createTransfers({
      ...at.deps,
      protection: {
        ...protection,
        async refusePlay(executor, memberId) {
          first ??= await at.transfers.toUpline(member, one);
          return protection.refusePlay(executor, memberId);
        },
      },
    });
    expect(await transfers.toUpline(member, one)).toEqual(first);
    expect(await balance(member)).toBe(400n * WHOLE);
  });

  test('never reveals why the receiver cannot receive', async () => {
    const closed = { code: 'transfer_receiver_closed', params: {} };
    at.noDeposit.set(agent.memberId, rest('self_excluded'));
    await expect(up('50')).rejects.toMatchObject(closed);
    at.noDeposit.delete(agent.memberId);
    await database.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', agent.memberId).execute();
    await expect(up('50')).rejects.toMatchObject(closed);
  });

  test('is off where the merchant switches it off, and never for trial accounts', async () => {
    const trial = await at.member({ type: 4, agentId: agent.memberId });
    await expect(at.transfers.toUpline(trial, order('50'))).rejects.toMatchObject({ code: 'in_need_true_account' });
    await at.configure((settings) => ({ ...settings, features: { ...settings.features, transferUpline: false } }));
    await expect(up('50')).rejects.toMatchObject({ code: 'transfer_off' });
    await expect(down('50')).rejects.toMatchObject({ code: 'transfer_off' });
    await expect(at.transfers.state(member)).rejects.toMatchObject({ code: 'transfer_off' });
  });
});

describe('a transfer to a downline', () => {
  test('reaches members directly below, by account name, and must be staked', async () => {
    await down('200', ` ${member.account.toUpperCase()} `);
    expect([await balance(member), await balance(agent)]).toEqual([1_200n * WHOLE, 800n * WHOLE]);
    expect(await at.deps.turnover.state(database.db, member.memberId)).toMatchObject({ locked: 200n * WHOLE, left: 200n * WHOLE });
    await expect(up('1000.01')).rejects.toMatchObject({ code: 'turnover_left' });
  });

  test('is possible to direct downlines only: not to oneself, a stranger, or a downline’s downline', async () => {
    const below = await at.member({ agentId: member.memberId });
    const stranger = await at.member();
    for (const account of [agent.account, stranger.account, below.account, 'nobody', ''])
      await expect(down('50', account)).rejects.toMatchObject({ code: 'transfer_not_downline' });
    expect(await balance(agent)).toBe(1_000n * WHOLE);
  });

  test('counts as a deposit of the receiver', async () => {
    at.noDeposit.set(member.memberId, { code: 'limit_reached', rule: 'deposit-day', value: '100.00', until: null });
    await expect(down('50')).rejects.toMatchObject({ code: 'transfer_receiver_closed', params: {} });
    expect(await balance(agent)).toBe(1_000n * WHOLE);
  });

  test('compares the receiver with excluded members first', async () => {
    at.resembling.add(member.memberId);
    await expect(down('50')).rejects.toMatchObject({ code: 'transfer_receiver_closed', params: {} });
    expect(await balance(agent)).toBe(1_000n * WHOLE);
  });
});

test('transfers in both directions at once neither wait for each other for ever nor lose anything', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? up('10') : down('10'))));
  expect(((await balance(member)) ?? 0n) + ((await balance(agent)) ?? 0n)).toBe(2_000n * WHOLE);
});
