import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listenLocally } from '../../net/test-server.ts';
import { DEADLINES } from './deadlines.ts';
import { BARE, createUpstreamLinks } from './links.ts';

it('open streams leave the connections of calls free', async () => {
  let streams = 0;
  const server = createServer((request, response) => {
    if (request.url !== '/wps/stream') return void response.end('answered');
    streams += 1;
    response.flushHeaders();
  });
  const url = await listenLocally(server);
  const links = createUpstreamLinks({ wps: url, lgw: url, lotto: url }, DEADLINES);
  const wanted = 300;
  const open = Array.from({ length: wanted }, () => new AbortController());
  const unbounded = { ...BARE, method: 'GET', path: '/wps/stream', isUnbounded: true, streams: () => true };
  const streaming = open.map(({ signal }) => links.exchange({ ...unbounded, signal }, {}));
  try {
    const answer = await links.exchange({ ...BARE, method: 'GET', path: '/wps/call' });
    expect(answer.body.toString()).toBe('answered');
    await expect.poll(() => streams, { timeout: 30_000 }).toBe(wanted);
  } finally {
    for (const stream of open) stream.abort();
    await Promise.allSettled(streaming);
    links.close();
    server.closeAllConnections();
    server.close();
  }
});
