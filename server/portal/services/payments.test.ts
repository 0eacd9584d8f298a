import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

/** The test upstream plays platform and payment simulator at once. */
let under: TestPortal;
beforeAll(async () => {
  const simulator = await startTestPortal();
  under = await startTestPortal({ paysimUrl: simulator.upstream.url });
  closers.push(() => simulator.close());
  seen = [() => under.upstream.received, () => simulator.upstream.received];
});
const closers: (() => Promise<void>)[] = [];
let seen: (() => TestPortal['upstream']['received'])[] = [];
beforeEach(() => {
  for (const list of seen) list().length = 0;
});
afterAll(async () => {
  await under.close();
  for (const close of closers) await close();
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(under.url + path, { method: 'POST', body: '{"a":1}', ...init, headers: { cookie: 'session=canary', ...init.headers } });
const platformSaw = () => under.upstream.received.filter(({ url }) => url.startsWith('/payments'));

test('an event of a provider reaches the platform unchanged, with its signature and without a cookie', async () => {
  await send('/payments/qr', {
    headers: { 'x-signature': 'ab', 'x-timestamp': '1', 'content-type': 'application/json', authorization: 'Bearer x', 'x-else': 'y' },
  });
  const [request] = platformSaw();
  expect(request).toMatchObject({ method: 'POST', url: '/payments/qr', body: '{"a":1}' });
  expect(request?.headers).toMatchObject({ 'x-signature': 'ab', 'x-timestamp': '1' });
  for (const name of ['cookie', 'authorization', 'x-else']) expect(request?.headers).not.toHaveProperty(name);
});

test.each(['/payments', '/payments/', '/payments/a/b', '/payments/qr?x=1', '/payments/%71r', '/payments/QR'])(
  '%s is not found',
  async (path) => {
    expect((await send(path)).status).toBeGreaterThanOrEqual(400);
    expect(platformSaw()).toEqual([]);
  },
);

test('a large body is refused before it is read', async () => {
  expect((await send('/payments/qr', { body: 'x'.repeat(17_000) })).status).toBe(413);
  expect(platformSaw()).toEqual([]);
});

test('the pages of the simulator get no cookie either', async () => {
  await send('/paysim/pay?order=1', { body: 'outcome=paid' });
  const [request] = seen[1]?.() ?? [];
  expect(request).toMatchObject({ url: '/paysim/pay?order=1', body: 'outcome=paid' });
  expect(request?.headers).not.toHaveProperty('cookie');
});

test('the pages of the simulator receive the theme of the site, not one from the browser', async () => {
  await send('/paysim/pay?order=1', { headers: { cookie: 'theme=light', 'x-site-theme': 'neon' } });
  expect(seen[1]?.()[0]?.headers).toMatchObject({ 'x-site-theme': 'light' });
});

test('excess events of one provider are refused with 429, those of another are not, and repeats are delivered', async () => {
  const narrow = await startTestPortal({ limits: { payments: 2 } });
  const notify = (event: number, provider = 'qr') =>
    fetch(`${narrow.url}/payments/${provider}`, { method: 'POST', body: JSON.stringify({ event }), headers: { 'x-signature': 'ab' } });
  const first = await Promise.all([1, 2, 3, 4].map((event) => notify(event)));
  expect(first.map(({ status }) => status === 429).filter(Boolean)).toHaveLength(2);
  const refused = first.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await notify(5, 'bank')).status).not.toBe(429);
  // A refused event never reached the platform, so its repeat is the first delivery.
  const delivered = narrow.upstream.received.filter(({ url }) => url.startsWith('/payments'));
  expect(delivered.map(({ url }) => url).sort()).toEqual(['/payments/bank', '/payments/qr', '/payments/qr']);
  await narrow.close();
});

test('incomplete bodies do not delay the events of a provider', async () => {
  const head = 'POST /payments/slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  // More than there are connections to the platform.
  const slow = Array.from({ length: 140 }, () => connect(under.port, '127.0.0.1').on('error', () => undefined));
  let begun = 0;
  under.server.on('request', () => begun++);
  for (const socket of slow) socket.write(head);
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(slow.length);
  await send('/payments/qr');
  expect(platformSaw().map(({ url }) => url)).toEqual(['/payments/qr']);
  for (const socket of slow) socket.destroy();
});
