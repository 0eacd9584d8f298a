import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_REGION_RULES } from '../access/region-rules.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

let under: TestPortal;
beforeAll(async () => {
  under = await startTestPortal({
    limits: { seamless: 3 },
    trustProxy: ['loopback'],
    region: { ...NO_REGION_RULES, deniedAddresses: ['0.0.0.0/0'] },
  });
});
beforeEach(() => {
  under.upstream.received.length = 0;
});
afterAll(() => under.close());

let last = 0;
const send = (path: string, init: RequestInit = {}, address = `198.51.100.${++last}`) =>
  fetch(under.url + path, {
    method: 'POST',
    body: '{"a":1}',
    ...init,
    headers: { cookie: 'session=canary', 'x-forwarded-for': address, ...init.headers },
  });
const platformSaw = () => under.upstream.received.filter(({ url }) => url.startsWith('/seamless'));

test('a call of a vendor reaches the platform unchanged, with its signature, the address of the vendor and without a cookie', async () => {
  await send('/seamless/ACME/bet', {
    headers: { 'x-signature': 'ab', 'x-timestamp': '1', 'x-client-address': '192.0.2.9', authorization: 'Bearer x' },
  });
  const [request] = platformSaw();
  expect(request).toMatchObject({ method: 'POST', url: '/seamless/ACME/bet', body: '{"a":1}' });
  expect(request?.headers).toMatchObject({ 'x-signature': 'ab', 'x-timestamp': '1', 'x-client-address': '198.51.100.1' });
  for (const name of ['cookie', 'authorization']) expect(request?.headers).not.toHaveProperty(name);
});

test.each(['/seamless', '/seamless/ACME', '/seamless/ACME/bet/x', '/seamless/ACME/bet?x=1', '/seamless/%41CME/bet'])(
  '%s is not forwarded',
  async (path) => {
    expect((await send(path)).status).toBeGreaterThanOrEqual(400);
    expect(platformSaw()).toEqual([]);
  },
);

test('calls of one vendor at one address are limited, and the refusal has no status of the wallet', async () => {
  const answers = [];
  for (let round = 0; round < 4; round++) answers.push(await send('/seamless/ACME/balance', {}, '203.0.113.7'));
  expect(answers.map(({ status }) => status)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 429]);
  expect(platformSaw()).toHaveLength(3);
  const refused = answers[3] as Response;
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).not.toHaveProperty('status');
  expect((await send('/seamless/OTHER/balance', {}, '203.0.113.7')).status).not.toBe(429);
});
