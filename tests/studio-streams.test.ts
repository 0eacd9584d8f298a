import { type ClientRequest, createServer, get, type Server } from 'node:http';
import supertest from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../server/net/test-server.ts';
import { startTestPortal, type TestPortal } from '../server/portal/testing/start-portal.ts';
import { FLIGHT_API } from '../shared/games/crash/protocol.ts';
import { EVENT_API } from '../shared/games/events/protocol.ts';
import { TABLE_API } from '../shared/games/live/protocol.ts';
import { LOTTERY_API } from '../shared/games/lottery/protocol.ts';
import { ROOM_API } from '../shared/games/rooms/protocol.ts';
import { SEA_API } from '../shared/games/sea/protocol.ts';

/** More than the maximum connections for all other calls of a portal to the studio. */
const WATCHERS = 140;
const STREAMS = [TABLE_API, ROOM_API, EVENT_API, FLIGHT_API, LOTTERY_API, SEA_API].map(({ stream }) => stream);

let studio: Server;
let portal: TestPortal;
beforeEach(async () => {
  studio = createServer((request, response) => {
    const isStream = STREAMS.some((path) => request.url?.startsWith(path));
    if (isStream) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
    else response.end('played');
  });
  await listenLocally(studio);
  portal = await startTestPortal({ studioUrl: localUrl(studio) });
});
afterEach(async () => {
  studio.closeAllConnections();
  await portal.close();
  await new Promise((resolve) => studio.close(resolve));
});

it.each(STREAMS)('streams of visitors on %s do not block players', async (path) => {
  let cut = 0;
  const watch = () =>
    new Promise<ClientRequest>((resolve, reject) => {
      const watching = get(`${portal.url}${path}?gameId=G`, { agent: false }, (response) => {
        response
          .once('data', () => resolve(watching))
          .once('close', () => {
            cut += 1;
          });
      });
      watching.once('error', reject);
    });
  const watchers = await Promise.all(Array.from({ length: WATCHERS }, watch));
  expect((await supertest(portal.url).post('/studio/api/play').send({})).text).toBe('played');
  // A stream closed for its silence would free a connection.
  expect(cut).toBe(0);
  for (const watching of watchers)
    watching
      .removeAllListeners('error')
      .on('error', () => undefined)
      .destroy();
});
