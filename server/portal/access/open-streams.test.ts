import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventStream } from '../../../shared/api/live/calls.ts';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, STATUS, succeed, WHITELABEL } from '../testing/tiny-upstream.ts';

const EVENTS = { 'Content-Type': 'text/event-stream' };
const PATHS = [
  eventStream.path,
  '/studio/api/table-stream?gameId=x',
  '/studio/api/rooms/stream',
  '/studio/api/flight-stream?gameId=x',
  '/studio/api/events-stream?gameId=x',
  '/studio/api/lottery/stream?gameId=x',
  '/studio/api/sea/stream',
];

let studio: Server;
let under: TestPortal;
beforeEach(async () => {
  studio = createServer((_request, response) => void response.writeHead(200, EVENTS).write(': \n\n'));
  await listenLocally(studio);
  under = await startTestPortal({ watchMs: 20, studioUrl: localUrl(studio) });
  under.upstream.on('session.login', succeed(loginAnswer('stream-token')));
  under.upstream.on('events.stream', (_request, response) => void response.writeHead(200, EVENTS).write('data: {"type":"hello"}\n\n'));
});
afterEach(async () => {
  await under.close();
  studio.closeAllConnections();
  studio.close();
});

/** Opens every stream; `ended` counts those that have ended. */
async function openAll() {
  const login = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' });
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
  const state = { ended: 0 };
  for (const path of PATHS) {
    const [answer] = (await once(get(under.url + path, { agent: false, headers: { Cookie: cookie } }), 'response')) as [IncomingMessage];
    expect([path, answer.statusCode]).toEqual([path, 200]);
    answer.once('close', () => {
      state.ended += 1;
    });
    answer.on('error', () => undefined).resume();
  }
  return state;
}

describe('open streams', () => {
  it.each([
    ['maintenance', { maintenance: true }],
    ['a region rule', { regionRestriction: true }],
  ])('end when %s begins', async (_what, status) => {
    const streams = await openAll();
    under.upstream.on('system.status', succeed({ ...STATUS, ...status }));
    under.upstream.on('system.whitelabel', succeed({ ...WHITELABEL, contentVersion: '2' }));
    await expect.poll(() => streams.ended).toBe(PATHS.length);
  });

  it('stay open after other changes', async () => {
    const streams = await openAll();
    const statusCalls = () => under.upstream.of('system.status').length;
    const before = statusCalls();
    under.upstream.on('system.whitelabel', succeed({ ...WHITELABEL, contentVersion: '2' }));
    await expect.poll(statusCalls).toBeGreaterThan(before);
    expect(streams.ended).toBe(0);
  });
});
