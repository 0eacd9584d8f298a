import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withdrawalConfirm } from '../../../shared/api/withdrawal/calls.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { createEventHub } from '../base/events/hub.ts';
import { addTestMember } from '../identity/sessions/test-member.ts';
import { audit, createWallet, memberLegs } from '../ledger/index.ts';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { addTestPayee, requestedBy, type TestPayee } from '../money/withdrawal/test-inputs.ts';
import { proveLog } from '../operators/log.ts';
import { signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

let test: TestPlatform;
let admin: TestOperator;
let cashier: TestOperator;
let payee: TestPayee;
const why = { reason: 'Checked with the bank' };

beforeAll(async () => {
  test = await openTestPlatform();
  [admin, cashier] = [await signInAs(test, 'admin'), await signInAs(test, 'cashier')];
  // Loads the keys of their forms.
  await Promise.all([admin.get(''), cashier.get('')]);
  payee = await addTestPayee(test);
});
afterAll(async () => {
  expect(await audit(test.db)).toMatchObject({ ok: true });
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const logOf = (object: string) => test.db.selectFrom('operator_log').selectAll().where('object', '=', object).orderBy('id').execute();
const balanceOf = async (memberId: string) => {
  const account = test.db.selectFrom('ledger_account').select('balance').where('owner', '=', memberId).where('kind', '=', 'wallet');
  return BigInt((await account.executeTakeFirstOrThrow()).balance);
};

describe('withdrawals', () => {
  const statusOf = async (id: string) =>
    (await test.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  const needTwo = async (from: string | null) => {
    const { settings } = await readMerchant(test.db, test.merchant);
    await saveSettings(test.db, test.merchant, { ...settings, withdrawals: { ...settings.withdrawals, secondApprovalFrom: from } });
  };

  it('are approved by two different operators above the setting; the same one twice is refused', async () => {
    await needTwo('20');
    const id = await requestedBy(test, payee);
    const first = await admin.post('/withdrawals/approve', { id, ...why });
    expect(first.headers.location).toBe(`/console/withdrawals/${id}?done=done_oneMore`);
    const pages = await Promise.all([admin, cashier].map((one) => one.get(`/withdrawals/${id}`)));
    expect(
      pages.map(({ text }) => [text.includes('action="/console/withdrawals/approve"'), text.includes('You have approved it')]),
    ).toEqual([
      [false, true],
      [true, false],
    ]);
    const again = await admin.post('/withdrawals/approve', { id, ...why });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('must come from another operator')]);
    expect(await statusOf(id)).toBe('review');
    expect(await logOf(`withdrawal:${id}`)).toHaveLength(1);
    expect((await cashier.post('/withdrawals/approve', { id, ...why })).headers.location).toContain('done_approved');
    expect(await statusOf(id)).toBe('approved');
    await cashier.post('/withdrawals/paid', { id, ...why });
    expect(await statusOf(id)).toBe('paid');
    expect((await cashier.post('/withdrawals/paid', { id, ...why })).status).toBe(422);
    expect((await logOf(`withdrawal:${id}`)).map(({ action, operator }) => [action, operator])).toEqual([
      ['withdrawal.approve', admin.name],
      ['withdrawal.approve', cashier.name],
      ['withdrawal.paid', cashier.name],
    ]);
  });

  it('that two operators, or one in two windows, approve at once are approved once', async () => {
    await needTwo('20');
    const both = await requestedBy(test, payee);
    await Promise.all([
      admin.post('/withdrawals/approve', { id: both, ...why }),
      cashier.post('/withdrawals/approve', { id: both, ...why }),
    ]);
    expect(await statusOf(both)).toBe('approved');
    const one = await requestedBy(test, payee);
    const answers = await Promise.all([1, 2].map(() => admin.post('/withdrawals/approve', { id: one, ...why })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await statusOf(one)).toBe('review');
    await needTwo(null);
  });

  it('that two have approved are given back after a dispute by two as well', async () => {
    await needTwo('20');
    const id = await requestedBy(test, payee);
    for (const testOperator of [admin, cashier]) await testOperator.post('/withdrawals/approve', { id, ...why });
    await cashier.post('/withdrawals/paid', { id, ...why });
    const body = { withdrawalId: id, outcome: 'not_received', comment: 'Nothing came.' };
    await test.call(withdrawalConfirm, { token: payee.token, body });
    const before = await balanceOf(payee.memberId);
    const resolve = (testOperator: TestOperator, outcome: string) => testOperator.post('/withdrawals/dispute', { id, outcome, ...why });
    expect((await resolve(cashier, 'returned')).headers.location).toContain('done_oneMore');
    expect((await resolve(cashier, 'returned')).text).toContain('must come from another operator');
    // Another outcome needs its own approvals.
    expect((await resolve(admin, 'paid_again')).headers.location).toContain('done_oneMore');
    expect([await statusOf(id), await balanceOf(payee.memberId)]).toEqual(['disputed', before]);
    expect((await resolve(admin, 'returned')).headers.location).toContain('done_dispute');
    expect(await statusOf(id)).toBe('returned');
    expect((await balanceOf(payee.memberId)) - before).toBe(255_000n);
    await needTwo(null);
  });

  it('go nowhere while a reversal has left the member below zero; rejected, they make good for it', async () => {
    const debtor = await addTestPayee(test);
    const ids = [await requestedBy(test, debtor), await requestedBy(test, debtor)];
    const [review = '', approved = ''] = ids;
    await cashier.post('/withdrawals/approve', { id: approved, ...why });
    const units = (await balanceOf(debtor.memberId)) + 10_000n;
    const taken = { reference: `charge-back:${debtor.memberId}`, kind: 'deposit-reversal', currency: 'USD', realm: 'real' } as const;
    const legs = memberLegs(debtor.memberId, 'cashier:DEMO_BANK', -units);
    await createWallet({ clock: test.clock, hub: createEventHub() }).transfer(test.db, {
      ...taken,
      memberId: debtor.memberId,
      legs,
      reversal: true,
    });
    for (const [act, id] of [
      ['approve', review],
      ['paid', approved],
    ] as const) {
      const refused = await cashier.post(`/withdrawals/${act}`, { id, ...why });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('below zero')]);
    }
    expect(await Promise.all(ids.map(statusOf))).toEqual(['review', 'approved']);
    await cashier.post('/withdrawals/reject', { id: review, ...why });
    expect(await balanceOf(debtor.memberId)).toBe(245_000n);
    await cashier.post('/withdrawals/paid', { id: approved, ...why });
    expect(await statusOf(approved)).toBe('paid');
  });

  it('show the account number on request only, and log who has seen it', async () => {
    const id = await requestedBy(test, payee);
    const page = await cashier.get(`/withdrawals/${id}`);
    const response = await cashier.post('/withdrawals/number', { id, ...why });
    const number = /<code>(\w+)<\/code>/.exec(response.text)?.[1] ?? '';
    expect(number.length).toBeGreaterThan(5);
    expect(page.text).not.toContain(number);
    const [line] = await logOf(`withdrawal:${id}`);
    expect(line).toMatchObject({ action: 'withdrawal.number-shown', operator: cashier.name });
    expect(JSON.stringify(line)).not.toContain(number);
    const rejected = await cashier.post('/withdrawals/reject', { id, ...why });
    expect(rejected.headers.location).toContain('done_rejected');
  });
});

describe('corrections of a balance', () => {
  let made = 0;
  const order = (more: object = {}) => {
    made += 1;
    return { id: `a_test${made}`, memberId: payee.memberId, direction: 'up', amount: '12.50', reason: 'Lost in the night', ...more };
  };
  const statusOf = async (id: string) =>
    (await test.db.selectFrom('adjustment').select('status').where('id', '=', id).executeTakeFirst())?.status;

  it('add only what can be paid in the currency of the member', async () => {
    const before = await balanceOf(payee.memberId);
    const inCurrency = (currency: string) => test.db.updateTable('member').set({ currency }).where('id', '=', payee.memberId).execute();
    const { currency } = await test.db.selectFrom('member').select('currency').where('id', '=', payee.memberId).executeTakeFirstOrThrow();
    await inCurrency('VND');
    try {
      for (const amount of ['12.50', '25.000']) {
        const refused = await cashier.post('/adjustments/propose', order({ amount }));
        expect([refused.status, await balanceOf(payee.memberId)]).toEqual([422, before]);
      }
      const { text } = await cashier.post('/adjustments/propose', order());
      expect(text).toContain('Amounts in VND have no decimals');
    } finally {
      await inCurrency(currency);
    }
  });

  it('post once for a repeated form, and notify the member', async () => {
    const before = await balanceOf(payee.memberId);
    const one = order();
    await Promise.all([1, 2, 3].map(() => cashier.post('/adjustments/propose', one)));
    expect((await balanceOf(payee.memberId)) - before).toBe(125_000n);
    expect((await cashier.post('/adjustments/propose', { ...one, amount: '99' })).status).toBe(422);
    await cashier.post('/adjustments/propose', order({ direction: 'down' }));
    expect(await balanceOf(payee.memberId)).toBe(before);
    const messages = await test.db
      .selectFrom('inbox_message')
      .select('params')
      .where('template', '=', 'adjustment')
      .orderBy('id')
      .execute();
    expect(messages.map(({ params }) => params.amount)).toEqual(['$12.50', '−$12.50']);
  });

  it('wait for a second person from the setting on; the first one is not the second', async () => {
    const before = await balanceOf(payee.memberId);
    const large = order({ amount: '500' });
    expect((await cashier.post('/adjustments/propose', large)).headers.location).toContain('done_oneMore');
    expect([await statusOf(large.id), await balanceOf(payee.memberId)]).toEqual(['waiting', before]);
    const own = await cashier.post('/adjustments/approve', { id: large.id, ...why });
    expect([own.status, own.text]).toEqual([422, expect.stringContaining('must come from another operator')]);
    // Earlier approvals are shown; an approver is offered only the rejection.
    const [mine, theirs] = await Promise.all([cashier, admin].map(async (testOperator) => (await testOperator.get('/adjustments')).text));
    expect([mine, theirs].map((text) => text?.includes('action="/console/adjustments/approve"'))).toEqual([false, true]);
    expect(theirs).toContain(`<bdi>${cashier.name}</bdi>`);
    const third = await signInAs(test, 'cashier');
    await third.get('');
    const answers = await Promise.all(
      [admin, third].map((testOperator) => testOperator.post('/adjustments/approve', { id: large.id, ...why })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect((await balanceOf(payee.memberId)) - before).toBe(5_000_000n);
    expect((await admin.post('/adjustments/reject', { id: large.id, ...why })).status).toBe(422);
  });

  it('wait for a second person too when one splits a large sum into small ones', async () => {
    const singleOperator = await signInAs(test, 'cashier');
    await singleOperator.get('');
    const others = await Promise.all([1, 2, 3].map(() => addTestMember(test)));
    const parts = others.map(({ id }, index) => order({ memberId: id, amount: index === 2 ? '100.01' : '200' }));
    for (const part of parts) await singleOperator.post('/adjustments/propose', part);
    expect(await Promise.all(parts.map(({ id }) => statusOf(id)))).toEqual(['posted', 'posted', 'waiting']);
    const twins = [order({ amount: '60' }), order({ amount: '60' })];
    await Promise.all(twins.map((twin) => singleOperator.post('/adjustments/propose', twin)));
    expect((await Promise.all(twins.map(({ id }) => statusOf(id)))).sort()).toEqual(['posted', 'waiting']);
    const before = new Date(test.clock.now().getTime() - DAY_MS);
    const ids = [...parts, ...twins].map(({ id }) => id);
    await test.db.updateTable('adjustment').set({ created_at: before }).where('id', 'in', ids).execute();
    const later = order({ amount: '499' });
    await singleOperator.post('/adjustments/propose', later);
    expect(await statusOf(later.id)).toBe('posted');
  });

  it('that are rejected move nothing', async () => {
    const before = await balanceOf(payee.memberId);
    const large = order({ amount: '600', direction: 'down' });
    await cashier.post('/adjustments/propose', large);
    await cashier.post('/adjustments/reject', { id: large.id, ...why });
    expect((await admin.post('/adjustments/approve', { id: large.id, ...why })).status).toBe(422);
    expect([await statusOf(large.id), await balanceOf(payee.memberId)]).toEqual(['rejected', before]);
  });

  it.each([
    ['more than there is', { direction: 'down', amount: '400' }, 'fresh'],
    ['more than the limit of operators', { amount: '100001' }, 'payee'],
    ['nothing', { amount: '0' }, 'payee'],
    ['a part of a cent', { amount: '1.005' }, 'payee'],
    ['a debt', { amount: '-5' }, 'payee'],
    ['play money', {}, 'trial'],
    ['an unknown member', { memberId: 'm_nobody' }, 'payee'],
  ])('of %s are refused and leave nothing behind', async (_name, more, whose) => {
    const members = { payee: payee.memberId, fresh: (await addTestMember(test)).id, trial: (await addTestMember(test, { type: 4 })).id };
    const wrong = order({ memberId: members[whose as keyof typeof members], ...more });
    expect((await cashier.post('/adjustments/propose', wrong)).status).toBe(422);
    expect(await statusOf(wrong.id)).toBeUndefined();
    expect(await logOf(`adjustment:${wrong.id}`)).toEqual([]);
  });
});

describe('deposits that wait for a person', () => {
  it('are credited once, with the line of the log or not at all', async () => {
    const row = {
      id: 'd_console1',
      member_id: payee.memberId,
      channel: 'DEMO_BANK',
      client_reference: 'console-1',
      payment_reference: 'PAY1',
      amount: '300000',
      fee: '0',
      paid_amount: null,
      currency: 'USD',
      status: 'checking' as const,
      reason: null,
      transfer_id: null,
      reversal_transfer_id: null,
      created_at: test.clock.now(),
      credited_at: null,
    } as const;
    const expires_at = new Date(test.clock.now().getTime() + HOUR_MS);
    await test.db
      .insertInto('deposit')
      .values({ ...row, expires_at })
      .execute();
    const before = await balanceOf(payee.memberId);
    expect((await cashier.get('/deposits')).text).toContain('d_console1');
    expect((await cashier.get('/deposits/d_console1')).text).toContain('30.00');
    const answers = await Promise.all(
      [admin, cashier].map((testOperator) => testOperator.post('/deposits/approve', { id: 'd_console1', ...why })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect((await balanceOf(payee.memberId)) - before).toBe(300_000n);
    expect(await logOf('deposit:d_console1')).toHaveLength(1);
  });

  it('are credited by two operators above the setting, who approve the same sum', async () => {
    const row = {
      id: 'd_console2',
      member_id: payee.memberId,
      channel: 'DEMO_BANK',
      client_reference: 'console-2',
      payment_reference: 'PAY2',
      amount: '10000000',
      fee: '0',
      paid_amount: null,
      currency: 'USD',
      status: 'checking' as const,
      reason: null,
      transfer_id: null,
      reversal_transfer_id: null,
      created_at: test.clock.now(),
      credited_at: null,
      expires_at: test.clock.now(),
    } as const;
    await test.db.insertInto('deposit').values(row).execute();
    const before = await balanceOf(payee.memberId);
    const approve = (testOperator: TestOperator) => testOperator.post('/deposits/approve', { id: row.id, ...why });
    expect((await approve(cashier)).headers.location).toContain('done_oneMore');
    expect((await approve(cashier)).text).toContain('must come from another operator');
    await test.db.updateTable('deposit').set({ paid_amount: '20000000' }).where('id', '=', row.id).execute();
    expect((await approve(admin)).headers.location).toContain('done_oneMore');
    expect(await balanceOf(payee.memberId)).toBe(before);
    expect((await approve(cashier)).headers.location).toContain('done_credited');
    expect((await balanceOf(payee.memberId)) - before).toBe(20_000_000n);
    expect(await logOf(`deposit:${row.id}`)).toHaveLength(3);
  });

  const waiting = async (id: string, units: bigint, status: 'checking' | 'returned' = 'checking') => {
    const row = {
      id,
      member_id: payee.memberId,
      channel: 'DEMO_BANK',
      client_reference: id,
      payment_reference: id.toUpperCase(),
      amount: units.toString(),
      fee: '0',
      paid_amount: null,
      currency: 'USD',
      status,
      transfer_id: null,
      credited_at: null,
      reason: status === 'returned' ? ('time_out' as const) : null,
      reversal_transfer_id: null,
      created_at: test.clock.now(),
      expires_at: test.clock.now(),
    } as const;
    await test.db.insertInto('deposit').values(row).execute();
    return id;
  };
  const found = (id: string) => test.db.selectFrom('deposit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('wait for a second person too when one credits a large sum in small ones, one after the other or at once', async () => {
    const singleOperator = await signInAs(test, 'cashier');
    await singleOperator.get('');
    const credit = async (id: string, testOperator = singleOperator) =>
      (await testOperator.post('/deposits/approve', { id, ...why })).headers.location ?? '';
    const parts = [await waiting('d_part1', 4_000_000n), await waiting('d_part2', 4_000_000n), await waiting('d_part3', 2_000_000n)];
    for (const id of parts) await credit(id);
    expect(await Promise.all(parts.map(async (id) => (await found(id)).status))).toEqual(['credited', 'credited', 'checking']);
    const twins = [await waiting('d_twin1', 1_500_000n), await waiting('d_twin2', 1_500_000n)];
    const locations = await Promise.all(twins.map((id) => credit(id)));
    expect(locations.filter((to) => to.includes('done_credited'))).toHaveLength(1);
    expect(await credit('d_part3', admin)).toContain('done_credited');
    // A second approval removes it from the first operator's volume, and a day resets it.
    test.clock.advance(DAY_MS);
    const later = await signInAs(test, 'cashier');
    await later.get('');
    expect(await credit(await waiting('d_later', 9_000_000n), later)).toContain('done_credited');
  });

  it('and could not be credited are sent back once, by two from the setting on, and leave the list', async () => {
    const [one, two] = [await signInAs(test, 'cashier'), await signInAs(test, 'admin')];
    await Promise.all([one.get(''), two.get('')]);
    const [small, large] = [await waiting('d_back1', 300_000n, 'returned'), await waiting('d_back2', 10_000_000n, 'returned')];
    const before = await balanceOf(payee.memberId);
    const send = (id: string, reference: string, testOperator = one) => testOperator.post('/deposits/send-back', { id, reference, ...why });
    expect((await one.get('/deposits?status=returned')).text).toContain(small);
    expect((await send(small, 'RTN-1')).headers.location).toContain('done_sentBack');
    expect((await send(small, 'RTN-1')).headers.location).toContain('done_sentBack');
    expect((await send(small, 'RTN-2')).status).toBe(422);
    expect((await send(large, 'RTN-1', two)).headers.location).toContain('done_oneMore');
    // Another reference needs its own approvals; a payment returns one deposit only.
    expect((await send(large, 'RTN-3')).headers.location).toContain('done_oneMore');
    expect((await send(large, 'RTN-1')).status).toBe(422);
    expect((await send(large, 'RTN-3', two)).headers.location).toContain('done_sentBack');
    expect((await found(large)).sent_back_reference).toBe('RTN-3');
    expect((await one.get(`/deposits/${small}`)).text).toContain(`RTN-1: ${why.reason}`);
    expect(await balanceOf(payee.memberId)).toBe(before);
    const list = (await one.get('/deposits?status=returned')).text;
    expect([list.includes(small), list.includes(large)]).toEqual([false, false]);
    const notices = await test.db
      .selectFrom('inbox_message')
      .select('params')
      .where('template', '=', 'deposit_sent_back')
      .orderBy('id')
      .execute();
    expect(notices.map(({ params }) => params)).toEqual([
      { amount: '$30.00', reference: 'RTN-1', reasonKey: 'deposit.reason_time_out' },
      { amount: '$1,000.00', reference: 'RTN-3', reasonKey: 'deposit.reason_time_out' },
    ]);
    expect(await logOf(`deposit:${small}`)).toHaveLength(2);
    expect((await one.post('/deposits/approve', { id: small, ...why })).status).toBe(422);
  });

  it('and were partly reversed are returned without that part, also after an approval', async () => {
    const [one, two] = [await signInAs(test, 'cashier'), await signInAs(test, 'admin')];
    await Promise.all([one.get(''), two.get('')]);
    const id = await waiting('d_back3', 20_000_000n, 'returned');
    const send = async (testOperator: typeof one) =>
      (await testOperator.post('/deposits/send-back', { id, reference: 'RTN-4', ...why })).headers.location;
    expect(await send(one)).toContain('done_oneMore');
    await test.db.updateTable('deposit').set({ reversed_amount: '4000000' }).where('id', '=', id).execute();
    expect((await two.get(`/deposits/${id}`)).text).toMatch(/the rest only: <bdi class="amount">1,600\.00 /);
    expect(await send(two)).toContain('done_oneMore');
    expect(await send(one)).toContain('done_sentBack');
    const messageRow = test.db
      .selectFrom('inbox_message')
      .select('params')
      .where('template', '=', 'deposit_sent_back')
      .orderBy('id', 'desc');
    expect((await messageRow.executeTakeFirstOrThrow()).params).toMatchObject({ amount: '$1,600.00', reference: 'RTN-4' });
  });
});
