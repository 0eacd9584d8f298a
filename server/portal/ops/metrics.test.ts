import { AggregatorRegistry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../config/logger.ts';
import { newLookups } from '../edge/request-times.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, STATUS, succeed } from '../testing/tiny-upstream.ts';
import { createMetrics } from './metrics.ts';
import { watchPortal } from './watch-portal.ts';

const CANARY = 'canary-5d11';
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ slowRequestMs: 0, trustProxy: [] });
});
afterAll(() => portal.close());

const scrape = async () => (await portal.portal.registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const seriesOf = async (name: string) => (await scrape()).filter((line) => line.startsWith(name));
const get = (path: string, headers: Record<string, string> = {}) => fetch(portal.url + path, { headers }).then((answer) => answer.text());

describe('metrics of a portal', () => {
  it('do not grow with the addresses that strangers request', async () => {
    await Promise.all(['/', '/nothing-0', '/wps/nothing-0?x=1', '/help?x=0', '/assets/nothing-0.js'].map((path) => get(path)));
    const before = (await scrape()).length;
    const variedPath = (n: number) =>
      [`/nothing-${n}`, `/wps/nothing-${n}?x=${n}`, `/help?x=${n}`, `/assets/nothing-${n}.js`][n % 4] as string;
    for (let n = 0; n < 1_000; n += 20)
      await Promise.all(Array.from({ length: 20 }, (_, i) => get(variedPath(n + i), { Cookie: `a${n}=${n}` })));
    const lines = await scrape();
    // New series may appear for an outcome that has not occurred before, such as a reached limit.
    expect(lines.length - before).toBeLessThan(100);
    expect(lines.join('\n')).not.toMatch(/nothing-\d/);
    // Control: the same count with the address as a label.
    expect(new Set(portal.logged.filter(({ msg }) => msg === 'request').map(({ path }) => path)).size).toBeGreaterThan(400);
  });

  it('count requests, limits, caches and the process', async () => {
    await get('/wps/system/status');
    const [series] = await seriesOf('portal_request_seconds_count{route="system.status",method="GET",status="200",refusal="none"}');
    expect(Number(series?.split(' ').at(-1))).toBeGreaterThan(0);
    for (const name of [
      'portal_throttle_decisions_total{class="',
      'portal_cache_lookups_total{cache="public",result="hit"}',
      'portal_cache_entries{cache="personal"}',
      'portal_event_streams',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds_count',
      'process_resident_memory_bytes',
    ])
      expect(await seriesOf(name), name).not.toEqual([]);
  });
});

describe('a deliberate refusal', () => {
  let under: TestPortal;
  afterEach(() => under.close());
  const start = async (status: object = {}) => {
    under = await startTestPortal({ slowRequestMs: 60_000 }, undefined, (upstream) =>
      upstream.on('system.status', succeed({ ...STATUS, ...status })),
    );
  };
  /** Level, status and refusal in the log line of the last request, and the labels that counted it. */
  const last = async () => {
    const { level, status, refusal } = under.logged.filter(({ msg }) => msg === 'request').at(-1) ?? {};
    const counted = [
      ...(await under.portal.registry.metrics()).matchAll(/^portal_request_seconds_count.*status="(\d+)",refusal="(\w+)"/gm),
    ];
    return { level, status, refusal, counted: counted.map(([, code, name]) => `${code} ${name}`) };
  };

  it.each([
    ['/index', { maintenance: true }, 503, 'maintenance'],
    ['/lgw/games/game_menus', { maintenance: true }, 503, 'maintenance'],
    ['/index', { regionRestriction: true }, 451, 'region_restricted'],
    ['/lgw/games/game_menus', { regionRestriction: true }, 451, 'region_restricted'],
  ])('of %s for %o is not logged as an error and has its own label', async (path, closed, status, refusal) => {
    await start(closed);
    await (await fetch(under.url + path)).text();
    expect(await last()).toEqual({ level: 'info', status, refusal, counted: [`${status} ${refusal}`] });
  });

  it('for lack of capacity is a warning; another 503 of the platform is an error', async () => {
    await start();
    const login = async (code: string) => {
      under.upstream.on('session.login', (_request, response) => json(response, 503, { success: false, value: null, code, message: '' }));
      await fetch(`${under.url}/wps/session/login`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
    };
    await login('server_busy');
    expect(await last()).toEqual({ level: 'warn', status: 503, refusal: 'server_busy', counted: ['503 server_busy'] });
    // The alert UpstreamFailing counts `failed`, but not `refused`.
    const metrics = await under.portal.registry.metrics();
    expect(metrics).toMatch(/^portal_upstream_seconds_count\{call="session\.login",family="\w+",outcome="refused"\} 1/m);
    await login('clocks_differ');
    expect(await last()).toEqual({ level: 'error', status: 503, refusal: undefined, counted: ['503 server_busy', '503 none'] });
  });
});

describe('metrics of several workers', () => {
  it('are added up, or reduced to the worst value', async () => {
    const worker = (countersUp: boolean, open: boolean, listeners: number) => {
      const metrics = createMetrics({ log: createLogger('silent', 'portal') });
      const cache = { lookups: newLookups(), size: 1 };
      watchPortal(metrics, {
        events: { listeners },
        publicCache: cache,
        personalCache: cache,
        dataDir: undefined,
        throttle: { countersUp },
        circuits: { isOpen: () => open },
      });
      metrics.onThrottle('read', 'passed');
      return metrics.registry.getMetricsAsJSON();
    };
    const text = await AggregatorRegistry.aggregate(await Promise.all([worker(true, true, 3), worker(false, true, 4)])).metrics();
    for (const line of [
      'portal_event_streams 7',
      'portal_shared_counters_up 0',
      'portal_upstream_breaker_open{family="wps"} 1',
      'portal_data_disk_free_ratio 1',
      'portal_throttle_decisions_total{class="read",decision="passed"} 2',
    ])
      expect(text).toContain(line);
  });
});

describe('log lines of a portal', () => {
  it('have an id that visitors cannot choose, and pass it on', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Request-Id': CANARY, traceparent: CANARY };
    const answer = await fetch(`${portal.url}/wps/session/login`, { method: 'POST', body: '{}', headers });
    const id = answer.headers.get('x-request-id');
    expect(portal.upstream.of('session.login').at(-1)?.headers['x-request-id']).toBe(id);
    expect(portal.logged.at(-1)?.requestId).toBe(id);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify(portal.logged)).not.toContain(CANARY);
    expect(JSON.stringify(portal.upstream.received)).not.toContain(CANARY);
  });

  it('show where the time of a slow request went', async () => {
    portal.upstream.on('session.login', (_request, response) => void setTimeout(() => json(response, 200, { success: false }), 30));
    await fetch(`${portal.url}/wps/session/login`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
    const line = portal.logged.filter(({ route }) => route === 'session.login').at(-1);
    expect(line).toMatchObject({ msg: 'request', slow: true, upstreamCalls: 1, renderMs: 0 });
    expect(Number(line?.upstreamMs)).toBeGreaterThan(0);
  });

  it('never contain a password, a code, a cookie or a token, even when something fails', async () => {
    portal.logged.length = 0;
    portal.upstream.on('session.login', (_request, response) => void response.socket?.destroy());
    const body = JSON.stringify({ account: 'ann', password: CANARY, code: CANARY, paymentPassword: CANARY, idNumber: CANARY });
    const headers = {
      'Content-Type': 'application/json',
      Cookie: `session=${CANARY}; device=${CANARY}`,
      Authorization: `Bearer ${CANARY}`,
    };
    await fetch(`${portal.url}/wps/session/login?token=${CANARY}`, { method: 'POST', body, headers });
    await fetch(`${portal.url}/wps/session/login`, { method: 'POST', body: `${body}}`, headers });
    await fetch(`${portal.url}/login?reset=${CANARY}`, {
      method: 'POST',
      body: `password=${CANARY}`,
      headers: { Cookie: `session=${CANARY}` },
    });
    await get(`/register?ticket=${CANARY}`, { Cookie: `session=${CANARY}` });
    expect(portal.logged.length).toBeGreaterThan(3);
    expect(JSON.stringify(portal.upstream.received)).toContain(CANARY);
    expect(JSON.stringify(portal.logged)).not.toContain(CANARY);
  });
});
