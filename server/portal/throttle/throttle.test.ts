import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { THROTTLE_CLASSES } from '../../../shared/api/define-call.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, succeed } from '../testing/tiny-upstream.ts';
import { LIMITS } from './limits.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const open: TestPortal[] = [];
afterEach(async () => {
  for (const portal of open.splice(0)) await portal.close();
});
async function start(...overrides: Parameters<typeof startTestPortal>): Promise<TestPortal> {
  const portal = await startTestPortal(...overrides);
  open.push(portal);
  portal.upstream.on('session.login', (_request, response) =>
    json(response, 200, { success: false, value: null, code: 'wrong_credentials', message: '' }),
  );
  return portal;
}
const login = (portal: TestPortal, headers: Record<string, string> = {}) =>
  supertest(portal.url).post('/wps/session/login').set(headers).send({ payload: 'x' });

describe('limits', () => {
  it('exist for every class, and guessing and paying are never uncounted', () => {
    for (const name of THROTTLE_CLASSES) expect(LIMITS[name].perAddress).toBeGreaterThan(0);
    const closed = THROTTLE_CLASSES.filter((name) => LIMITS[name].onBrokenStore === 'closed');
    expect(closed).toEqual(['login', 'register', 'sms', 'captcha', 'reset', 'money']);
  });

  it('answer 429 in the envelope with the time to wait', async () => {
    const under = await start({ limits: { login: 2 } });
    await login(under).expect(200);
    await login(under).expect(200);
    const { status, body, headers } = await login(under);
    expect([status, body.code, body.success]).toEqual([429, 'too_many_requests', false]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(under.upstream.of('session.login')).toHaveLength(2);
  });

  it('count classes apart', async () => {
    const under = await start({ limits: { login: 1 } });
    await login(under).expect(200);
    await login(under).expect(429);
    const other = await supertest(under.url).put('/wps/member/register').send({ payload: 'x' });
    expect(other.status).not.toBe(429);
    expect(under.upstream.of('member.register')).toHaveLength(1);
  });

  it('count a member over all addresses, and an IPv6 network as one address', async () => {
    const under = await start({ limits: { money: 2 }, trustProxy: ['loopback'] });
    under.upstream.on('session.login', succeed(loginAnswer('t')));
    const agent = supertest.agent(under.url);
    await agent.post('/wps/session/login').send({ payload: 'x' });
    const pay = (address: string) => agent.post('/wps/relay/MCSFE_confirmDeposit').set('X-Forwarded-For', address).send({ depositId: 'd' });
    expect([(await pay('203.0.113.1')).status, (await pay('203.0.113.2')).status, (await pay('203.0.113.3')).status]).toEqual([
      200, 200, 429,
    ]);
    const other = (address: string) =>
      supertest(under.url)
        .post('/wps/relay/MCSFE_confirmDeposit')
        .set({ 'X-Forwarded-For': address, Authorization: 'Bearer tool' })
        .send({ depositId: 'd' });
    expect([(await other('2001:db8::1')).status, (await other('2001:db8::2')).status, (await other('2001:db8:0:1::3')).status]).toEqual([
      200, 200, 429,
    ]);
  });

  it('do not count ready public answers', async () => {
    const under = await start({ limits: { read: 1 } });
    for (let round = 0; round < 5; round++) await supertest(under.url).get('/lgw/games/popular').expect(200);
    await supertest(under.url).get('/lgw/games/game_menus').expect(429);
  });
});

describe('shared counters', () => {
  it.runIf(redisUrl)('hold over two processes', async () => {
    const [one, two] = [
      await start({ redisUrl, limits: { login: 3 }, trustProxy: ['loopback'] }),
      await start({ redisUrl, limits: { login: 3 }, trustProxy: ['loopback'] }),
    ];
    // An address of its own, so that an earlier run does not count.
    const hex = randomUUID().replaceAll('-', '');
    const address = `2001:${hex.slice(0, 4)}:${hex.slice(4, 8)}:${hex.slice(8, 12)}::1`;
    const statuses: number[] = [];
    for (let round = 0; round < 6; round++) statuses.push((await login(round % 2 ? one : two, { 'X-Forwarded-For': address })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it('that are gone close sign-in and money and leave reading open', async () => {
    const under = await start({ redisUrl: `redis://127.0.0.1:${await deadPort()}` });
    const { status, body } = await login(under);
    expect([status, body.code]).toEqual([503, 'server_busy']);
    await supertest(under.url)
      .post('/wps/relay/MCSFE_confirmDeposit')
      .set('Authorization', 'Bearer t')
      .send({ depositId: 'd' })
      .expect(503);
    await supertest(under.url).get('/wps/member/info').set('Authorization', 'Bearer t').expect(200);
    await supertest(under.url).get('/index').expect(200);
    expect(under.upstream.of('session.login')).toEqual([]);
    expect(under.upstream.of('deposit.confirm')).toEqual([]);
  });
});

async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
