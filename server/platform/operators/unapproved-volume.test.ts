import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYMENTS_PREFIX } from '../../../shared/api/payments.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../shared/seamless/wallet.ts';
import { signRequest } from '../base/signature.ts';
import { addTestMember } from '../identity/sessions/test-member.ts';
import { audit } from '../ledger/index.ts';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { openTestPlatform, TEST_PAYMENT_SECRET, type TestPlatform } from '../test-platform.ts';
import { proveLog } from './log.ts';
import { signInAs, type TestOperator } from './test-operator.ts';

/** The demo's settings: two operators from 500 for corrections, from 1,000 for credits and returns. */
let test: TestPlatform;
let memberId = '';
let made = 0;
const why = { reason: 'Checked with the bank' };
beforeAll(async () => {
  test = await openTestPlatform();
  memberId = (await addTestMember(test)).id;
});
afterAll(async () => {
  expect(await audit(test.db)).toMatchObject({ ok: true });
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

async function newOperator(role: 'admin' | 'cashier' = 'cashier'): Promise<TestOperator> {
  const operator = await signInAs(test, role);
  await operator.get('');
  return operator;
}

async function deposit(whole: number, status: 'checking' | 'returned' = 'checking'): Promise<string> {
  made += 1;
  const now = test.clock.now();
  const row = {
    id: `d_alone${made}`,
    member_id: memberId,
    channel: 'DEMO_BANK',
    client_reference: `alone-${made}`,
    payment_reference: `A${made}`,
    amount: String(whole * 10_000),
    fee: '0',
    paid_amount: null,
    currency: 'USD',
    status,
    transfer_id: null,
    reason: status === 'returned' ? ('time_out' as const) : null,
    reversal_transfer_id: null,
    created_at: now,
    expires_at: now,
    credited_at: null,
  } as const;
  await test.db.insertInto('deposit').values(row).execute();
  return row.id;
}

/** Manual actions, with the result message that shows whether the action was done or waits. */
const ACTIONS = {
  credit: async (testOperator: TestOperator, whole: number) => testOperator.post('/deposits/approve', { id: await deposit(whole), ...why }),
  'send-back': async (testOperator: TestOperator, whole: number) => {
    const id = await deposit(whole, 'returned');
    return testOperator.post('/deposits/send-back', { id, reference: `RTN-${id}`, ...why });
  },
  correct: async (testOperator: TestOperator, whole: number) => {
    made += 1;
    const order = { id: `a_alone${made}`, memberId, direction: 'up', amount: String(whole), ...why };
    return testOperator.post('/adjustments/propose', order);
  },
  'send-back-suspended': async (testOperator: TestOperator, whole: number) =>
    testOperator.post('/suspense/send-back', { id: await suspended(whole), reference: `RTN-s${made}`, ...why }),
} as const;
type Hand = keyof typeof ACTIONS;
const passesWithoutApproval = async (testOperator: TestOperator, kind: Hand, whole: number) => {
  const to = (await ACTIONS[kind](testOperator, whole)).headers.location ?? '';
  expect(to).toContain('done=');
  return !to.includes('done_oneMore');
};

/** A deposit that is paid twice, over the wire: the second payment's id. */
async function suspended(whole: number): Promise<string> {
  const id = await deposit(whole);
  for (const eventId of [`${id}-1`, `${id}-2`]) {
    const body = JSON.stringify({ eventId, event: 'paid', depositId: id, amount: `${whole}.0000`, currency: 'USD' });
    const timestamp = String(test.clock.now().getTime());
    const path = `${PAYMENTS_PREFIX}/bank`;
    const signature = signRequest(TEST_PAYMENT_SECRET, { method: 'POST', path, timestamp, body });
    const answer = await test
      .request('POST', path)
      .set({ [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature, 'content-type': 'application/json' })
      .send(body);
    expect(answer.status).toBe(200);
  }
  return (await test.db.selectFrom('suspense').select('id').where('deposit_id', '=', id).executeTakeFirstOrThrow()).id;
}

describe('the unapproved volume of an operator in a day', () => {
  it.each<[first: Hand, second: Hand, limit: number]>([
    ['credit', 'correct', 500],
    ['correct', 'credit', 1_000],
    ['send-back', 'credit', 1_000],
    ['credit', 'send-back', 1_000],
    ['send-back', 'correct', 500],
    ['correct', 'send-back-suspended', 1_000],
    ['send-back-suspended', 'credit', 1_000],
  ])('is summed over different kinds: %s, then %s', async (first, second, limit) => {
    const testOperator = await newOperator();
    expect(await passesWithoutApproval(testOperator, first, 300)).toBe(true);
    expect(await passesWithoutApproval(testOperator, second, limit - 300)).toBe(false);
    expect(await passesWithoutApproval(testOperator, second, limit - 301)).toBe(true);
    // Each operator has a volume of their own, and it is reset the next day.
    expect(await passesWithoutApproval(await newOperator(), second, limit - 300)).toBe(true);
  });

  it('counts two concurrent actions of different kinds together', async () => {
    const testOperator = await newOperator();
    const outcomes = await Promise.all([
      passesWithoutApproval(testOperator, 'credit', 400),
      passesWithoutApproval(testOperator, 'correct', 400),
    ]);
    // A correction after the credit stays below the limit of credits; a credit after the correction exceeds it.
    expect(outcomes[0]).toBe(true);
    expect(await passesWithoutApproval(testOperator, 'credit', outcomes[1] ? 200 : 600)).toBe(false);
  });

  it('does not count what two have agreed to', async () => {
    const [testOperator, other] = [await newOperator(), await newOperator('admin')];
    const id = await deposit(5_000);
    for (const one of [testOperator, other]) await one.post('/deposits/approve', { id, ...why });
    const item = await suspended(700);
    for (const one of [testOperator, other]) await one.post('/suspense/credit', { id: item, ...why });
    for (const one of [testOperator, other]) expect(await passesWithoutApproval(one, 'credit', 999)).toBe(true);
  });
});

describe('a second payment of a deposit', () => {
  it('of any amount waits in a list until two operators credit it or one returns it', async () => {
    const [one, two] = [await newOperator(), await newOperator('admin')];
    const [small, back] = [await suspended(1), await suspended(2)];
    const list = (await one.get('/suspense')).text;
    expect([list.includes(small), list.includes(back)]).toEqual([true, true]);
    expect((await one.get(`/suspense/${small}`)).text).toContain('1.00 USD');
    const credit = async (testOperator: TestOperator) => testOperator.post('/suspense/credit', { id: small, ...why });
    expect((await credit(one)).headers.location).toContain('done_oneMore');
    expect((await credit(one)).text).toContain('must come from another operator');
    expect((await credit(two)).headers.location).toContain('done_credited');
    expect((await credit(one)).status).toBe(422);
    const page = (await one.get(`/suspense/${small}`)).text;
    const created = /deposits\/(d_[0-9a-f]{24})/.exec(page)?.[1] ?? '';
    expect((await one.get(`/deposits/${created}`)).text).toContain('Credited');
    const send = (reference: string) => one.post('/suspense/send-back', { id: back, reference, ...why });
    expect((await send('')).status).toBe(422);
    expect((await send('BK 77')).headers.location).toContain('done_sentBack');
    expect((await send('bk77')).headers.location).toContain('done_sentBack');
    expect((await send('BK 78')).status).toBe(422);
    const id = await deposit(3, 'returned');
    expect((await one.post('/deposits/send-back', { id, reference: 'b k 7 7', ...why })).status).toBe(422);
    expect((await one.get('/suspense')).text).not.toContain(back);
    const lines = await test.db
      .selectFrom('operator_log')
      .select(['action', 'object'])
      .where('object', 'in', [`suspense:${small}`, `suspense:${back}`])
      .orderBy('id')
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(['suspense.credit', 'suspense.credit', 'suspense.send-back', 'suspense.send-back']);
  });
});

it('a limit of the day can be lower or higher than the one of a single amount', async () => {
  const { settings } = await readMerchant(test.db, test.merchant);
  const withDay = (unapprovedPerDay: string | null) =>
    saveSettings(test.db, test.merchant, { ...settings, adjustments: { ...settings.adjustments, unapprovedPerDay } });
  await withDay('300');
  const careful = await newOperator();
  expect((await ACTIONS.correct(careful, 200)).headers.location).toContain('done_adjusted');
  expect((await ACTIONS.correct(careful, 100)).headers.location).toContain('done_oneMore');
  await withDay('900');
  const busy = await newOperator();
  expect((await ACTIONS.correct(busy, 400)).headers.location).toContain('done_adjusted');
  expect((await ACTIONS.correct(busy, 400)).headers.location).toContain('done_adjusted');
  expect((await ACTIONS.correct(busy, 100)).headers.location).toContain('done_oneMore');
  const single = await newOperator();
  expect((await ACTIONS.correct(single, 500)).headers.location).toContain('done_oneMore');
  await saveSettings(test.db, test.merchant, settings);
});

it('an amount that is no amount is refused with an example', async () => {
  const operator = await newOperator();
  const answer = await operator.post('/adjustments/propose', {
    id: 'a_text1',
    memberId,
    direction: 'up',
    amount: '12,50',
    ...why,
    formPage: `/members/${memberId}`,
  });
  expect([answer.status, answer.text.includes('such as 20 or 12.50')]).toEqual([422, true]);
});
