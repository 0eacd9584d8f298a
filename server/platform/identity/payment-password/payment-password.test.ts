import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentPasswordChange } from '../../../../shared/api/payout-accounts/calls.ts';
import { securityState } from '../../../../shared/api/security/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createSecrets } from '../../base/secrets.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { testPasswords } from '../members/test-passwords.ts';
import { addTestMember, eventsOf, openTestSession, type TestMember } from '../sessions/test-member.ts';
import { createPaymentPassword, type PaymentPasswordAdmin } from './index.ts';
import { reserveTry } from './tries.ts';

const RIGHT = '480159';
const OTHER = '902817';

let test: TestPlatform;
let payment: PaymentPasswordAdmin;
let inbox: ReturnType<typeof testInbox>;
let notices: string[];
let member: TestMember;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));
beforeEach(async () => {
  inbox = testInbox();
  notices = [];
  payment = createPaymentPassword({
    db: test.db,
    clock: test.clock,
    merchant: test.merchant,
    passwords: testPasswords(),
    secrets: createSecrets(TEST_DATA_KEY),
    inbox,
    messages: { notify: async (_tx, _member, template) => void notices.push(template) },
  });
  member = await addTestMember(test);
});

const change = (form: Record<string, unknown>) =>
  payment
    .change(
      { actor: { memberId: member.id }, clientAddress: '192.0.2.1', country: null },
      { paymentPassword: RIGHT, confirmPaymentPassword: String(form.paymentPassword ?? RIGHT), forgotten: false, ...form },
    )
    .then(
      () => 'done',
      (error: { code: string; fields: Record<string, { code: string }> }) =>
        Object.keys(error.fields).length === 0
          ? error.code
          : Object.fromEntries(Object.entries(error.fields).map(([name, { code }]) => [name, code])),
    );
const check = (typed: string) =>
  payment.check(member.id, typed).then(
    () => 'right',
    (error: { code: string }) => error.code,
  );
