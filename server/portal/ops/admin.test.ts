import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { type AdminDeps, createAdmin } from './admin.ts';

const message = {
  id: '2',
  memberId: null,
  channel: 'email',
  to: '"<img src=x>"@example.com',
  template: 'code_login',
  language: 'EN',
  subject: '<script>alert(1)</script>',
  text: 'Hello,\n\nyour code is:\n\n123456 & <b>more</b>',
  createdAt: '2026-03-04T05:06:07.000Z',
  sentAt: null,
  failure: null,
};
const messages = [
  message,
  { ...message, id: '1', channel: 'sms', subject: '', text: 'Lagoon: 654321', sentAt: '2026-03-04T05:06:08.000Z' },
  { ...message, id: '0', failure: 'http 503' },
];

let server: Server;
let answer: () => { status: number; body: string } = () => ({ status: 200, body: '{}' });
const receivedPaths: string[] = [];
const client = {
  sendInternal: async (path: string) => {
    receivedPaths.push(path);
    const { status, body } = answer();
    return { status, headers: {}, body: Buffer.from(body) };
  },
} as unknown as UpstreamClient;

beforeAll(async () => {
  const admin = createAdmin({ readiness: async () => ({ ok: true, missing: [], degraded: [] }), metrics: async () => '', client });
  server = createServer(admin);
  await listenLocally(server);
});
afterAll(() => void server.close());
beforeEach(() => {
  receivedPaths.length = 0;
  answer = () => ({ status: 200, body: JSON.stringify({ messages }) });
});
const get = (accept: string, host = `localhost:${(server.address() as AddressInfo).port}`) =>
  supertest(server).get('/outbox').set('Accept', accept).set('Host', host);
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the outbox', () => {
  it.each(['*/*', 'application/json'])('is JSON for %s', async (accept) => {
    const { status, body, headers } = await get(accept);
    expect([status, body]).toEqual([200, { messages }]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept' });
    expect(receivedPaths).toEqual(['/internal/outbox']);
  });

  it('is a page for people, in the order of the platform, without script', async () => {
    const { status, text, headers } = await get(BROWSER);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*';/);
    expect(text).not.toMatch(/<script|<img|<b>/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('123456 &amp; &lt;b&gt;more&lt;/b&gt;');
    expect(text.indexOf('123456')).toBeLessThan(text.indexOf('654321'));
    for (const state of ['Waiting', 'Delivered', 'Not delivered: http 503']) expect(text).toContain(state);
    expect(text).toContain('2026-03-04 05:06:07');
  });

  it('shows that it is empty', async () => {
    answer = () => ({ status: 200, body: '{"messages":[]}' });
    expect((await get(BROWSER)).text).toContain('No messages yet.');
  });

  it.each(['rebound.example', '192.0.2.1'])('is not shown under the host name %s', async (host) => {
    expect((await get('*/*', host)).status).toBe(403);
    expect(receivedPaths).toEqual([]);
  });

  it('is not shown to another machine, with any `Host`', async () => {
    const admin = createAdmin({ readiness: async () => ({ ok: true, missing: [], degraded: [] }), metrics: async () => '', client });
    const away = createServer((request, response) => {
      Object.defineProperty(request.socket, 'remoteAddress', { value: '192.0.2.7' });
      (admin as RequestListener)(request, response);
    });
    expect((await supertest(away).get('/outbox').set('Host', 'localhost')).status).toBe(403);
    expect(receivedPaths).toEqual([]);
  });

  it('of members is for operators, in the console', async () => {
    answer = () => ({ status: 401, body: '{"success":false,"code":"unauthorized"}' });
    const refused = await get('application/json');
    expect([refused.status, refused.body]).toEqual([401, { ok: false, code: 'unauthorized', page: '/console/outbox' }]);
    const { status, headers } = await get(BROWSER);
    expect([status, headers.location]).toEqual([303, '/console/outbox']);
  });

  it('of a platform without one, or with an unexpected answer, gives 502', async () => {
    answer = () => ({ status: 404, body: '{"success":false}' });
    expect((await get(BROWSER)).status).toBe(404);
    answer = () => ({ status: 200, body: '<html>' });
    expect((await get(BROWSER)).status).toBe(502);
  });
});

