import { createServer, type Server } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EngineBet, STUDIO_API, type StudioSession } from '../../shared/games/protocol.ts';
import { simulationStream } from '../../shared/games/simulation-stream.ts';
import { parseWireAmount } from '../../shared/money/money.ts';
import { listenLocally, localUrl } from '../net/test-server.ts';
import { openTestDatabase, type TestDatabase } from '../platform/base/db/test-database.ts';
import { testActor } from '../platform/identity/accounts/test-actor.ts';
import { audit } from '../platform/ledger/audit.ts';
import { issueTicket, seamlessRouter } from '../platform/play/vendors/index.ts';
import { createTestVendor, PROVIDER, SECRET, type TestPlayer, type TestVendor } from '../platform/play/vendors/test-vendor.ts';
import { createStudio, type Studio } from './index.ts';
import type { StudioDatabase } from './tables.ts';
import { TEST_SEALER } from './test-seeds.ts';
import { gameOf, newKey, QUICK } from './test-studio.ts';

/** The studio and the platform's own seamless wallet, over HTTP, in one database, as shipped. */
const GAME = gameOf('european').gameId;
const START = 10_000_0000n;
let database: TestDatabase;
let vendor: TestVendor;
let walletServer: Server;
/** Faults of a request: its connection is cut before or after the wallet has processed it. */
let cut: () => 'before' | 'after' | undefined = () => undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
  const facts = { gameId: GAME, gameName: 'Table', provider: PROVIDER, vassalage: 'KESTREL', vendorName: 'Kestrel' };
  vendor.games.set(GAME, { ...facts, gameCategory: 'LIVE', enabled: true });
  const app = express();
  app.use((request, response, next) => {
    const fate = cut();
    if (fate === 'before') return void request.socket.destroy();
    if (fate === 'after') response.json = () => response.destroy() as never;
    next();
  });
  app.use(seamlessRouter(vendor.deps));
  walletServer = createServer(app);
  await listenLocally(walletServer);
});
afterAll(async () => {
  walletServer.closeAllConnections();
  await new Promise((resolve) => walletServer.close(resolve));
  await database.close();
});

const bet: EngineBet = {
  engine: 'roulette',
  chips: [
    { spot: 'red', stake: '20.0000' },
    { spot: 'corner-16', stake: '10.0000' },
  ],
};

test('rounds of many players, with cut connections and restarts in between, leave an exact ledger', { timeout: 120_000 }, async () => {
  const random = simulationStream(11);
  const players = await Promise.all(Array.from({ length: 8 }, () => vendor.player({ units: START })));
  for (let life = 0; life < 3; life++) {
    const { studio, server, url } = await startStudio();
    const sessions = await Promise.all(players.map((player) => join(url, player)));
    cut = () => (['before', 'after'] as const)[random.below(12)];
    const playing = sessions.map(async (session) => {
      for (let round = 0; round < 12; round++) await post(url, STUDIO_API.play, { key: newKey(), bet }, session.token);
    });
    await Promise.all(playing);
    cut = () => undefined;
    server.closeAllConnections();
    await studio.close();
    await new Promise((resolve) => server.close(resolve));
  }
  const { studio, server, url } = await startStudio();
  await vi.waitFor(async () => expect((await rounds()).filter((round) => round.state === 'open')).toHaveLength(0), {
    timeout: 60_000,
    interval: 100,
  });
  const ended = await rounds();
  for (const player of players) {
    const net = ended
      .filter((round) => round.player === player.player && round.state === 'settled')
      .reduce((sum, round) => sum + BigInt(round.payout) - BigInt(round.stake), 0n);
    expect(parseWireAmount((await join(url, player)).balance)).toBe(START + net);
  }
  expect(ended.filter((round) => round.state === 'settled').length).toBeGreaterThan(50);
  expect(ended.filter((round) => round.state === 'refunded').length).toBeGreaterThan(0);
  const report = await audit(database.db);
  expect(report.differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  server.closeAllConnections();
  await studio.close();
  await new Promise((resolve) => server.close(resolve));
});

async function rounds() {
  return (database.db as unknown as StudioDatabase).selectFrom('studio_round').selectAll().execute();
}

async function startStudio(): Promise<{ studio: Studio; server: Server; url: string }> {
  const studio = createStudio({
    db: database.db,
    platformUrl: localUrl(walletServer),
    providerCode: PROVIDER,
    secret: SECRET,
    sealer: TEST_SEALER,
    clock: vendor.clock,
    log: pino({ level: 'silent' }),
    clientDir: '/nonexistent',
    policy: { ...QUICK, retryWindowMs: 500 },
  });
  await studio.start();
  const server = createServer(studio.app);
  await listenLocally(server);
  return { studio, server, url: localUrl(server) };
}

async function join(url: string, { memberId }: TestPlayer): Promise<StudioSession> {
  const actor = testActor(memberId);
  const { ticket } = await issueTicket(database.db, vendor.deps, { actor, gameId: GAME, provider: PROVIDER, language: 'EN' });
  return (await post(url, STUDIO_API.session, { ticket, gameId: GAME })) as StudioSession;
}

async function post(url: string, path: string, body: unknown, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
