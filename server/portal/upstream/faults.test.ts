import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { depositCreate } from '../../../shared/api/deposit/calls.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, sampleValue, succeed } from '../testing/tiny-upstream.ts';

/** For an upstream that hangs. The other tests have no deadline that a slow machine could miss. */
const SHORT = { connect: 20_000, read: 500, idle: 500, total: 1_000 };
const TOKEN = { Authorization: 'Bearer t' };

let under: TestPortal;
afterEach(() => under.close());
const open = async (overrides: Parameters<typeof startTestPortal>[0] = {}) => {
  under = await startTestPortal(overrides);
};
const get = () => supertest(under.url).get('/wps/member/info').set(TOKEN);
const memberCalls = () => under.upstream.of('member.info').length;

describe('an upstream in trouble', () => {
  beforeEach(() => open());

  it('that is down gives 502 in the visitor language, and works again after its restart', async () => {
    await under.upstream.stop();
    const dead = await get().set('Language', 'EN');
    expect([dead.status, dead.body.success, dead.body.code]).toEqual([502, false, 'upstream_unavailable']);
    expect(dead.body.message).toBe('Network link abnormal, try again.');
    await under.upstream.start();
    await get().expect(200);
  });

  it('that breaks off inside an answer gets no second attempt', async () => {
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"success":');
      response.socket?.destroySoon();
    });
    const { status, body } = await get();
    expect([status, body.code]).toEqual([502, 'upstream_unavailable']);
    expect(under.upstream.of('member.info')).toHaveLength(1);
  });

  it('gets a retry of a failed GET and never of a failed POST', async () => {
    const cut = (_request: unknown, response: ServerResponse) => void response.socket?.destroy();
    let tries = 0;
    under.upstream.on('member.info', (request, response) =>
      ++tries === 1 ? cut(request, response) : json(response, 200, { success: true, value: sampleValue('member.info') }),
    );
    await get().expect(200);
    expect(tries).toBe(2);

    under.upstream.on('deposit.confirm', cut);
    const { status, body } = await supertest(under.url).post('/wps/relay/MCSFE_confirmDeposit').set(TOKEN).send({ depositId: 'd' });
    expect([status, body.code]).toEqual([502, 'upstream_unavailable']);
    expect(under.upstream.of('deposit.confirm')).toHaveLength(1);
  });

  it('passes its own refusals through with their status', async () => {
    under.upstream.on('member.info', (_request, response) =>
      json(response, 403, { success: false, value: null, code: 'forbidden', message: 'm' }),
    );
    const { status, body } = await get();
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('loses its request when the visitor disconnects', async () => {
    const disconnected = new Promise<void>((resolve) => {
      under.upstream.on('member.info', (_request, response) => void response.once('close', resolve));
    });
    const controller = new AbortController();
    const request = fetch(`${under.url}/wps/member/info`, { headers: TOKEN, signal: controller.signal });
    const ended = request.catch(() => 'aborted');
    // The upstream has received the request before the visitor disconnects.
    await expect.poll(() => under.upstream.of('member.info').length).toBe(1);
    controller.abort();
    expect(await ended).toBe('aborted');
    await disconnected;
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

  it('keeps its connections open between calls', async () => {
    const ports = new Set<number | undefined>();
    under.upstream.on('member.info', (_request, response) => {
      ports.add(response.socket?.remotePort);
      json(response, 200, { success: true, value: sampleValue('member.info') });
    });
    for (let round = 0; round < 10; round++) await get().expect(200);
    expect(ports.size).toBe(1);
  });
});

describe('an upstream that is silent', () => {
  beforeEach(() => open({ deadlines: SHORT }));

  it('that hangs gives 504 once the idle deadline has passed', async () => {
    under.upstream.on('member.info', () => undefined);
    const { status, body } = await get();
    expect([status, body.code]).toEqual([504, 'upstream_timeout']);
  });

  it('that drips its body endlessly gives 504 at the total deadline', async () => {
    const timers: NodeJS.Timeout[] = [];
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      timers.push(setInterval(() => response.write(' '), 50));
    });
    const { status, body } = await get();
    expect([status, body.code]).toEqual([504, 'upstream_timeout']);
    for (const timer of timers) clearInterval(timer);
  });

  it('gives "nothing booked" where nothing was sent, and "may be booked" where the outcome of a money call is unknown', async () => {
    const body = { channel: 'BANK', amount: '10', reference: 'reference-of-a-form' };
    const money = () => supertest(under.url).post(depositCreate.path).set(TOKEN).send(body);
    const perhaps = 'we do not know yet whether this went through';
    under.upstream.on('deposit.create', () => undefined);
    expect((await money()).body.message).toContain(perhaps);
    under.upstream.on('deposit.create', (_request, response) => void response.socket?.destroy());
    expect((await money()).body.message).toContain(perhaps);
    under.upstream.on('deposit.create', (_request, response) => json(response, 200, { surprise: true }));
    expect((await money()).body.message).toContain(perhaps);
    await under.upstream.stop();
    expect((await money()).body.message).toContain('No money was moved');
    // Control: a call that moves no money has the usual text.
    expect((await get()).body.message).toBe('Network link abnormal, try again.');
    await under.upstream.start();
  });

  it('opens the circuit after repeated failures', async () => {
    await expectOpenCircuit(() => undefined);
  });
});

