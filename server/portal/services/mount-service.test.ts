import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import pino from 'pino';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import { type MountedService, mountService, type ServiceMount } from './mount-service.ts';

const SOCKETS = 3;
/** More bytes than the socket buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

/** What a service repeats without ever completing its answer. */
const SLOW: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/continued': (response) => response.writeContinue(),
  '/bytewise': (response) => void response.write('x'),
};
function repeat(response: ServerResponse, step: (response: ServerResponse) => void): void {
  const timer = setInterval(() => step(response), 20);
  response.once('close', () => clearInterval(timer));
}

let service: Server;
let received: string[];
let held: ServerResponse[];
let opened: { server: Server; mount: ServiceMount }[];
beforeEach(async () => {
  [received, held, opened] = [[], [], []];
  service = createServer((request, response) => {
    received.push(request.url ?? '');
    const answerSlowly = SLOW[request.url ?? ''];
    if (request.url === '/held') held.push(response);
    else if (answerSlowly) repeat(response, answerSlowly);
    else response.end(request.url === '/large' ? LARGE : 'here');
  });
  await listenLocally(service);
});
afterEach(() => {
  for (const { server, mount } of opened) {
    mount.close();
    server.closeAllConnections();
    server.close();
  }
  service.closeAllConnections();
  service.close();
});

/** The mount with three connections; its refusals are recorded as "status code". */
async function open(more: Partial<MountedService>): Promise<string> {
  const url = localUrl(service);
  const refuse = (response: ServerResponse, status: number, code: string, headers: Record<string, string | number> = {}) => {
    response.writeHead(status, headers as Record<string, string>).end(code);
  };
  const about = { path: /^\//, route: 'test', url, forwardedHeaders: [], maxBodyBytes: 1_024, maxSockets: SOCKETS };
  const mount = mountService({ ...about, ...more }, refuse as never);
  const server = createServer((request, response) => {
    Object.assign(response, { locals: { log: pino({ level: 'silent' }), requestId: 'r', address: '192.0.2.1' } });
    mount.handle(request as EdgeRequest, response as EdgeResponse, () => response.writeHead(404).end());
  });
  await listenLocally(server);
  opened.push({ server, mount });
  return localUrl(server);
}

/** Open requests at the service, and how many were answered. */
function hold(url: string): { answered: number; end(): void } {
  const state = { answered: 0, end(): void {} };
  const requests = Array.from({ length: SOCKETS }, () =>
    get(`${url}/held`, { agent: false }, (answer: IncomingMessage) => {
      state.answered += 1;
      answer.resume();
    }).on('error', () => undefined),
  );
  state.end = () => {
    for (const request of requests) request.destroy();
  };
  return state;
}

describe('a service that hangs with all connections in use', () => {
  it('refuses waiting reading requests with a code and never sends them', async () => {
    const url = await open({ connectionWaitMs: 100 });
    const holding = hold(url);
    await expect.poll(() => held.length).toBe(SOCKETS);
    const answers = await Promise.all([supertest(url).get('/one'), supertest(url).get('/two'), supertest(url).head('/three')]);
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(Array(3).fill([503, '2']));
    expect(answers[0]?.text).toBe('upstream_unavailable');
    // They were refused while the connections were in use, not afterwards.
    expect([holding.answered, received]).toEqual([0, Array(SOCKETS).fill('/held')]);
    for (const response of held) response.end('here');
    await expect.poll(() => holding.answered).toBe(SOCKETS);
    expect((await supertest(url).get('/after')).text).toBe('here');
    expect(received).toEqual([...Array(SOCKETS).fill('/held'), '/after']);
    holding.end();
  });

  it('lets changing requests wait for a free connection', async () => {
    const url = await open({ connectionWaitMs: 100 });
    const holding = hold(url);
    await expect.poll(() => held.length).toBe(SOCKETS);
    const played = supertest(url)
      .post('/play')
      .send({})
      .then((answer) => answer);
    // The wait limit of reading requests has passed.
    expect((await supertest(url).get('/one')).status).toBe(503);
    for (const response of held) response.end('here');
    expect((await played).text).toBe('here');
    holding.end();
  });

  it('ignores clients that do not read: their connections stay in use, and other requests are refused in time', async () => {
    const url = await open({ connectionWaitMs: 100, reading: { read: 100, total: 60_000 } });
    const lazy: Socket[] = Array.from({ length: SOCKETS }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      socket.pause().write('GET /large HTTP/1.1\r\nHost: lagoon\r\n\r\n');
      return socket;
    });
    await expect.poll(() => received.length).toBe(SOCKETS);
    expect((await supertest(url).get('/one')).status).toBe(503);
    for (const socket of lazy) socket.destroy();
    await expect.poll(async () => (await supertest(url).get('/one')).status).toBe(200);
  });
});

describe('a service that sends something all the time and never completes its answer', () => {
  it.each(['post', 'get'] as const)('is left after the total time of a %s', async (method) => {
    const url = await open({ timeoutMs: 200 });
    expect((await supertest(url)[method]('/continued')).status).toBe(502);
    await expect(supertest(url)[method]('/bytewise')).rejects.toThrow(/aborted|hang up|terminated/);
  });

  it('is not left if its answers are streams', async () => {
    // A silence of this length does not happen on a busy machine either.
    const url = await open({ timeoutMs: 1_000, streams: true });
    let bytes = 0;
    const stream = get(`${url}/bytewise`, (answer: IncomingMessage) => answer.on('data', (chunk: Buffer) => (bytes += chunk.length)));
    let isLost = false;
    stream.once('close', () => (isLost = true)).on('error', () => undefined);
    // One byte each 20 ms: far beyond the total time of other requests.
    await expect.poll(() => bytes).toBeGreaterThan(150);
    expect(isLost).toBe(false);
    stream.destroy();
  });
});
