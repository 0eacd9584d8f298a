import { once } from 'node:events';
import { createServer } from 'node:http';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { localUrl } from '../../net/test-server.ts';
import type { Visitor } from '../contracts.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import { chooseHost, hostOrder } from './choose.ts';
import { createHostHealth } from './health.ts';
import { createHostProbe, type ProbeResult } from './host-probe.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { readOrigins } from './origins.ts';
import { hostReports } from './reports.ts';

const log = pino({ level: 'silent' });
const well = async (): Promise<ProbeResult> => 'well';
const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';
const all = (weight: number) => [A, B, C].map((origin) => ({ origin, weight }));
const seeds = Array.from({ length: 4_096 }, (_, seed) => seed);

describe('a list of hosts', () => {
  it.each([
    ['a host without a scheme', 'img.example', 'https://img.example'],
    ['an origin', 'https://img.example:8443', 'https://img.example:8443'],
    ['this machine over http, for tests', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ])('accepts %s', (_name, host, origin) => {
    expect(readOrigins([host, host])).toEqual({ origins: [origin], refused: [] });
  });

  it.each([
    'http://img.example',
    'https://img.example/folder',
    'https://img.example/?x',
    'https://user:pass@img.example',
    'javascript:alert(1)',
    "https://img.example 'unsafe-inline'",
    'https://a.example;script-src *',
    'a.example;report-uri',
    'a.example,b.example',
    'https://*',
    '*.example',
    "https://a'b.example",
    '',
  ])('refuses %j', (host) => {
    expect(readOrigins([host]).origins).toEqual([]);
  });

  it('accepts eight at most', () => {
    const { origins, refused } = readOrigins(Array.from({ length: 10 }, (_, index) => `h${index}.example`));
    expect([origins.length, refused.length]).toEqual([8, 2]);
  });
});

describe('the choice of a host', () => {
  const shares = (weights: readonly number[]) => {
    const hosts = [A, B, C].map((origin, index) => ({ origin, weight: weights[index] ?? 0 }));
    const counts = new Map<string | undefined, number>();
    for (const seed of seeds) counts.set(chooseHost(hosts, seed), (counts.get(chooseHost(hosts, seed)) ?? 0) + 1);
    return [A, B, C].map((origin) => counts.get(origin) ?? 0);
  };

  // 13.82: exceeded by chi-square with two degrees of freedom once in a thousand.
  it.each([
    ['alike', [1, 1, 1]],
    ['by weight', [1, 0.5, 0.5]],
  ] as const)('distributes visitors %s', (_name, weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const chiSquare = shares(weights)
      .map((count, index) => {
        const expected = (seeds.length * (weights[index] ?? 0)) / sum;
        return (count - expected) ** 2 / expected;
      })
      .reduce((total, part) => total + part, 0);
    expect(chiSquare).toBeLessThan(13.82);
  });

  it('moves only the visitors of a failing host, and moves them back after its recovery', () => {
    const failing = all(1).map((host) => (host.origin === B ? { ...host, weight: 0 } : host));
    for (const seed of seeds.slice(0, 500)) {
      const before = chooseHost(all(1), seed);
      const during = chooseHost(failing, seed);
      if (before === B) expect([A, C]).toContain(during);
      else expect(during).toBe(before);
    }
  });

  it('falls back to the own address when every host is down, or none is configured', () => {
    expect(chooseHost(all(0), 1)).toBeUndefined();
    expect(hostOrder([], 1)).toEqual([]);
  });

  it('has as many orders as hosts, which bounds the cached variants of a page', () => {
    expect(new Set(seeds.map((seed) => hostOrder(all(1), seed).join())).size).toBe(3);
  });
});

describe('the health of hosts', () => {
  it('changes by one level per probe', async () => {
    const answers: Record<string, ProbeResult> = { [A]: 'well', [B]: 'failing', [C]: 'failing' };
    const health = createHostHealth({ log, probeHost: async (origin) => answers[origin] ?? 'failing' });
    const origins = [A, B, C];
    health.watch(origins);
    const weights = () => health.weighted(origins).map(({ weight }) => weight);
    expect(weights()).toEqual([1, 1, 1]);
    await health.probe();
    expect(weights()).toEqual([1, 0.5, 0.5]);
    await health.probe();
    expect(weights()).toEqual([1, 0, 0]);
    answers[B] = 'well';
    await health.probe();
    expect(weights()).toEqual([1, 0.5, 0]);
    health.close();
  });

  it('is lowered for a minute by three visitors, never by one, and never to zero', () => {
    let time = 0;
    const health = createHostHealth({ log, probeHost: well, now: () => time });
    health.watch([A]);
    const weight = () => health.weighted([A])[0]?.weight;
    for (let index = 0; index < 10; index++) health.report(A, '192.0.2.1');
    health.report('https://other.example', '192.0.2.2');
    expect(weight()).toBe(1);
    for (const address of ['192.0.2.2', '192.0.2.3']) health.report(A, address);
    expect(weight()).toBe(0.5);
    time = 60_001;
    expect(weight()).toBe(1);
    health.close();
  });
});

describe('a probe', () => {
  it('accepts any answer below 500 without following redirects', async () => {
    const statuses = new Map([
      ['/', 302],
      ['/elsewhere', 200],
    ]);
    const probedOrigins: string[] = [];
    const server = createServer((request, response) => {
      probedOrigins.push(`${request.method} ${request.url}`);
      response.writeHead(statuses.get(request.url ?? '') ?? 404, { Location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = localUrl(server);
    const [strict, open] = [createHostProbe(false), createHostProbe(true)];
    // Loopback and private hosts are not even connected to; the control allows them.
    for (const name of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'])
      expect(await strict(origin.replace('127.0.0.1', name))).toBe('untried');
    expect(probedOrigins).toEqual([]);
    expect(await open(origin)).toBe('well');
    statuses.set('/', 503);
    expect(await open(origin)).toBe('failing');
    expect(probedOrigins).toEqual(['HEAD /', 'HEAD /']);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await open(origin)).toBe('failing');
  });

  it('of a host that must not be probed leaves it healthy', async () => {
    const health = createHostHealth({ log, probeHost: async () => 'untried' });
    health.watch([A]);
    await health.probe();
    expect(health.weighted([A])).toEqual([{ origin: A, weight: 1 }]);
    health.close();
  });
});

it('counts all addresses of one IPv6 network as one visitor', () => {
  const reporters = new Set<string>();
  const stage = hostReports({ report: (_origin, address) => void reporters.add(address) }, undefined, (_request, _response, next) =>
    next(),
  );
  for (const address of ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1', '192.0.2.1']) {
    const request = { method: 'POST', url: `/hosts/trouble?origin=${encodeURIComponent(A)}`, headers: {} };
    const response = { locals: { address }, writeHead: () => response, end: () => undefined };
    stage(request as never, response as never, () => undefined);
  }
  expect(reporters.size).toBe(2);
});

describe('hosts of a visit', () => {
  let hosts: Hosts | undefined;
  afterEach(() => hosts?.close());
  const response = () => {
    const cookies: string[] = [];
    return { cookies, appendHeader: (_name: string, value: string) => cookies.push(value) };
  };
  const visit = (cookies: Record<string, string>, answer = response()) => {
    const found = hosts?.of({ cookies } as unknown as Visitor, answer as unknown as EdgeResponse);
    return { found, set: answer.cookies };
  };

  it('are empty, without a cookie, if the merchant has none', () => {
    hosts = createHosts(true, { log, probeHost: well });
    hosts.set({ imageCDNs: [], launchGameCDNs: [] });
    expect(visit({})).toEqual({ found: { images: [], launch: [] }, set: [] });
  });

  it('stay the same with the cookie of the visit, which is set once', () => {
    hosts = createHosts(true, { log, probeHost: well });
    hosts.set({ imageCDNs: [A, B, C], launchGameCDNs: [B, C] });
    const first = visit({});
    expect(first.set).toHaveLength(1);
    expect(first.set[0]).toMatch(/^route=\d{1,4}; Path=\/; SameSite=Lax; HttpOnly; Secure$/);
    const again = visit({ route: /\d+/.exec(first.set[0] ?? '')?.[0] ?? '' });
    expect(again).toEqual({ found: first.found, set: [] });
    for (const forged of ['4096', '-1', 'x', '1e3']) expect(visit({ route: forged }).set).toHaveLength(1);
  });

  it('list unavailable launch hosts last: an address on one of them is still valid', async () => {
    const probeHost = async (origin: string): Promise<ProbeResult> => (origin === B ? 'failing' : 'well');
    hosts = createHosts(true, { log, probeHost, everyMs: 1 });
    hosts.set({ imageCDNs: [B, C], launchGameCDNs: [B, C] });
    await expect
      .poll(() => seeds.slice(0, 20).map((seed) => visit({ route: String(seed) }).found?.images.join()))
      .not.toContainEqual(expect.stringContaining(B));
    expect(visit({ route: '7' }).found).toEqual({ images: [C], launch: [C, B] });
  });
});