describe('an upstream that keeps failing', () => {
  beforeEach(() => open());

  it.each([
    ['breaks off', (_request: unknown, response: ServerResponse) => void response.socket?.destroy()],
    ['sends garbage', (_request: unknown, response: ServerResponse) => void response.end('<html>gateway</html>')],
    [
      'has a gateway that fails',
      (_request: unknown, response: ServerResponse) => void response.writeHead(502).end('<html>bad gateway</html>'),
    ],
    ['announces more than it sends', (_request: unknown, response: ServerResponse) => sendLess(response)],
  ])('because it %s gets no more calls, and the refusal names a time to retry', async (_name, answer) => {
    await expectOpenCircuit(answer);
  });

  it('gets calls again as soon as it answers', async () => {
    await under.upstream.stop();
    for (let round = 0; round < 6; round++) await get();
    expect((await get()).status).toBe(503);
    await under.upstream.start();
    await expect.poll(async () => (await get()).status, { interval: 200 }).toBe(200);
  });

  it('that refuses does not open the circuit: it gets every call', async () => {
    under.upstream.on('member.info', (_request, response) =>
      json(response, 503, { success: false, value: null, code: 'server_busy', message: 'busy' }),
    );
    for (let round = 0; round < 12; round++) expect([(await get()).status, (await get()).body.code]).toEqual([503, 'server_busy']);
    expect(memberCalls()).toBe(24);
  });
});

describe('a visitor', () => {
  beforeEach(() => open());

  it('who sends a body slowly holds no connection to the upstream and opens no circuit', async () => {
    await under.close();
    const deadlines = { ...SHORT, read: 20_000, total: 2_000 };
    await open({ deadlines });
    // Successful answers would close the circuit again.
    under.upstream.on('session.keys', () => undefined);
    const head = 'POST /wps/session/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    const sockets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = connect(under.port, '127.0.0.1', () => socket.write(head));
        await once(socket, 'connect');
        return socket;
      }),
    );
    await sleep(2 * deadlines.total);
    expect((await get()).status).toBe(200);
    expect(under.upstream.of('session.login')).toHaveLength(0);
    for (const socket of sockets) socket.destroy();
  });

  it.each([
    [500, 'has the platform trip', (_request: unknown, response: ServerResponse) => json(response, 500, SYSTEM_ERROR)],
    [502, 'has it fall without a word', (_request: unknown, response: ServerResponse) => void response.writeHead(500).end('<html>')],
    [
      502,
      'gets a refusal without an envelope',
      (_request: unknown, response: ServerResponse) => void response.writeHead(414).end('<html>too long</html>'),
    ],
    [
      502,
      'has an invalid stored value',
      (_request: unknown, response: ServerResponse) => json(response, 200, { success: true, value: { id: {} } }),
    ],
  ])('answered with %i who %s closes the upstream to no other visitor', async (status, _name, answer) => {
    under.upstream.on('session.keys', () => undefined);
    under.upstream.on('member.info', answer);
    for (let round = 0; round < 12; round++) expect((await get()).status).toBe(status);
    expect(under.upstream.of('member.info')).toHaveLength(12);
    await supertest(under.url).get('/wps/system/whitelabel').expect(200);
  });
});

it('an upstream that closes its idle connections at the wrong moment gets no POST twice', async () => {
  await open();
  const bodies: string[] = [];
  under.upstream.on('deposit.confirm', ({ body }, response) => {
    bodies.push(body);
    // Every second request was processed, and the connection closes before the answer.
    if (bodies.length % 2 === 0) response.socket?.destroy();
    else json(response, 200, { success: true, value: sampleValue('deposit.confirm') });
  });
  const statuses: number[] = [];
  for (let round = 0; round < 10; round++) {
    const post = supertest(under.url).post('/wps/relay/MCSFE_confirmDeposit').set(TOKEN);
    statuses.push((await post.send({ depositId: `d${round}` })).status);
  }
  expect(bodies).toEqual(Array.from({ length: 10 }, (_, round) => JSON.stringify({ depositId: `d${round}` })));
  expect(statuses).toEqual(Array.from({ length: 5 }, () => [200, 502]).flat());
});

/** The circuit is open: the upstream gets no more calls, and the refusal names a time to retry. */
async function expectOpenCircuit(answer: (request: unknown, response: ServerResponse) => void): Promise<void> {
  // Successful answers would close the circuit again.
  under.upstream.on('session.keys', () => undefined);
  under.upstream.on('member.info', answer);
  const statuses: number[] = [];
  for (let round = 0; round < 12; round++) statuses.push((await get()).status);
  expect(statuses.slice(-5)).toEqual(Array(5).fill(503));
  const before = memberCalls();
  const { status, body, headers } = await get().set('Language', 'EN');
  expect([status, body.code, body.message, headers['retry-after']]).toEqual([
    503,
    'upstream_unavailable',
    'Network link abnormal, try again.',
    '2',
  ]);
  expect(memberCalls()).toBe(before);
  expect(memberCalls()).toBeLessThanOrEqual(6);
  // Another family and event streams still work.
  await expect.poll(async () => (await supertest(under.url).get('/lgw/games/popular')).status).toBe(200);
}

const SYSTEM_ERROR = { success: false, value: null, code: 'system_error', message: '' };
function sendLess(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' }).write('{"success":true');
  setTimeout(() => response.socket?.destroy(), 10);
}
