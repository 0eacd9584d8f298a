import type { ServerResponse } from 'node:http';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, succeed } from '../testing/tiny-upstream.ts';

const DEADLINES = { connect: 200, idle: 200, total: 500 };
const TOKEN = { Authorization: 'Bearer t' };

describe('an upstream in trouble', () => {
  let under: TestPortal;
  beforeEach(async () => {
    under = await startTestPortal({ deadlines: DEADLINES });
  });
  afterEach(() => under.close());
  const get = () => supertest(under.url).get('/wps/member/info').set(TOKEN);

  it('that is dead gives 502 in the visitor language, and works again when it is back', async () => {
    await under.upstream.stop();
    const dead = await get().set('Language', 'EN');
    expect([dead.status, dead.body.success, dead.body.code]).toEqual([502, false, 'upstream_unavailable']);
    expect(dead.body.message).toBe('Network link abnormal, please try again.');
    await under.upstream.start();
    await get().expect(200);
  });

  it('that hangs gives 504 once the idle deadline has passed', async () => {
    under.upstream.on('member.info', () => undefined);
    const { status, body } = await get();
    expect([status, body.code]).toEqual([504, 'upstream_timeout']);
  });

  it('that drips its head or body for ever is cut by the total deadline', async () => {
    const timers: NodeJS.Timeout[] = [];
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      timers.push(setInterval(() => response.write(' '), 50));
    });
    const start = performance.now();
    // The head is out, so the only honest end is a broken connection.
    await expect(get()).rejects.toThrow(/aborted|socket hang up/);
    expect(performance.now() - start).toBeLessThan(5_000);
    for (const timer of timers) clearInterval(timer);
  });

  it('that breaks off in the middle breaks the answer off as well', async () => {
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"success":');
      response.socket?.destroySoon();
    });
    await expect(get()).rejects.toThrow(/aborted|socket hang up/);
  });

  it('gets a failed GET once more and a failed POST never', async () => {
    const cut = (_request: unknown, response: ServerResponse) => void response.socket?.destroy();
    let tries = 0;
    under.upstream.on('member.info', (request, response) =>
      ++tries === 1 ? cut(request, response) : json(response, 200, { success: true, value: {} }),
    );
    await get().expect(200);
    expect(tries).toBe(2);

    under.upstream.on('deposit.confirm', cut);
    const { status, body } = await supertest(under.url).post('/wps/relay/MCSFE_confirmDeposit').set(TOKEN).send({ depositId: 'd' });
    expect([status, body.code]).toEqual([502, 'upstream_unavailable']);
    expect(under.upstream.of('deposit.confirm')).toHaveLength(1);
  });

  it('lets its own refusals through with their status', async () => {
    under.upstream.on('member.info', (_request, response) =>
      json(response, 403, { success: false, value: null, code: 'forbidden', message: 'm' }),
    );
    const { status, body } = await get();
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('is left alone when the visitor goes away', async () => {
    const gone = new Promise<void>((resolve) => {
      under.upstream.on('member.info', (_request, response) => void response.once('close', resolve));
    });
    const controller = new AbortController();
    const request = fetch(`${under.url}/wps/member/info`, { headers: TOKEN, signal: controller.signal });
    const ended = request.catch(() => 'aborted');
    // The upstream has the request before the visitor leaves.
    await expect.poll(() => under.upstream.of('member.info').length).toBe(1);
    controller.abort();
    expect(await ended).toBe('aborted');
    await gone;
  });

  it('still has its public answers served while it is down', async () => {
    under.upstream.on('games.popular', succeed({ games: [] }));
    await supertest(under.url).get('/lgw/games/popular').expect(200);
    await under.upstream.stop();
    await supertest(under.url)
      .get('/lgw/games/popular')
      .expect(200, { success: true, value: { games: [] } });
    const other = await supertest(under.url).get('/lgw/games/game_menus');
    expect([other.status, other.body.code]).toEqual([502, 'upstream_unavailable']);
  });

  it('keeps connections to it open between calls', async () => {
    const ports = new Set<number | undefined>();
    under.upstream.on('member.info', (_request, response) => {
      ports.add(response.socket?.remotePort);
      json(response, 200, { success: true, value: {} });
    });
    for (let round = 0; round < 10; round++) await get().expect(200);
    expect(ports.size).toBe(1);
  });
});
