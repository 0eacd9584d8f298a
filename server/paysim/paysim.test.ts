import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentEvent } from '../../shared/api/payments.ts';
import { movableClock } from '../platform/base/clock.ts';
import { gatewayProvider } from '../platform/money/deposit/providers/gateway.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

const SECRET = 'a-secret-of-a-payer-for-tests-000001';
const clock = movableClock();
const provider = gatewayProvider({ code: 'qr', secret: SECRET, payUrl: '/paysim/pay', scan: true }, clock);
const PAGES = 100;
let shop: TestShop;
/** Callbacks that the shop has received, and its answers. */
let received: { event: PaymentEvent; signed: boolean }[] = [];
let answer = 200;
let orders = 0;

beforeAll(async () => {
  const setting = {
    secretOf: (code: string) => (code === 'qr' ? SECRET : undefined),
    siteName: async () => 'The <Shop>',
    backHref: (orderId: string) => `/shop?order=${orderId}`,
    pagesPerMinute: PAGES,
  };
  shop = await openTestShop(clock, setting, (callback) => {
    received.push({ event: JSON.parse(callback.body.toString()), signed: typeof provider.read(callback) === 'object' });
    return answer;
  });
});
beforeEach(() => {
  received = [];
  answer = 200;
});
afterAll(() => shop.close());

function newOrder(more: { expiresAt?: Date } = {}): string {
  orders += 1;
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const order = {
    depositId: `d_${orders}`,
    reference: 'ABCDEFGH23',
    amount: 500_000n,
    currency: 'USD',
    expiresAt,
    account: null,
    language: 'EN',
    ...more,
  };
  return shop.url + provider.instruct(order).payUrl;
}
const page = async (url: string) => (await fetch(url)).text();
const act = (url: string, outcome: string) => fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

describe('the payment simulator', () => {
  test('shows the order and sends the shop a signed callback with the payer’s choice', async () => {
    const url = newOrder();
    for (const text of ['50.00 USD', 'ABCDEFGH23', 'value="paid"', '/shop?order=d_1']) expect(await page(url)).toContain(text);
    expect((await act(url, 'paid')).status).toBe(303);
    expect(received).toMatchObject([{ signed: true, event: { event: 'paid', depositId: 'd_1', amount: '50.0000', currency: 'USD' } }]);
    expect(await page(url)).toContain('The payment was successful.');
  });

  test('reverses half of a payment, and then the rest', async () => {
    const url = newOrder();
    for (const outcome of ['part', 'paid', 'part', 'part', 'reversed', 'part']) await act(url, outcome);
    expect(received.map(({ event: { event, amount } }) => [event, amount])).toEqual([
      ['paid', '50.0000'],
      ['reversed', '25.0000'],
      ['reversed', '12.5000'],
      ['reversed', '12.5000'],
    ]);
    expect(new Set(received.map(({ event }) => event.eventId)).size).toBe(4);
  });

  test('lets the payer pay once, also after a refusal; only a payment can be reversed, and only once', async () => {
    const url = newOrder();
    for (const outcome of ['reversed', 'failed', 'failed', 'less', 'paid', 'failed']) await act(url, outcome);
    expect(received.map(({ event }) => event.event)).toEqual(['failed', 'paid']);
    received = [];
    const paid = newOrder();
    for (const outcome of ['paid', 'paid', 'reversed', 'reversed', 'paid', 'nonsense']) await act(paid, outcome);
    expect(received.map(({ event }) => event.event)).toEqual(['paid', 'reversed']);
    expect(new Set(received.map(({ event }) => event.eventId)).size).toBe(2);
  });

  test.each([
    ['less', '25.0000'],
    ['more', '75.0000'],
  ])('pays %s than announced, and reverses that amount', async (choice, amount) => {
    const url = newOrder();
    for (const outcome of [choice, 'reversed']) await act(url, outcome);
    expect(received.map(({ event }) => [event.event, event.amount])).toEqual([
      ['paid', amount],
      ['reversed', amount],
    ]);
  });

  test('repeats a callback until the shop has acknowledged it', async () => {
    const url = newOrder();
    answer = 503;
    await act(url, 'paid');
    expect(await page(url)).toContain('We keep notifying it');
    await act(url, 'reversed');
    answer = 200;
    await act(url, 'notify');
    expect(new Set(received.map(({ event }) => `${event.event} ${event.eventId}`)).size).toBe(1);
    expect(received).toHaveLength(3);
    await act(url, 'notify');
    expect(received).toHaveLength(3);
  });

  test.each([
    ['another amount', (url: string) => url.replace('50.0000', '5.0000')],
    ['another order', (url: string) => url.replace(/order=d_\d+/, 'order=d_other')],
    ['a later end', (url: string) => url.replace(/expires=\d/, 'expires=9')],
    ['another provider', (url: string) => url.replace('provider=qr', 'provider=bank')],
    ['no signature', (url: string) => url.replace(/sign=[0-9a-f]+/, 'sign=')],
  ])('rejects an order with %s', async (_name, change) => {
    const url = change(newOrder());
    expect((await fetch(url)).status).toBe(404);
    await act(url, 'paid');
    expect(received).toEqual([]);
  });

  test('returns to the shop automatically after an acknowledged decision, unless the payer cancels that', async () => {
    const url = newOrder();
    const refresh = async (address: string) => (await fetch(address)).headers.get('refresh');
    expect(await refresh(url)).toBeNull();
    const decided = new URL((await act(url, 'failed')).headers.get('location') ?? '', url).href;
    expect(await refresh(decided)).toBe(`5; url=/shop?order=d_${orders}`);
    const text = await page(decided);
    expect(text).toContain('Back to The &lt;Shop&gt;');
    const stay = /href="([^"]+)">Stay on this page/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await refresh(new URL(stay, url).href)).toBeNull();
    expect(await page(new URL(stay, url).href)).toContain('The payment was declined.');
    // No redirect before the shop has acknowledged the decision.
    const unheard = newOrder();
    answer = 503;
    expect(await refresh(new URL((await act(unheard, 'paid')).headers.get('location') ?? '', unheard).href)).toBeNull();
  });

  test.each(['dark', 'light'])('uses the %s theme of the site', async (theme) => {
    const themed = await fetch(newOrder(), { headers: { 'x-site-theme': theme } });
    expect(await themed.text()).toContain(`data-theme="${theme}"`);
    expect(await page(newOrder())).not.toContain('data-theme="');
  });

  test('offers a late payment only after the expiry', async () => {
    const url = newOrder({ expiresAt: new Date(clock.now().getTime() - 1) });
    const text = await page(url);
    expect(text).toContain('The payment has expired.');
    expect([...text.matchAll(/<button name="outcome" value="(\w+)"/g)].map(([, value]) => value)).toEqual(['paid']);
    await act(url, 'paid');
    expect(received.map(({ event }) => event.event)).toEqual(['paid']);
  });

  test('runs no script and refuses to be framed', async () => {
    const policy = (await fetch(newOrder())).headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"]) expect(policy).toContain(rule);
    expect(policy).not.toContain('script-src');
  });

  test('serves one client address a limited number of pages, and changes nothing above it', async () => {
    const url = newOrder();
    const headers = { 'x-client-address': '203.0.113.7' };
    for (let count = 1; count < PAGES; count++) await (await fetch(`${url}0`, { headers })).text();
    const last = await fetch(url, { headers });
    expect([last.status, last.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=0')]);
    const refused = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }), redirect: 'manual', headers });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.text()).toContain('Too many requests');
    expect(received).toEqual([]);
    expect(await page(url)).toContain('value="paid"');
  });
});
