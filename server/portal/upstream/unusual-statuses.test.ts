import { createServer, request, type Server, type ServerResponse } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { REPLY_NAMES, type Reply, startStatusUpstream } from '../../net/test-status-upstream.ts';
import { createPassCall } from '../calls/pass-call.ts';
import { unknownCall } from '../calls/unknown-calls.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage } from '../edge/edge-stage.ts';
import { RequestTimes } from '../edge/request-times.ts';
import { createHostProbe } from '../hosts/host-probe.ts';
import { mountService } from '../services/mount-service.ts';
import type { Circuits } from './circuits.ts';
import { createUpstreamClient } from './client.ts';
import { BARE, createUpstreamLinks } from './links.ts';

/** Short, because an answer of 1xx alone is waited for until the deadline. */
const DEADLINES = { connect: 60_000, read: 200, idle: 200, total: 200 };
const STATUSES = Array.from({ length: 500 }, (_, index) => String(index + 100));
/** Three digits that are not an HTTP status. */
const STRANGE = ['000', '099', '600', '999'];
const AT_ONCE = 100;
/** The circuit breaker is not under test. */
const CLOSED: Circuits = { begin: () => () => undefined, isOpen: () => false, close: () => undefined };

/** Every status with every reply, several at a time; the test times out if one never ends. */
async function requestAll<T>(replies: readonly Reply[], request: (path: string) => Promise<T>): Promise<readonly T[]> {
  const paths = replies.flatMap((reply) => [...STATUSES, ...STRANGE].map((status) => `${status}/${reply}`));
  const results: T[] = [];
  while (paths.length > 0) results.push(...(await Promise.all(paths.splice(0, AT_ONCE).map(request))));
  return results;
}

/** Like the portal's own call. */
const refuse = (response: ServerResponse, status: number) =>
  void (response.headersSent ? response.destroy() : response.writeHead(status).end());
const noStatus = (status: number) => !(status >= 200 && status <= 599);

/** A server with a single stage. */
async function serve(stage: EdgeStage): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((incoming, response) => {
    Object.assign(response, {
      locals: { log: pino({ level: 'silent' }), requestId: 'r', address: '192.0.2.1', times: new RequestTimes() },
    });
    void stage(incoming as EdgeRequest, response as EdgeResponse, () => void response.writeHead(404).end());
  });
  await listenLocally(server);
  return { url: localUrl(server), server };
}

/** Half a body, and a body without a length: a closed connection ends both. */
const CUT_OFF = /\/(?:cut-body|upgrade)$/;

function statusOf(url: string, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const lost = (error: Error) => (CUT_OFF.test(url) ? resolve(502) : reject(new Error(`${method} ${url}`, { cause: error })));
    const sent = request(url, { method, agent: false }, (answer) => {
      answer
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', lost)
        .resume();
    });
    sent.once('error', lost).end();
  });
}

describe('an answer with any status', () => {
  let upstream: Awaited<ReturnType<typeof startStatusUpstream>>;
  beforeAll(async () => {
    upstream = await startStatusUpstream();
  });
  afterAll(() => upstream.close());

  it('ends a call of the portal itself', async () => {
    const links = createUpstreamLinks({ wps: upstream.url, lgw: upstream.url, lotto: upstream.url }, DEADLINES);
    const outcomes = await requestAll(REPLY_NAMES, (path) =>
      links.exchange({ ...BARE, method: 'GET', path: `/wps/${path}` }).then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      ),
    );
    expect(outcomes).toHaveLength(REPLY_NAMES.length * (STATUSES.length + STRANGE.length));
    expect(outcomes.filter((outcome) => outcome === 101)).toEqual([]);
    links.close();
  });

  it.each(['GET', 'POST'])('ends a %s of a browser', async (method) => {
    const links = createUpstreamLinks({ wps: upstream.url, lgw: upstream.url, lotto: upstream.url }, DEADLINES);
    const client = createUpstreamClient({
      links,
      deadlines: DEADLINES,
      circuits: CLOSED,
      readCall: (_call, _status, body) => ({ envelope: { success: true, value: null } as never, body }),
    });
    const passCall = createPassCall({ client, refuse: refuse as never, isDraining: () => false });
    const { url, server } = await serve((incoming, response, next) => {
      const call = unknownCall(method, incoming.url);
      if (call) passCall(incoming, response, { call, search: '', headers: {}, account: undefined }, next);
      else next();
    });
    const statuses = await requestAll(['empty', 'upgrade', 'cut-body', 'twice'], (path) => statusOf(`${url}/wps/${path}`, method));
    expect(statuses.filter(noStatus)).toEqual([]);
    client.close();
    server.close();
  });

  it.each(['GET', 'POST'])('ends a %s to a mounted service', async (method) => {
    const statuses = await requestAll(['empty', 'upgrade', 'cut-head', 'cut-body'], async (path) => {
      // One mount per request, because its circuit breaker is not under test.
      const about = { path: /^\//, route: 'test', url: upstream.url, forwardedHeaders: [], maxBodyBytes: 1_024 };
      const mount = mountService({ ...about, reading: DEADLINES, timeoutMs: DEADLINES.total }, refuse as never);
      const { url, server } = await serve(mount.handle);
      const status = await statusOf(`${url}/x/${path}`, method);
      mount.close();
      server.close();
      return status;
    });
    expect(statuses.filter(noStatus)).toEqual([]);
  });

  it('ends the probe of a host', async () => {
    const server = createServer();
    server.on('request', (_request, response) => {
      response.socket?.end('HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    await listenLocally(server);
    expect(await createHostProbe(true)(localUrl(server))).toBe('failing');
    server.close();
  });
});
