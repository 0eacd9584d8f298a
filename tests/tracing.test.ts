import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../server/config/logger.ts';
import { defined } from '../server/kit/defined.ts';
import { listenLocally } from '../server/net/test-server.ts';
import { startTracing } from '../server/observe/start-tracing.ts';
import { currentSpan, type Tracing, traced } from '../server/observe/tracing.ts';
import type { BoundCall } from '../server/platform/base/http/binding.ts';
import { createHttp } from '../server/platform/base/http/http.ts';
import { createTranslate } from '../server/platform/base/http/translate-text.ts';
import { traceRequests } from '../server/portal/edge/trace-requests.ts';
import { startTestPortal, type TestPortal } from '../server/portal/testing/start-portal.ts';
import { STATUS, WHITELABEL } from '../server/portal/testing/tiny-upstream.ts';
import { CALLS } from '../shared/api/call-table.ts';

const CANARY = 'canary-trace-9';
const OTHERS = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

const bodies: string[] = [];
const servers: Server[] = [];
let portal: TestPortal;
let tracings: Tracing[] = [];

async function listen(app: RequestListener): Promise<string> {
  const server = createServer(app);
  servers.push(server);
  return listenLocally(server);
}

/** The platform's HTTP server with minimal handlers, because the test covers the path of a request through both services. */
function platformOf(tracing: Tracing | undefined) {
  const values: Record<string, unknown> = { 'system.status': STATUS, 'system.whitelabel': WHITELABEL };
  const handle = (call: BoundCall['call']) => async () => traced('transaction', { attempt: 1 }, async () => values[call.id] ?? {});
  const pass: RequestListener = () => undefined;
  const skip = (_request: unknown, _response: unknown, next: () => void) => next();
  return createHttp({
    calls: CALLS.map((call): BoundCall => ({ call, handle: handle(call) })),
    merchant: 'test',
    log: createLogger('silent', 'platform'),
    translate: createTranslate(),
    ...defined({ tracing }),
    resolveActor: async () => null,
    isRefused: async () => false,
    openPayload: async () => ({}),
    payments: skip,
    seamless: skip,
    internal: skip,
  }).app as typeof pass;
}

const sent = (): SentSpan[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );

/** The expected parent span of a request. */
function parentSeen(trusts: ((address: string) => boolean) | undefined): string | undefined {
  let seen: string | undefined;
  const span = { run: (work: () => unknown) => work() };
  const tracing = {
    root(_name: string, _kind: string, _facts: unknown, parent?: string) {
      seen = parent;
      return span;
    },
  } as unknown as Tracing;
  const request = { socket: { remoteAddress: '192.0.2.9' }, headers: { traceparent: OTHERS }, method: 'GET' };
  const response = { locals: { requestId: 'r' }, once: () => response };
  void traceRequests(tracing, trusts, () => undefined)(request as never, response as never, () => undefined);
  return seen;
}

beforeAll(async () => {
  const endpoint = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  const settings = { endpoint, serviceName: 'test', share: 1 };
  const ends = [await startTracing(settings, 'portal'), await startTracing(settings, 'platform')] as const;
  tracings = ends.filter((end) => end !== undefined);
  const url = await listen(platformOf(ends[1]));
  portal = await startTestPortal({
    upstreams: { wps: url, lgw: url, lotto: url },
    ...defined({ tracing: ends[0] }),
    trustProxy: ['192.0.2.9'],
  });
});
afterAll(async () => {
  await portal.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('traces', () => {
  it('show one view of a page as one tree through portal and platform, without personal data', async () => {
    const headers = { Cookie: `session=${CANARY}`, 'User-Agent': CANARY, 'X-Request-Id': CANARY, traceparent: OTHERS };
    const answer = await fetch(`${portal.url}/index?code=${CANARY}`, { headers });
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect(answer.status).toBe(200);
    await Promise.all(tracings.map((tracing) => tracing.close()));
    const spans = sent();
    const root = spans.find(({ name, parentSpanId }) => name.startsWith('GET ') && !parentSpanId);
    const tree = spans.filter(({ traceId }) => traceId === root?.traceId);
    const nameOf = (id: string | undefined) => tree.find(({ spanId }) => spanId === id)?.name;
    const path = (span: SentSpan | undefined): string[] =>
      span ? [...path(tree.find(({ spanId }) => spanId === span.parentSpanId)), span.name] : [];
    expect(
      path(tree.find(({ name, parentSpanId }) => name === 'transaction' && nameOf(parentSpanId) === 'platform system.status')),
    ).toEqual([root?.name, 'call system.status', 'platform system.status', 'transaction']);
    // A single root: trace headers of visitors are ignored.
    expect(tree.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
    expect(JSON.stringify(spans)).toContain(requestId);
    expect(JSON.stringify(spans)).not.toContain('aaaaaaaa');
    expect(bodies.join()).not.toMatch(new RegExp(`${CANARY}|127\\.0\\.0\\.1`));
  });

  it('continue the trace of a listed proxy only', async () => {
    bodies.length = 0;
    const tracing = (await startTracing({ endpoint: 'http://127.0.0.1:1', serviceName: 'test', share: 1 }, 'portal')) as Tracing;
    expect(tracing.root('GET', 'server', {}, OTHERS).traceparent).toContain('a'.repeat(32));
    for (const parent of ['', 'nonsense', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, `${OTHERS}-x`])
      expect(tracing.root('GET', 'server', {}, parent).traceparent).toMatch(/^00-(?!a{32}|0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await tracing.close();
    expect(parentSeen(() => true)).toBe(OTHERS);
    expect(parentSeen(() => false)).toBeUndefined();
    expect(parentSeen(undefined)).toBeUndefined();
  });

  it('cost nothing without the setting: no module is loaded, and no span is created', async () => {
    expect(await startTracing(undefined, 'portal')).toBeUndefined();
    expect(currentSpan()).toBeUndefined();
    expect(await traced('x', {}, async () => currentSpan())).toBeUndefined();
  });
});