const row = () =>
  test.db
    .selectFrom('member')
    .select(['payment_hash', 'payment_changed_at', 'payment_reset_at'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();

describe('setting it', () => {
  it('stores no digits, adds a history line and notifies the member', async () => {
    expect(await check(RIGHT)).toBe('payment_password_missing');
    expect(await change({})).toBe('done');
    expect([await payment.isSet(test.db, member.id), await check(RIGHT), await check(OTHER)]).toEqual([
      true,
      'right',
      'payment_password_wrong',
    ]);
    expect(await row()).toMatchObject({ payment_hash: expect.stringMatching(/^k1\.\$argon2id\$/), payment_reset_at: null });
    expect(await eventsOf(test, member)).toEqual(['payment_password_set']);
    expect(notices).toEqual(['payment_password_changed']);
    expect(inbox.posted).toMatchObject([{ memberId: member.id, template: 'payment_password_changed' }]);
  });

  it('names every wrong field at once and changes nothing', async () => {
    expect(await change({ paymentPassword: '123456', confirmPaymentPassword: '' })).toEqual({
      paymentPassword: 'field_password_common',
      confirmPaymentPassword: 'field_mismatch',
    });
    expect([await payment.isSet(test.db, member.id), notices, inbox.posted]).toEqual([false, [], []]);
  });

  it('accepts a hash from before digits were keyed', async () => {
    const hash = await testPasswords().hash(RIGHT);
    await test.db.updateTable('member').set({ payment_hash: hash }).where('id', '=', member.id).execute();
    expect([await check(RIGHT), await check(OTHER)]).toEqual(['right', 'payment_password_wrong']);
  });
});

describe('changing it', () => {
  beforeEach(() => change({}));

  it('needs the old one, and another new one', async () => {
    expect(await change({ paymentPassword: OTHER })).toEqual({ oldPaymentPassword: 'field_required' });
    expect(await change({ paymentPassword: OTHER, oldPaymentPassword: OTHER })).toBe('payment_password_wrong');
    expect(await change({ oldPaymentPassword: RIGHT })).toEqual({ paymentPassword: 'field_password_same' });
    expect(await change({ paymentPassword: OTHER, oldPaymentPassword: RIGHT })).toBe('done');
    expect([await check(RIGHT), await check(OTHER)]).toEqual(['payment_password_wrong', 'right']);
    expect((await row()).payment_reset_at).toBeNull();
  });

  it('without the old one blocks payouts for some time, and unlocks', async () => {
    for (let n = 0; n < 5; n += 1) await check(OTHER);
    expect(await check(RIGHT)).toBe('payment_password_locked');
    expect(await change({ paymentPassword: OTHER, forgotten: true })).toBe('done');
    expect([await check(OTHER), (await row()).payment_reset_at]).toEqual(['right', expect.any(Date)]);
    expect(await eventsOf(test, member)).toEqual(['payment_password_set', 'payment_password_reset']);
  });

  it('after a removal by an operator blocks payouts for some time', async () => {
    const takeAway = () => inTransaction(test.db, (tx, afterCommit) => payment.remove(tx, afterCommit, member.id));
    notices.length = 0;
    expect([await takeAway(), await takeAway()]).toEqual([true, false]);
    expect([notices, await check(RIGHT)]).toEqual([['payment_password_changed'], 'payment_password_missing']);
    test.clock.advance(MINUTE_MS);
    expect(await change({ paymentPassword: OTHER })).toBe('done');
    const { payment_reset_at, payment_changed_at } = await row();
    expect([await check(OTHER), payment_reset_at]).toEqual(['right', payment_changed_at]);
  });

  it('accepts one of two concurrent calls', async () => {
    const both = await Promise.all(['718293', '364850'].map((paymentPassword) => change({ paymentPassword, oldPaymentPassword: RIGHT })));
    expect(both.toSorted()).toEqual(['done', 'payment_password_wrong']);
  });
});

describe('trying it', () => {
  beforeEach(() => change({}));

  it('locks with the fifth wrong one in a row, also for the right one, for half an hour', async () => {
    const tries = [];
    for (let n = 0; n < 5; n += 1) tries.push(await check(OTHER));
    expect(tries).toEqual([...Array(4).fill('payment_password_wrong'), 'payment_password_locked']);
    expect(await check(RIGHT)).toBe('payment_password_locked');
    await expect(payment.check(member.id, RIGHT)).rejects.toMatchObject({ params: { minutes: 30 } });
    test.clock.advance(29 * MINUTE_MS);
    expect(await check(RIGHT)).toBe('payment_password_locked');
    test.clock.advance(MINUTE_MS);
    expect(await check(RIGHT)).toBe('right');
  });

  it('starts from zero after a correct one', async () => {
    for (let n = 0; n < 4; n += 1) await check(OTHER);
    expect(await check(RIGHT)).toBe('right');
    for (let n = 0; n < 4; n += 1) expect(await check(OTHER)).toBe('payment_password_wrong');
  });

  it('counts simultaneous guesses', async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => check(OTHER)));
    expect(guesses.filter((outcome) => outcome === 'payment_password_wrong')).toHaveLength(4);
    expect(await check(RIGHT)).toBe('payment_password_locked');
  });

  it('never reports a lock for concurrent correct ones, and accepts at least one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => check(RIGHT)));
      expect(outcomes).toContain('right');
      expect(outcomes.filter((outcome) => outcome !== 'right' && outcome !== 'server_busy')).toEqual([]);
    }
    for (let n = 0; n < 4; n += 1) expect(await check(OTHER)).toBe('payment_password_wrong');
    expect(await check(OTHER)).toBe('payment_password_locked');
  });

  it('counts wrong ones exactly among correct ones', async () => {
    const outcomes = await Promise.all([RIGHT, OTHER, OTHER, RIGHT, OTHER, OTHER].map((typed) => check(typed)));
    for (const [index, outcome] of outcomes.entries())
      expect(index === 0 || index === 3 ? ['right', 'server_busy'] : ['payment_password_wrong', 'server_busy']).toContain(outcome);
    const compared = await test.db.selectFrom('payment_password_try').selectAll().where('member_id', '=', member.id).executeTakeFirst();
    // No try stays reserved.
    expect(compared?.running).toEqual({});
    const left = 5 - (compared?.wrong ?? 0);
    const rest = [];
    for (let n = 0; n < left; n += 1) rest.push(await check(OTHER));
    expect(rest).toEqual([...Array(left - 1).fill('payment_password_wrong'), 'payment_password_locked']);
  });

  it('compares at most five of many wrong ones', async () => {
    let compared = 0;
    const counting = createPaymentPassword({
      db: test.db,
      clock: test.clock,
      merchant: test.merchant,
      secrets: createSecrets(TEST_DATA_KEY),
      inbox,
      messages: { notify: async () => undefined },
      passwords: {
        hash: async () => '',
        verify: async () => {
          compared += 1;
          await new Promise((resolve) => setImmediate(resolve));
          return false;
        },
      },
    });
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => counting.check(member.id, OTHER).catch(() => undefined)));
    expect(compared).toBe(5);
    expect(await check(RIGHT)).toBe('payment_password_locked');
  });

  it('stays counted when the caller’s transaction is rolled back', async () => {
    for (let n = 0; n < 5; n += 1) {
      await check(OTHER);
      await inTransaction(test.db, () => Promise.reject(new Error('no'))).catch(() => undefined);
    }
    expect(await check(RIGHT)).toBe('payment_password_locked');
  });

  it('releases tries that a process never finished, a minute after the last one', async () => {
    await check(OTHER);
    for (let n = 0; n < 4; n += 1) await reserveTry(test.db, member.id, test.clock.now());
    expect(await check(RIGHT)).toBe('server_busy');
    test.clock.advance(MINUTE_MS / 2);
    expect(await check(RIGHT)).toBe('server_busy');
    test.clock.advance(MINUTE_MS / 2);
    // The wrong try still counts.
    for (let n = 0; n < 3; n += 1) expect(await check(OTHER)).toBe('payment_password_wrong');
    expect(await check(OTHER)).toBe('payment_password_locked');
    test.clock.advance(MINUTE_MS);
    expect(await check(RIGHT)).toBe('payment_password_locked');
  });

  it('releases tries that a process never finished while the member is active', async () => {
    for (let n = 0; n < 4; n += 1) await reserveTry(test.db, member.id, test.clock.now());
    for (let n = 0; n < 3; n += 1) {
      test.clock.advance(MINUTE_MS / 3);
      expect(await check(RIGHT)).toBe('right');
    }
    expect(await Promise.all([check(RIGHT), check(RIGHT)])).toEqual(['right', 'right']);
  });

  it('releases an unfinished try next to correct ones', async () => {
    for (let n = 0; n < 6; n += 1) {
      await reserveTry(test.db, member.id, test.clock.now());
      test.clock.advance(2 * MINUTE_MS);
      expect(await check(RIGHT)).toBe('right');
    }
  });

  it('counts nothing that was not compared', async () => {
    const busy = createPaymentPassword({
      db: test.db,
      clock: test.clock,
      merchant: test.merchant,
      passwords: { hash: async () => '', verify: () => Promise.reject(new Error('busy')) },
      secrets: createSecrets(TEST_DATA_KEY),
      inbox,
      messages: { notify: async () => undefined },
    });
    await check(OTHER);
    for (let n = 0; n < 9; n += 1) await busy.check(member.id, RIGHT).catch(() => undefined);
    expect(await check(RIGHT)).toBe('right');
  });
});

it('is changed by its call and shown as a date', async () => {
  const { token } = await openTestSession(test, member);
  expect((await test.call(securityState, { token })).body.value.paymentPasswordChangedAt).toBeNull();
  const body = { paymentPassword: RIGHT, confirmPaymentPassword: RIGHT };
  expect((await test.call(paymentPasswordChange, { token, body })).body).toEqual({ success: true, value: {} });
  expect((await test.call(securityState, { token })).body.value.paymentPasswordChangedAt).toMatch(/^20\d\d-/);
});
