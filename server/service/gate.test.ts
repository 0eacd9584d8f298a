import { createServer, type RequestListener, type Server } from 'node:http';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_KEY_HEADER } from '../../shared/api/platform-key.ts';
import { listenLocally, localUrl } from '../net/test-server.ts';
import { DEADLINES } from '../portal/upstream/deadlines.ts';
import { BARE, createUpstreamLinks } from '../portal/upstream/links.ts';
import { createGate, type Gate } from './gate.ts';

const KEY = 'a key that only portals know, of 40 signs';
const reached: { readonly service: string; readonly key: unknown }[] = [];
const noting =
  (service: string): RequestListener =>
  (request, response) => {
    reached.push({ service, key: request.headers[PLATFORM_KEY_HEADER] });
    response.end('{}');
  };
let gate: Gate;
let server: Server;
beforeAll(async () => {
  gate = createGate({ key: KEY, platform: noting('platform'), studio: noting('studio'), paysim: noting('paysim') });
  server = createServer(gate.answer);
  await listenLocally(server);
});
afterAll(() => void server.close());
const requestGate = async (path: string, key?: string) => {
  reached.length = 0;
  const { status } = await supertest(server)
    .get(path)
    .set(key === undefined ? {} : { [PLATFORM_KEY_HEADER]: key });
  return { status, service: reached[0]?.service };
};

describe('the platform as a separate process', () => {
  it.each([undefined, '', 'x', KEY.slice(0, -1), `${KEY} `.repeat(2), `${KEY}, ${KEY}`])(
    'refuses requests with the key %j',
    async (key) => {
      for (const path of ['/wps/system/status', '/studio/play', '/paysim/pay', '/payments/bank', '/seamless/ACME/bet', '/internal/health'])
        expect(await requestGate(path, key)).toEqual({ status: 403, service: undefined });
    },
  );

  it.each([
    ['/wps/system/status', 'platform'],
    ['/lotto/x', 'platform'],
    ['/payments/bank', 'platform'],
    ['/seamless/ACME/bet', 'platform'],
    ['/studio/play?ticket=1', 'studio'],
    ['/paysim/pay', 'paysim'],
  ])('answers portals at %s', async (path, service) => {
    expect(await requestGate(path, KEY)).toEqual({ status: 200, service });
    expect(reached[0]?.key).toBeUndefined();
  });

  it.each(['/internal/audit', '/internal/console', '/', '/studiox', '/metrics'])('does not expose %s', async (path) => {
    expect(await requestGate(path, KEY)).toEqual({ status: 404, service: undefined });
  });

  it('receives the key with every request of a portal, and no other service does', async () => {
    const url = localUrl(server);
    const urls = { wps: url, lgw: url, lotto: url };
    const [knowing, other] = [createUpstreamLinks(urls, DEADLINES, KEY), createUpstreamLinks(urls, DEADLINES)];
    const request = { ...BARE, method: 'GET', path: '/wps/x' };
    // The second one uses the idle connection of the first.
    for (let round = 0; round < 2; round++) expect((await knowing.exchange(request)).status).toBe(200);
    expect((await other.exchange(request)).status).toBe(403);
    knowing.close();
    other.close();
  });

  it('still answers portals while it drains, on connections that close, and fails the balancer’s check', async () => {
    gate.drain();
    const known = await supertest(server).get('/wps/system/status').set(PLATFORM_KEY_HEADER, KEY);
    expect([known.status, known.headers.connection]).toEqual([200, 'close']);
    expect(await requestGate('/')).toEqual({ status: 503, service: undefined });
  });
});