describe('an unknown host name', () => {
  const getWithHost = (path: string, host: string) => supertest(server).get(path).set('Host', host);

  it.each(['/metrics', '/audit', '/wages/1', '/outbox', '/console', '/console/style.css', '/no-such-page'])(
    'reads nothing of %s',
    async (path) => {
      for (const host of ['rebound.example:3001', 'localhost.rebound.example', '127.0.0.1.rebound.example']) {
        const { status, body } = await getWithHost(path, host);
        expect([host, status, body.ok]).toEqual([host, 403, false]);
      }
      expect(receivedPaths).toEqual([]);
    },
  );

  it('gets only whether the service is ready', async () => {
    const admin = createAdmin({
      readiness: async () => ({ ok: false, missing: ['the database'], degraded: [] }),
      metrics: async () => '',
      client,
    });
    const foreign = await supertest(admin).get('/readyz').set('Host', 'rebound.example');
    expect([foreign.status, foreign.body]).toEqual([503, { ok: false }]);
    expect((await supertest(admin).get('/readyz').set('Host', 'localhost')).body.missing).toEqual(['the database']);
    expect((await getWithHost('/healthz', 'rebound.example')).status).toBe(200);
  });

  it.each(['localhost:3001', '127.0.0.1', '[::1]:3001', '172.28.3.2:3001', 'Portal-1:3001'])('is not %s', async (host) => {
    const admin = createAdmin({
      readiness: async () => ({ ok: true, missing: [], degraded: [] }),
      metrics: async () => '',
      client,
      names: ['portal-1'],
    });
    expect((await supertest(admin).get('/metrics').set('Host', host)).status).toBe(200);
  });
});

describe('liveness of the process', () => {
  const silent = { sendInternal: () => Promise.reject(new Error('timeout')) } as unknown as UpstreamClient;
  const alive = async (deps: Pick<AdminDeps, 'client' | 'embedded'>) => {
    const admin = createAdmin({ readiness: async () => ({ ok: true, missing: [], degraded: [] }), metrics: async () => '', ...deps });
    return (await supertest(admin).get('/healthz')).status;
  };

  it('includes the thread of the embedded platform', async () => {
    expect(await alive({ client, embedded: true })).toBe(200);
    expect(await alive({ client: silent, embedded: true })).toBe(503);
    expect(await alive({ client: silent })).toBe(200);
  });
});

it('operator pages set strict headers, and HSTS behind an https proxy', async () => {
  const plain = (await supertest(server).get('/readyz')).headers;
  expect(plain).toMatchObject({ 'cross-origin-resource-policy': 'same-origin', 'referrer-policy': 'same-origin' });
  expect(plain['permissions-policy']).toContain('camera=()');
  expect(plain['strict-transport-security']).toBeUndefined();
  const { headers } = await supertest(server).get('/readyz').set('X-Forwarded-Proto', 'https');
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

describe('the console', () => {
  it.each([
    ['a form of another site', { Origin: 'https://elsewhere.example' }],
    ['a form without a name', { Origin: 'null' }],
  ])('refuses %s', async (_who, headers) => {
    expect((await supertest(server).post('/console/sign-in').set(headers)).status).toBe(403);
    expect(receivedPaths).toEqual([]);
  });
});

describe('the public port', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  afterAll(() => portal.close());

  it.each(['/outbox', '/internal/outbox', '/wps/../internal/outbox', '/wps/%2e%2e/internal/outbox', '//internal/outbox'])(
    'does not serve %s',
    async (path) => {
      const answered = await portal.raw(`GET ${path} HTTP/1.1\r\nHost: localhost:${portal.port}\r\nConnection: close\r\n\r\n`);
      expect(answered).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(portal.upstream.received.filter(({ url }) => url.includes('outbox'))).toEqual([]);
    },
  );
});

describe('the desk of the payment simulator', () => {
  const received: { method: string | undefined; url: string | undefined; key: unknown; body: string }[] = [];
  let simulator: Server;
  const adminOf = (more: Partial<AdminDeps>) =>
    createAdmin({ readiness: async () => ({ ok: true, missing: [], degraded: [] }), metrics: async () => '', client, ...more });
  beforeAll(async () => {
    simulator = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ method: request.method, url: request.url, key: request.headers['x-platform-key'], body });
        response.writeHead(request.method === 'GET' ? 200 : 303, { 'content-type': 'text/html', location: '/paysim/desk' }).end('the desk');
      });
    });
    await listenLocally(simulator);
  });
  afterAll(() => void simulator.close());

  it('is passed to the simulator with its key, also a decision', async () => {
    const admin = adminOf({ paysimUrl: localUrl(simulator), platformKey: 'the-key' });
    expect((await supertest(admin).get('/paysim/desk?language=TH')).text).toBe('the desk');
    const decision = await supertest(admin).post('/paysim/desk').type('form').send('payout=p_1&outcome=paid');
    expect([decision.status, decision.headers.location]).toEqual([303, '/paysim/desk']);
    expect(received).toEqual([
      { method: 'GET', url: '/paysim/desk?language=TH', key: 'the-key', body: '' },
      { method: 'POST', url: '/paysim/desk', key: 'the-key', body: 'payout=p_1&outcome=paid' },
    ]);
    const foreign = await supertest(admin).post('/paysim/desk').set('Origin', 'https://elsewhere.example').type('form').send('payout=p_1');
    expect([foreign.status, received.length]).toEqual([403, 2]);
  });

  it('is not found without a simulator', async () => {
    expect((await supertest(adminOf({})).get('/paysim/desk')).status).toBe(404);
    expect((await supertest(adminOf({ paysimUrl: 'http://127.0.0.1:9' })).get('/paysim/desk')).status).toBe(502);
  });
});
