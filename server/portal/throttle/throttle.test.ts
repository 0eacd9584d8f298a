import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import supertest from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import { THROTTLE_CLASSES } from '../../../shared/api/define-call.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { listenLocally } from '../../net/test-server.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, succeed } from '../testing/tiny-upstream.ts';
import { LIMITS } from './limits.ts';

const open: TestPortal[] = [];
afterEach(async () => {
  vi.useRealTimers();
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
  it('exist for every class, and sign-in and payments are never uncounted', () => {
    for (const name of THROTTLE_CLASSES)
      expect(LIMITS[name].rules).toContainEqual({ by: 'address', windowSeconds: expect.any(Number), max: expect.any(Number) });
    const closed = THROTTLE_CLASSES.filter((name) => LIMITS[name].onBrokenStore === 'closed');
    expect(closed).toEqual(['login', 'register', 'sms', 'captcha', 'reset', 'money', 'feedback', 'upload', 'unknown']);
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

  it('count classes separately', async () => {
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

  it('name the time until another code can be sent', async () => {
    const under = await start({ limits: { sms: 1 } });
    const send = () => supertest(under.url).post('/wps/verification/sms/noLogin').send({ mobileNum: '5550100', countryDialingCode: '1' });
    await send().expect(200);
    const { status, body, headers } = await send();
    expect([status, body.code]).toEqual([429, 'sms_too_many']);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_500);
    expect(body.message).toContain(`${Math.ceil(seconds / 60)} minutes`);
    expect(under.upstream.of('verification.smsNoLogin')).toHaveLength(1);
  });

  it('allow one captcha a second per address and key', async () => {
    // A longer window: a busy machine may need more than a second for these requests.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const under = await start();
    const image = async (key: string) => (await supertest(under.url).get(`/wps/captcha?key=${key}`)).status;
    const [one, two] = ['a'.repeat(16), 'b'.repeat(16)];
    expect([await image(one), await image(one), await image(two)]).toEqual([200, 429, 200]);
  });

  it('count a browser over all its addresses', async () => {
    const under = await start({ limits: { login: 1_000 }, trustProxy: ['loopback'] });
    const from = (round: number, cookie: string) => login(under, { 'X-Forwarded-For': `203.0.113.${round}`, Cookie: cookie });
    const statuses: number[] = [];
    for (let round = 0; round < 12; round++) statuses.push((await from(round, `device=${'d'.repeat(43)}`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await from(1, `device=${'e'.repeat(43)}`).expect(200);
  });

  it('do not count cached public answers', async () => {
    const under = await start({ limits: { read: 1 } });
    for (let round = 0; round < 5; round++) await supertest(under.url).get('/lgw/games/popular').expect(200);
    await supertest(under.url).get('/lgw/games/game_menus').expect(429);
  });
});

describe('every class', () => {
  const classes = THROTTLE_CLASSES.filter(
    (name) => !['page', 'own-page', 'stream', 'payments', 'seamless', 'report', 'unknown'].includes(name),
  );

  it.each(classes)('%s accepts one request and refuses the next with a retry time', async (name) => {
    const call = CALLS.find(({ throttle, cacheSeconds }) => throttle === name && cacheSeconds === 0);
    if (!call) throw new Error(`no call is of the class ${name}`);
    const under = await start({ limits: { [name]: 1 } });
    const send = async () => {
      const query = name === 'captcha' ? `?key=${randomUUID()}` : '';
      const [path, body] = [`${call.path}${query}`, call.encrypted ? { payload: 'x' } : {}];
      const request = supertest(under.url);
      const sent = { GET: request.get(path), POST: request.post(path), PUT: request.put(path), DELETE: request.delete(path) }[call.method];
      sent.set('Authorization', `Bearer ${'t'.repeat(43)}`);
      if (call.rawBody > 0) return sent.type('image/png').send(Buffer.from('a picture'));
      return sent.send(call.method === 'GET' ? undefined : body);
    };
    expect((await send()).status).not.toBe(429);
    const second = await send();
    expect([second.status, second.body.code]).toEqual([429, LIMITS[name].code]);
    const seconds = Number(second.headers['retry-after']);
    const text = TEXTS.EN?.[`errors.${LIMITS[name].code}`]?.replace('{{minutes}}', String(Math.ceil(seconds / 60)));
    expect(second.body.message).toBe(text);
    expect(seconds).toBeGreaterThan(0);
    expect(under.upstream.of(call.id).length).toBeLessThanOrEqual(1);
  });
});

describe('shared counters', () => {
  it('that are unavailable close sign-in and money and leave reading open', async () => {
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
  await listenLocally(server);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
