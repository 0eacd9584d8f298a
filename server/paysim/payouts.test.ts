import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PayoutEvent } from '../../shared/api/payouts.ts';
import { movableClock } from '../platform/base/clock.ts';
import { signRequest, verifyRequest } from '../platform/base/signature.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

const SECRET = 'a-secret-of-a-payer-for-tests-000002';
const clock = movableClock();
let shop: TestShop;
let received: PayoutEvent[] = [];
let answer = 200;
let orders = 0;

beforeAll(async () => {
  const setting = {
    secretOf: (code: string) => (code === 'ewallet' ? SECRET : undefined),
    siteName: async () => 'The Shop',
    backHref: () => '/',
  };
  shop = await openTestShop(clock, setting, ({ signature, ...sent }) => {
    if (verifyRequest(SECRET, sent, signature)) received.push(JSON.parse(sent.body.toString()));
    return answer;
  });
});
beforeEach(() => {
  received = [];
  answer = 200;
});
afterAll(() => shop.close());

const PAYEE = { kind: 'EWALLET', provider: 'WAVE', holder: 'A Payee', number: '0812345678' };
const newOrder = (more: object = {}) => {
  orders += 1;
  return { payoutId: `p_${orders}`, amount: '40.5000', currency: 'USD', payee: PAYEE, ...more };
};
async function send(content: object, more: { path?: string; secret?: string; ageMs?: number } = {}) {
  const path = more.path ?? '/paysim/payouts/ewallet';
  const body = JSON.stringify(content);
  const timestamp = String(clock.now().getTime() - (more.ageMs ?? 0));
  const signature = signRequest(more.secret ?? SECRET, { method: 'POST', path, timestamp, body });
  const reply = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'x-timestamp': timestamp, 'x-signature': signature },
    body,
  });
  return { http: reply.status, ...((await reply.json()) as Record<string, string>) };
}
const state = (payoutId: string) => send({ payoutId }, { path: '/paysim/payouts/ewallet/status' });
const desk = async () => (await fetch(`${shop.url}/paysim/desk`)).text();
const act = (payout: string, outcome: string) =>
  fetch(`${shop.url}/paysim/desk`, { method: 'POST', body: new URLSearchParams({ payout, outcome }), redirect: 'manual' });

describe('payouts of the payment simulator', () => {
  test('an order is accepted once, shown on the desk without the whole account number, and paid by hand', async () => {
    const order = newOrder();
    const accepted = { http: 200, status: 'OK', state: 'accepted', paid: '0.0000', returned: '0.0000' };
    expect([await send(order), await send(order)]).toEqual([accepted, accepted]);
    const text = await desk();
    expect([text.includes('40.50 USD'), text.includes('…5678'), text.includes('0812345678')]).toEqual([true, true, false]);
    expect((await act(order.payoutId, 'paid')).status).toBe(303);
    expect(received).toMatchObject([{ payoutId: order.payoutId, currency: 'USD', state: 'paid', paid: '40.5000', returned: '0.0000' }]);
    expect(await state(order.payoutId)).toMatchObject({ state: 'paid', paid: '40.5000' });
    await act(order.payoutId, 'failed');
    expect(received).toHaveLength(1);
    await act(order.payoutId, 'returned');
    expect(received.at(-1)).toMatchObject({ state: 'paid', paid: '40.5000', returned: '40.5000' });
  });

  test('an order is paid in parts, ends with a part, or is refused', async () => {
    const [parts, part, none] = [newOrder(), newOrder(), newOrder()];
    for (const order of [parts, part, none]) await send(order);
    for (const [{ payoutId }, outcome] of [
      [parts, 'half'],
      [parts, 'paid'],
      [part, 'half'],
      [part, 'end'],
      [none, 'end'],
      [none, 'failed'],
      [none, 'paid'],
    ] as const)
      await act(payoutId, outcome);
    expect(received.map(({ payoutId, state: now, paid }) => [payoutId, now, paid])).toEqual([
      [parts.payoutId, 'accepted', '20.2500'],
      [parts.payoutId, 'paid', '40.5000'],
      [part.payoutId, 'accepted', '20.2500'],
      [part.payoutId, 'paid', '20.2500'],
      [none.payoutId, 'failed', '0.0000'],
    ]);
    expect(received.at(-1)?.reason).toBe('account_closed');
  });

  test('a report is sent again until it is acknowledged, the newest one only', async () => {
    const order = newOrder();
    await send(order);
    answer = 503;
    await act(order.payoutId, 'half');
    expect(await desk()).toContain('We keep notifying it');
    answer = 200;
    received = [];
    await act(order.payoutId, 'paid');
    expect(received.map(({ state: now }) => now)).toEqual(['paid']);
    expect(await desk()).not.toContain('We keep notifying it');
  });

  test('the same id with another content is a mismatch, and an unknown one is unknown', async () => {
    const order = newOrder();
    await send(order);
    expect(await send({ ...order, amount: '4.0000' })).toMatchObject({ http: 200, status: 'PAYOUT_MISMATCH' });
    expect(await state('p_nowhere')).toMatchObject({ http: 200, status: 'UNKNOWN_PAYOUT' });
  });

  test.each([
    ['another key', {}, { secret: 'x'.repeat(40) }],
    ['an old time', {}, { ageMs: 301_000 }],
    ['an unknown provider', {}, { path: '/paysim/payouts/bank' }],
    ['an amount of zero', { amount: '0.0000' }, {}],
    ['a negative amount', { amount: '-1.0000' }, {}],
    ['a further field', { note: 'x' }, {}],
  ])('an order with %s is refused and not stored', async (_name, content, how) => {
    const order = newOrder(content);
    expect((await send(order, how)).http).toBeGreaterThanOrEqual(400);
    expect(await state(order.payoutId)).toMatchObject({ status: 'UNKNOWN_PAYOUT' });
  });
});
