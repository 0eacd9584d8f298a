import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MemberEvent } from '../../../../shared/api/live/schemas.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { DEFAULT_DEPOSIT_RULES } from '../../merchant/deposit-rules.ts';
import type { ProtectionRefusal } from '../../protection/responsible-gaming/index.ts';
import { heldByScreening, unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import { DEMO_BANK, DEMO_E_WALLET, DEMO_GATEWAYS, DEMO_QR, DEMO_VOUCHER } from './index.ts';
import { createTestDeposits, type TestDeposits } from './test-deposits.ts';

let database: TestDatabase;
let at: TestDeposits;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  at = createTestDeposits(database.db);
  await at.seed();
  await at.seed();
});
beforeEach(() => {
  at.knobs.rules = DEFAULT_DEPOSIT_RULES;
  at.knobs.protection = unprotected;
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const order = (amount: string, channel: string = DEMO_QR) => {
  count += 1;
  return { channel, amount, reference: `reference-of-a-client-${count}` };
};
const open = async (actor: Actor, amount = '50', channel: string = DEMO_QR) => {
  const { deposit } = await at.memberDeposits.create(actor, order(amount, channel));
  return deposit;
};
const statusOf = async (actor: Actor, id: string) => (await at.memberDeposits.get(actor, id)).deposit.status;
const limitReached: ProtectionRefusal = {
  code: 'limit_reached',
  rule: 'deposit-day',
  value: '40.00',
  until: new Date('2027-01-01T00:00:00Z'),
};

describe('a deposit', () => {
  test('moves no money until the provider reports the payment, then credits once and notifies the member', async () => {
    const actor = await at.member();
    const events: MemberEvent[] = [];
    at.hub.subscribe(actor.memberId, (event) => events.push(event));
    const deposit = await open(actor, '125.50');
    expect(deposit).toMatchObject({ status: 'pending', amount: '1255000', fee: '0', transfer_id: null });
    expect(deposit.payment_reference).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
    for (let times = 0; times < 2; times += 1)
      expect((await at.memberDeposits.confirm(actor, deposit.id)).deposit).toMatchObject({ status: 'checking', transfer_id: null });
    expect(await at.balance(actor)).toBe(0n);
    const paid = at.event(deposit.id, 'paid', 1_255_000n);
    expect(await Promise.all(Array.from({ length: 5 }, () => at.sendEvent(paid)))).toEqual(Array(5).fill('credited'));
    expect(await at.sendEvent(at.event(deposit.id, 'paid', 1_255_000n))).toBe('credited');
    expect(await at.balance(actor)).toBe(1_255_000n);
    expect(events).toMatchObject([
      { type: 'deposit', status: 'checking' },
      { type: 'balance', sumBalance: '125.5000', version: 1 },
      { type: 'deposit', depositId: deposit.id, status: 'credited' },
    ]);
    expect(at.inbox.posted.filter(({ memberId }) => memberId === actor.memberId)).toMatchObject([
      { template: 'deposit_credited', params: { amount: '¥125.50' }, href: `/member/depositv2?depositId=${deposit.id}` },
      // The member is notified of the second payment, which is in no balance.
      { template: 'payment_suspended', params: { amount: '¥125.50' } },
    ]);
    expect(at.turnover.requirements.get(`deposit:${deposit.id}`)).toEqual({ units: 1_255_000n, percent: 100 });
    const { steps } = await at.memberDeposits.get(actor, deposit.id);
    expect(steps.map(({ status, by_whom }) => `${status} ${by_whom}`)).toEqual(['pending member', 'checking member', 'credited provider']);
    await expect(at.memberDeposits.cancel(actor, deposit.id)).rejects.toMatchObject({ code: 'deposit_closed' });
    expect((await at.memberDeposits.confirm(actor, deposit.id)).deposit.status).toBe('credited');
  });

  test('is opened once for one reference; the same reference with another body is refused', async () => {
    const actor = await at.member();
    const same = order('50');
    const twins = await Promise.all(Array.from({ length: 4 }, () => at.memberDeposits.create(actor, same)));
    expect(new Set(twins.map(({ deposit }) => deposit.id)).size).toBe(1);
    await expect(at.memberDeposits.create(actor, { ...same, amount: '51' })).rejects.toMatchObject({ code: 'reference_conflict' });
    await expect(at.memberDeposits.create(actor, { ...same, channel: DEMO_BANK })).rejects.toMatchObject({ code: 'reference_conflict' });
    const stranger = await at.member();
    expect((await at.memberDeposits.create(stranger, { ...same, amount: '51' })).deposit.id).not.toBe(twins[0]?.deposit.id);
    expect(await at.memberDeposits.list(actor)).toHaveLength(1);
  });

  test('bears its fee: one transfer of three legs', async () => {
    const actor = await at.member();
    const deposit = await open(actor, '33.33', DEMO_E_WALLET);
    // 1.5 % of 33.33 is 0.49995, rounded down.
    expect(deposit).toMatchObject({ amount: '333300', fee: '4900' });
    expect(await at.sendEvent(at.event(deposit.id, 'paid', 333_300n), DEMO_GATEWAYS.eWallet)).toBe('credited');
    expect(await at.balance(actor)).toBe(328_400n);
    const legs = await database.db
      .selectFrom('ledger_posting')
      .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
      .innerJoin('ledger_transfer', 'ledger_transfer.id', 'ledger_posting.transfer_id')
      .select(['ledger_account.kind', 'ledger_posting.amount'])
      .where('ledger_transfer.reference', '=', `deposit:${deposit.id}`)
      .orderBy('ledger_posting.amount')
      .execute();
    expect(legs.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      `cashier:${DEMO_E_WALLET} -333300`,
      'deposit-fees 4900',
      'wallet 328400',
    ]);
  });

  test('is refused outside the limits and on an unknown channel', async () => {
    const actor = await at.member();
    for (const amount of ['9.99', '5000.01'])
      await expect(at.memberDeposits.create(actor, order(amount))).rejects.toMatchObject({
        code: 'amount_out_of_range',
        params: { min: '10.00', max: '5,000.00' },
      });
    await expect(at.memberDeposits.create(actor, order('50', 'NONE'))).rejects.toMatchObject({ code: 'channel_unavailable' });
    await expect(at.memberDeposits.create({ ...actor, currency: 'THB' }, order('50'))).rejects.toMatchObject({
      code: 'channel_unavailable',
    });
  });

  test.each([null, 50, '-50', '0', '0.00', '50.001', 'NaN', '1e3', ' 50', '50,0', ['50'], '9'.repeat(20), undefined])(
    'of %j is no amount',
    async (amount) => {
      const actor = await at.member();
      await expect(at.memberDeposits.create(actor, order(amount as string))).rejects.toMatchObject({ code: 'amount_invalid' });
    },
  );

  test('that is not paid in time expires; a cancelled one is closed; late money is still credited', async () => {
    const actor = await at.member();
    const [late, dropped] = [await open(actor), await open(actor)];
    for (let times = 0; times < 2; times += 1) expect((await at.memberDeposits.cancel(actor, dropped.id)).deposit.status).toBe('cancelled');
    await expect(at.memberDeposits.confirm(actor, dropped.id)).rejects.toMatchObject({ code: 'deposit_closed' });
    at.clock.advance(30 * MINUTE_MS + 1);
    expect(await statusOf(actor, late.id)).toBe('expired');
    await expect(at.memberDeposits.confirm(actor, late.id)).rejects.toMatchObject({ code: 'deposit_expired' });
    expect(await at.settlement.expire()).toBeGreaterThan(0);
    expect(await at.settlement.expire()).toBe(0);
    expect(await statusOf(actor, late.id)).toBe('expired');
    expect(await at.balance(actor)).toBe(0n);
    for (const { id } of [late, dropped]) expect(await at.sendEvent(at.event(id, 'paid', 500_000n))).toBe('credited');
    expect(await at.balance(actor)).toBe(1_000_000n);
  });

  test('that was only reported as paid expires after some hours, but not on channels with manual review', async () => {
    const actor = await at.member();
    const [qr, bank] = [await open(actor), await open(actor, '50', DEMO_BANK)];
    for (const { id } of [qr, bank]) await at.memberDeposits.confirm(actor, id);
    at.clock.advance(25 * 60 * MINUTE_MS);
    await at.settlement.expire();
    expect([await statusOf(actor, qr.id), await statusOf(actor, bank.id)]).toEqual(['expired', 'checking']);
  });

  test('of another member is not found', async () => {
    const [actor, stranger] = [await at.member(), await at.member()];
    const deposit = await open(actor);
    for (const touch of [at.memberDeposits.get, at.memberDeposits.confirm, at.memberDeposits.cancel])
      await expect(touch(stranger, deposit.id)).rejects.toMatchObject({ code: 'deposit_not_found' });
  });

  test('accepts at most three receipts, and only on channels that request them', async () => {
    const actor = await at.member();
    const [bank, qr] = [await open(actor, '50', DEMO_BANK), await open(actor)];
    expect((await at.memberDeposits.confirm(actor, qr.id, ['u1'])).deposit.proofs).toEqual([]);
    expect((await at.memberDeposits.confirm(actor, bank.id, ['u1', 'u2', 'u1'])).deposit.proofs).toEqual(['u1', 'u2']);
    expect((await at.memberDeposits.confirm(actor, bank.id, ['u3'])).deposit.proofs).toEqual(['u1', 'u2', 'u3']);
    await expect(at.memberDeposits.confirm(actor, bank.id, ['u4'])).rejects.toMatchObject({ code: 'upload_too_many' });
    await database.db.updateTable('deposit_channel').set({ proof: 'required' }).where('code', '=', DEMO_BANK).execute();
    const next = await open(actor, '50', DEMO_BANK);
    await expect(at.memberDeposits.confirm(actor, next.id)).rejects.toMatchObject({ code: 'deposit_needs_proof' });
  });
});

describe('limits', () => {
  test('concurrent openings stay within the limit of open deposits', async () => {
    const actor = await at.member();
    at.knobs.rules = { ...DEFAULT_DEPOSIT_RULES, maxOpen: 3 };
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => at.memberDeposits.create(actor, order('50'))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const [first] = await at.memberDeposits.list(actor);
    await at.memberDeposits.cancel(actor, first?.deposit.id ?? '');
    await open(actor);
    await expect(open(actor)).rejects.toMatchObject({ code: 'deposit_too_many_open', params: { max: 3 } });
  });

  test('of a day, by channel and over all, count what is open and what was credited', async () => {
    const actor = await at.member();
    for (let times = 0; times < 4; times += 1) {
      const { id } = await open(actor, '4800');
      await at.sendEvent(at.event(id, 'paid', 48_000_000n));
    }
    expect((await at.memberDeposits.channels(actor)).channels.find(({ code }) => code === DEMO_QR)?.max_amount).toBe('8000000');
    await expect(open(actor, '801')).rejects.toMatchObject({ code: 'deposit_day_limit', params: { max: '20,000.00', left: '800.00' } });
    at.knobs.rules = { ...DEFAULT_DEPOSIT_RULES, dayLimit: 19_500 };
    await expect(open(actor, '301', DEMO_BANK)).rejects.toMatchObject({ code: 'deposit_day_limit', params: { left: '300.00' } });
    at.clock.advance(24 * 60 * MINUTE_MS);
    await open(actor, '301', DEMO_BANK);
  });

  test('five failed tries in ten minutes stop the next, for the rest of the ten', async () => {
    const actor = await at.member();
    for (let times = 0; times < 5; times += 1) {
      const { id } = await open(actor);
      expect(await at.sendEvent(at.event(id, 'failed', 500_000n))).toBe('failed');
      at.clock.advance(MINUTE_MS);
    }
    await expect(open(actor)).rejects.toMatchObject({ code: 'deposit_blocked', params: { minutes: 5 } });
    at.clock.advance(5 * MINUTE_MS);
    await open(actor);
  });

  test('the last used channel is listed first, and the first deposit is marked', async () => {
    const actor = await at.member();
    expect(await at.memberDeposits.channels(actor)).toMatchObject({ firstDeposit: true, channels: { length: 4 } });
    const { id } = await open(actor, '50', DEMO_BANK);
    const { channels } = await at.memberDeposits.channels(actor);
    expect(channels[0]?.code).toBe(DEMO_BANK);
    await at.sendEvent(at.event(id, 'paid', 500_000n), DEMO_GATEWAYS.bank);
    expect((await at.memberDeposits.channels(actor)).firstDeposit).toBe(false);
  });
});

describe('protection', () => {
  test('is checked when a deposit is opened', async () => {
    const actor = await at.member();
    at.knobs.protection = { ...unprotected, refuseDeposit: async (_tx, _id, units) => (units > 400_000n ? limitReached : undefined) };
    await expect(open(actor)).rejects.toMatchObject({
      code: 'limit_reached',
      params: {
        rule: 'deposit-day',
        value: '40.00',
        until: '2027-01-01T00:00:00.000Z',
        when: '2027-01-01 00:00 (UTC)',
        next: '/member/protection',
      },
    });
    await open(actor, '40');
  });

  test('is checked again when the money arrives: the deposit is returned instead of credited', async () => {
    const actor = await at.member();
    const deposit = await open(actor);
    at.knobs.protection = { ...unprotected, refuseDeposit: async () => ({ code: 'self_excluded', rule: 'exclusion', until: null }) };
    expect(await at.sendEvent(at.event(deposit.id, 'paid', 500_000n))).toBe('returned');
    expect(await at.sendEvent(at.event(deposit.id, 'paid', 500_000n))).toBe('returned');
    at.knobs.protection = unprotected;
    expect(await at.sendEvent(at.event(deposit.id, 'paid', 500_000n))).toBe('returned');
    expect(await at.balance(actor)).toBe(0n);
    expect((await at.memberDeposits.get(actor, deposit.id)).deposit.reason).toBe('self_excluded');
    const notices = at.inbox.posted.filter(({ memberId }) => memberId === actor.memberId);
    expect(notices.map(({ template }) => template)).toEqual(['deposit_returned', 'payment_suspended', 'payment_suspended']);
    expect(notices[0]?.params).toMatchObject({ reasonKey: 'deposit.reason_self_excluded' });
    expect((await at.desk.list({ status: 'returned' })).map(({ id }) => id)).toContain(deposit.id);
  });

  test('compares the member with excluded members before a deposit is opened, and again before it is credited', async () => {
    const [actor, other] = [await at.member(), await at.member()];
    const deposit = await open(actor);
    at.knobs.protection = heldByScreening();
    await expect(open(other)).rejects.toMatchObject({ code: 'account_held' });
    expect(await at.sendEvent(at.event(deposit.id, 'paid', 500_000n))).toBe('returned');
    at.knobs.protection = unprotected;
    expect(await at.balance(actor)).toBe(0n);
  });
});

describe('a reversal', () => {
  test('debits the credited amount with the fee, below zero if necessary, and removes the turnover requirement', async () => {
    const actor = await at.member();
    const deposit = await open(actor, '100', DEMO_E_WALLET);
    await at.sendEvent(at.event(deposit.id, 'paid', 1_000_000n), DEMO_GATEWAYS.eWallet);
    await at.wallet.transfer(database.db, {
      reference: `spent:${deposit.id}`,
      kind: 'adjustment',
      currency: 'CNY',
      realm: 'real',
      memberId: actor.memberId,
      legs: [
        { owner: actor.memberId, kind: 'wallet', units: -900_000n },
        { owner: 'house', kind: 'games', units: 900_000n },
      ],
    });
    const back = at.event(deposit.id, 'reversed', 1_000_000n);
    for (let times = 0; times < 3; times += 1) expect(await at.sendEvent(back, DEMO_GATEWAYS.eWallet)).toBe('reversed');
    expect(await at.sendEvent(at.event(deposit.id, 'reversed', 1_000_000n), DEMO_GATEWAYS.eWallet)).toBe('reversed');
    expect(await at.balance(actor)).toBe(-900_000n);
    expect(at.turnover.requirements.get(`deposit:${deposit.id}`)).toBe('cancelled');
    expect(at.inbox.posted.at(-1)?.template).toBe('deposit_reversed');
    const { overdrawn_by } = await database.db
      .selectFrom('ledger_account')
      .select('overdrawn_by')
      .where('owner', '=', actor.memberId)
      .executeTakeFirstOrThrow();
    expect(overdrawn_by).not.toBeNull();
  });

  test('that arrives before its payment prevents the credit', async () => {
    const actor = await at.member();
    const { id } = await open(actor);
    expect(await at.sendEvent(at.event(id, 'reversed', 500_000n))).toBe('reversed');
    expect(await at.sendEvent(at.event(id, 'paid', 500_000n))).toBe('reversed');
    expect(await at.balance(actor)).toBe(0n);
  });
});

describe('a voucher', () => {
  const redeem = (actor: Actor, voucher: string, reference = order('').reference) =>
    at.memberDeposits.create(actor, { channel: DEMO_VOUCHER, voucher, reference });

  test('is credited at once and only once, in any spelling', async () => {
    const [actor, other] = [await at.member(), await at.member()];
    await at.addVoucher('GOOD-CODE-0001', 123_400n);
    const { reference } = order('');
    const twins = await Promise.all([1, 2, 3].map(() => redeem(actor, 'good code 0001', reference)));
    expect(new Set(twins.map(({ deposit }) => `${deposit.id} ${deposit.status}`)).size).toBe(1);
    expect(twins[0]?.deposit).toMatchObject({ status: 'credited', amount: '123400' });
    expect(await at.balance(actor)).toBe(123_400n);
    await expect(redeem(other, 'GOOD-CODE-0001')).rejects.toMatchObject({ code: 'voucher_invalid' });
    expect(await at.balance(other)).toBe(0n);
  });

  test('that is wrong or too old is refused, and counts as a failed try', async () => {
    const actor = await at.member();
    await at.addVoucher('OLD-CODE-0001', 10_000n, new Date(at.clock.now().getTime() - 1));
    for (const code of ['OLD-CODE-0001', 'NO-SUCH-CODE', '', '---', 'NO-SUCH-CODE-2'])
      await expect(redeem(actor, code)).rejects.toMatchObject({ code: 'voucher_invalid' });
    await at.addVoucher('GOOD-CODE-0002', 10_000n);
    await expect(redeem(actor, 'GOOD-CODE-0002')).rejects.toMatchObject({ code: 'deposit_blocked' });
  });

  test('can’t be guessed faster by simultaneous guesses', async () => {
    const actor = await at.member();
    const guesses = Array.from({ length: 12 }, (_, n) => redeem(actor, `WRONG-CODE-${n}`).catch(({ code }) => code));
    const answers = await Promise.all(guesses);
    expect(answers.filter((code) => code === 'voucher_invalid')).toHaveLength(DEFAULT_DEPOSIT_RULES.failedTries);
    expect(answers.filter((code) => code === 'deposit_blocked')).toHaveLength(12 - DEFAULT_DEPOSIT_RULES.failedTries);
  });

  test('stays valid if protection refuses the deposit', async () => {
    const actor = await at.member();
    await at.addVoucher('GOOD-CODE-0003', 500_000n);
    at.knobs.protection = { ...unprotected, refuseDeposit: async () => limitReached };
    await expect(redeem(actor, 'GOOD-CODE-0003')).rejects.toMatchObject({ code: 'limit_reached' });
    at.knobs.protection = unprotected;
    expect((await redeem(actor, 'GOOD-CODE-0003')).deposit.status).toBe('credited');
  });

  test('is nowhere to be read', async () => {
    await at.addVoucher('SECRET-CODE-9', 10_000n);
    expect(JSON.stringify(await database.db.selectFrom('voucher').selectAll().execute())).not.toMatch(/secret/i);
  });
});

describe('an event of a provider', () => {
  test('is accepted for the provider’s own deposits, in their currency, once per event id', async () => {
    const actor = await at.member();
    const { id } = await open(actor);
    expect(await at.sendEvent(at.event(id, 'paid', 500_000n), DEMO_GATEWAYS.bank)).toBe('unknown');
    expect(await at.sendEvent(at.event('d_none', 'paid', 500_000n))).toBe('unknown');
    expect(await at.sendEvent(at.event(id, 'paid', 500_000n, { currency: 'USD' }))).toBe('mismatch');
    const event = at.event(id, 'failed', 500_000n);
    expect(await at.sendEvent(event)).toBe('failed');
    expect(await at.sendEvent({ ...event, event: 'paid' })).toBe('mismatch');
    expect(await statusOf(actor, id)).toBe('failed');
  });

  test('with another amount waits for an operator, who credits the received amount', async () => {
    await setOtherAmounts('review');
    const actor = await at.member();
    const { id } = await open(actor, '100', DEMO_E_WALLET);
    expect(await at.sendEvent(at.event(id, 'paid', 800_000n), DEMO_GATEWAYS.eWallet)).toBe('checking');
    await setOtherAmounts('credit');
    expect(await at.balance(actor)).toBe(0n);
    expect((await at.desk.list({ status: 'checking' })).find((one) => one.id === id)).toMatchObject({
      paidAmount: 800_000n,
      reason: 'amount_differs',
    });
    expect(await at.desk.approve('ops1', id, 'bank list, line 4')).toBe('credited');
    expect(await at.balance(actor)).toBe(788_000n);
  });

  test('of a second amount, even the one announced, credits nothing that still waits for a person', async () => {
    const actor = await at.member();
    const { id } = await open(actor, '100');
    expect(await at.sendEvent(at.event(id, 'paid', 90_000_000n))).toBe('checking');
    expect(await at.sendEvent(at.event(id, 'paid', 1_000_000n))).toBe('checking');
    expect(await at.balance(actor)).toBe(0n);
    expect((await at.desk.get(id))?.deposit).toMatchObject({ paidAmount: 90_000_000n, reason: 'amount_differs' });
    expect(await at.suspense.list({ depositId: id })).toMatchObject([{ held: 1_000_000n, status: 'waiting' }]);
    expect(await at.desk.approve('ops1', id, 'bank list, line 4')).toBe('credited');
    expect(await at.balance(actor)).toBe(90_000_000n);
  });
});

const setOtherAmounts = (other_amounts: 'credit' | 'review') =>
  at.deps.db.updateTable('deposit_channel').set({ other_amounts }).where('code', '=', DEMO_E_WALLET).execute();

describe('an operator', () => {
  test('approves or rejects what waits, once, and is written down', async () => {
    const actor = await at.member();
    const [good, bad] = [await open(actor, '50', DEMO_BANK), await open(actor, '50', DEMO_BANK)];
    await at.memberDeposits.confirm(actor, good.id, ['u1']).catch(() => undefined);
    expect(await at.desk.approve('ops1', good.id, 'line 7')).toBe('credited');
    await expect(at.desk.approve('ops2', good.id, 'line 7')).rejects.toMatchObject({ code: 'deposit_closed' });
    await expect(at.desk.reject('ops2', good.id, 'no')).rejects.toMatchObject({ code: 'deposit_closed' });
    expect(await at.desk.reject('ops1', bad.id, 'nothing came')).toBe('failed');
    expect(await at.balance(actor)).toBe(500_000n);
    expect((await at.desk.get(bad.id))?.steps.at(-1)).toMatchObject({ by_whom: 'operator:ops1', note: 'nothing came' });
    expect((await at.memberDeposits.get(actor, bad.id)).deposit.reason).toBe('rejected');
    await expect(at.desk.approve('ops1', 'd_none', 'x')).rejects.toMatchObject({ code: 'deposit_not_found' });
  });
});

test('a trial account is refused everywhere', async () => {
  const actor = await at.member(4);
  const refused = { code: 'in_need_true_account' };
  await expect(at.memberDeposits.channels(actor)).rejects.toMatchObject(refused);
  await expect(at.memberDeposits.create(actor, order('50'))).rejects.toMatchObject(refused);
  await expect(at.memberDeposits.confirm(actor, 'd')).rejects.toMatchObject(refused);
  await expect(at.memberDeposits.cancel(actor, 'd')).rejects.toMatchObject(refused);
  await expect(at.memberDeposits.get(actor, 'd')).rejects.toMatchObject(refused);
  await expect(at.memberDeposits.list(actor)).rejects.toMatchObject(refused);
});
