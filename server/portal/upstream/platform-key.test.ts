import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PLATFORM_KEY_HEADER } from '../../../shared/api/platform-key.ts';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import { createHostProbe } from '../hosts/host-probe.ts';
import { type MountedService, mountService } from '../services/mount-service.ts';
import { DEADLINES } from './deadlines.ts';
import { BARE, createUpstreamLinks } from './links.ts';

const KEY = 'a key that only portals know, of 40 signs';
const refuse = (response: ServerResponse, status: number) => void response.writeHead(status).end();

/** A server that records the key of each request. `/redirect` names the other one. */
interface Host {
  readonly server: Server;
  readonly url: string;
  readonly keys: unknown[];
}
let platform: Host;
let elsewhere: Host;

async function startHost(other?: Host): Promise<Host> {
  const keys: unknown[] = [];
  const server = createServer((incoming, response) => {
    keys.push(incoming.headers[PLATFORM_KEY_HEADER]);
    if (incoming.url?.startsWith('/wps/redirect')) response.writeHead(302, { location: `${other?.url}/wps/x` });
    incoming.resume().once('end', () => response.end('{}'));
  });
  await listenLocally(server);
  return { server, keys, url: localUrl(server) };
}

beforeAll(async () => {
  elsewhere = await startHost();
  platform = await startHost(elsewhere);
});
beforeEach(() => {
  for (const { keys } of [platform, elsewhere]) keys.length = 0;
});
afterAll(() => {
  for (const { server } of [platform, elsewhere]) server.close();
});

const linksTo = ({ url }: Host, key?: string) => createUpstreamLinks({ wps: url, lgw: url, lotto: url }, DEADLINES, key);

/** Sends a request through a mounted service. */
async function visit(about: Pick<MountedService, 'url' | 'platformKey'>, method: string, path: string): Promise<void> {
  const mount = mountService(
    { ...about, path: /^\//, route: 'test', forwardedHeaders: ['content-length'], maxBodyBytes: 100 },
    refuse as never,
  );
  const server = createServer((incoming, response) => {
    Object.assign(response, { locals: { log: pino({ level: 'silent' }), requestId: 'r', address: '192.0.2.1' } });
    mount.handle(incoming as EdgeRequest, response as EdgeResponse, () => undefined);
  });
  await listenLocally(server);
  const { port } = server.address() as AddressInfo;
  const headers = { [PLATFORM_KEY_HEADER]: 'of a visitor' };
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(method === 'POST' ? 'body' : undefined);
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  mount.close();
  server.close();
}

it('goes with every request to the platform: calls, streams, internal pages, mounted services', async () => {
  const links = linksTo(platform, KEY);
  const plain = { ...BARE, method: 'GET', path: '/wps/x' };
  // The second one uses the idle connection of the first.
  for (let round = 0; round < 2; round++) await links.exchange(plain);
  await links.exchange({ ...plain, method: 'POST', body: '{}' });
  const { stream } = await links.exchange({ ...plain, isUnbounded: true, streams: () => true });
  stream?.resume();
  await links.sendInternal('/internal/alive');
  links.close();
  for (const method of ['GET', 'POST']) await visit({ url: platform.url, platformKey: KEY }, method, '/x');
  expect(platform.keys).toEqual(Array(7).fill(KEY));
});

it('goes to no other host: other links, other services, redirects, probes', async () => {
  const links = linksTo(elsewhere);
  await links.exchange({ ...BARE, method: 'GET', path: '/wps/x' });
  links.close();
  for (const method of ['GET', 'POST']) await visit({ url: elsewhere.url }, method, '/x');
  expect(elsewhere.keys).toEqual([undefined, undefined, undefined]);

  const own = linksTo(platform, KEY);
  expect((await own.exchange({ ...BARE, method: 'GET', path: '/wps/redirect' })).status).toBe(302);
  own.close();
  await visit({ url: platform.url, platformKey: KEY }, 'GET', '/wps/redirect');
  await createHostProbe(true)(elsewhere.url);
  await (await fetch(elsewhere.url)).text();
  expect(platform.keys).toEqual([KEY, KEY]);
  expect(elsewhere.keys.filter((key) => key !== undefined)).toEqual([]);
});
