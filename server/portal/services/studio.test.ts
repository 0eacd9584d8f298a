import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { createReadBreaker } from './read-breaker.ts';

const PICTURE = '/studio/art/vendor-NOVA.svg';
/** Long enough for a healthy studio to answer on a busy machine. */
const READING = { read: 1_000, total: 2_000 };
/** Duration of a play whose wallet is slow. */
const PLAY_MS = READING.total * 1.5;
/** More bytes than the socket buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

let studio: Server;
let answer: RequestListener;
let requestCount: number;
const studioUrl = () => localUrl(studio);
let under: TestPortal;
beforeEach(async () => {
  requestCount = 0;
  answer = (_request, response) => void response.end('here');
  studio = createServer((request, response) => {
    requestCount += 1;
    answer(request, response);
  });
  await listenLocally(studio);
  under = await startTestPortal({ studioUrl: studioUrl(), deadlines: READING });
});
/** Another portal on the same studio, with other deadlines. */
async function reopen(deadlines: typeof READING): Promise<void> {
  await under.close();
  const studioUrl = localUrl(studio);
  under = await startTestPortal({ studioUrl, deadlines });
}
afterEach(async () => {
  studio.closeAllConnections();
  await under.close();
  await new Promise((resolve) => studio.close(resolve));
});

/** One request a second is a trial: on a busy machine a request after the failures may be that trial. */
function stopClockOfBreaker(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
}

describe('a studio that hangs', () => {
  afterEach(() => void vi.useRealTimers());

  it('times out for reading requests, opens the circuit, and gets requests again once it answers', async () => {
    stopClockOfBreaker();
    answer = () => undefined;
    const loadPicture = async () => (await supertest(under.url).get(PICTURE)).status;
    expect(await Promise.all(Array.from({ length: 6 }, loadPicture))).toEqual([502, 502, 502, 502, 502, 502]);
    const before = requestCount;
    expect(await Promise.all(Array.from({ length: 6 }, loadPicture))).toEqual([503, 503, 503, 503, 503, 503]);
    expect(requestCount).toBe(before);
    answer = (_request, response) => void response.end('here');
    vi.useRealTimers();
    await expect.poll(loadPicture).toBe(200);
    expect(await Promise.all(Array.from({ length: 6 }, loadPicture))).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('opens the circuit as well when it drips bytes for too long', async () => {
    stopClockOfBreaker();
    answer = (_request, response) => {
      const drop = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drop));
    };
    const loadPicture = () =>
      supertest(under.url)
        .get(PICTURE)
        .then(
          ({ status }) => status,
          () => 'cut',
        );
    expect(await Promise.all(Array.from({ length: 6 }, loadPicture))).toEqual(['cut', 'cut', 'cut', 'cut', 'cut', 'cut']);
    expect(await loadPicture()).toBe(503);
  });

  it('gets more time for plays, independent of failures of pictures', async () => {
    answer = () => undefined;
    await Promise.all(Array.from({ length: 6 }, () => supertest(under.url).get(PICTURE)));
    answer = (request, response) => void request.resume().once('end', () => setTimeout(() => response.end('played'), PLAY_MS));
    expect((await supertest(under.url).post('/studio/api/play').send({})).text).toBe('played');
  });

  it('gets more time for calls about plays, which may wait for a wallet, without effect on pictures', async () => {
    answer = (request, response) => void setTimeout(() => response.end('here'), request.url === PICTURE ? 0 : PLAY_MS);
    const callStatus = async () => (await supertest(under.url).get('/studio/api/table-slips')).status;
    expect(await Promise.all(Array.from({ length: 6 }, callStatus))).toEqual([200, 200, 200, 200, 200, 200]);
    answer = (request, response) => void (request.url === PICTURE && response.end('here'));
    const abandoned = Array.from({ length: 6 }, () => get(`${under.url}/studio/api/round?key=k`).on('error', () => undefined));
    await expect.poll(() => requestCount).toBe(12);
    await pause(READING.total * 1.5);
    expect((await supertest(under.url).get(PICTURE)).status).toBe(200);
    for (const one of abandoned) one.destroy();
  });
});

describe('the policy of a game', () => {
  const policyAt = async (host: string) => {
    answer = (_request, response) =>
      void response
        .setHeader(
          'Content-Security-Policy',
          "default-src 'none'; script-src 'self'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-scripts",
        )
        .end();
    const { headers } = await supertest(under.url).get('/studio/play').set('Host', host);
    return headers['content-security-policy'];
  };

  it('names the requested host and the launch hosts: with "self" as the sandbox origin a game could load nothing', async () => {
    expect(await policyAt('192.168.1.7:3000')).toBe(
      "default-src 'none'; script-src 'self' http://192.168.1.7:3000 https://games.example; img-src 'self' http://192.168.1.7:3000 https://games.example data:; frame-ancestors 'self'; sandbox allow-scripts",
    );
  });

  it('names the public address, also as a frame ancestor', async () => {
    await under.close();
    under = await startTestPortal({ studioUrl: studioUrl(), deadlines: READING, publicUrl: 'https://site.example' });
    expect(await policyAt('site.example')).toBe(
      "default-src 'none'; script-src 'self' https://site.example https://games.example; img-src 'self' https://site.example https://games.example data:; frame-ancestors 'self' https://site.example; sandbox allow-scripts",
    );
  });
});

describe('a visitor on a slow line', () => {
  it('gets the whole picture, however long it takes', async () => {
    // The held part does not count, but a busy machine needs time to transfer the rest.
    const long = { ...READING, total: READING.total * 4 };
    await reopen(long);
    answer = (_request, response) => void response.end(LARGE);
    const picture = await new Promise<IncomingMessage>((resolve, reject) => {
      get(under.url + PICTURE, { agent: false }, resolve).once('error', reject);
    });
    await pause(long.total * 1.2);
    let length = 0;
    for await (const part of picture as AsyncIterable<Buffer>) length += part.length;
    expect(length).toBe(LARGE.length);
  });

  it('does not block pictures of others by leaving many unread', async () => {
    answer = (request, response) => void response.end(request.url === PICTURE ? 'here' : LARGE);
    const socket = connect(under.port, '127.0.0.1').on('error', () => undefined);
    const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: lagoon\r\n\r\n`;
    socket.pause().write(requestFor('/studio/art/large.svg') + requestFor(PICTURE).repeat(6));
    await expect.poll(() => requestCount).toBe(7);
    await pause(READING.total * 1.5);
    expect((await supertest(under.url).get(PICTURE)).status).toBe(200);
    socket.destroy();
  });
});

describe('circuit breaker of reading requests', () => {
  it('opens after five consecutive failures, allows one trial a second, and closes with an answer', () => {
    let now = 10_000;
    const breaker = createReadBreaker(() => now);
    for (const answered of [false, false, false, false, true, false, false, false, false]) breaker.recordResult(answered);
    expect(breaker.mayRequest()).toBe(true);
    breaker.recordResult(false);
    expect(breaker.mayRequest()).toBe(false);
    now += 1_000;
    expect([breaker.mayRequest(), breaker.mayRequest()]).toEqual([true, false]);
    breaker.recordResult(true);
    expect([breaker.mayRequest(), breaker.mayRequest()]).toEqual([true, true]);
  });
});
