import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Kysely } from 'kysely';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import { SHORTEST_CYCLE_MS } from '../../shared/games/crash/flight.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { STUDIO_ART_PATH } from '../../shared/games/protocol.ts';
import { requestScope } from '../observe/express-scope.ts';
import { createArt } from './art/index.ts';
import { builtAssets, sourceAssets } from './assets.ts';
import type { Studio, StudioDeps, StudioPolicy } from './contract.ts';
import { createFlights } from './crash/flights.ts';
import { createFlightRoutes } from './crash/routes.ts';
import { createDocuments, type DocumentDeps, sendMissing } from './documents.ts';
import { createEventRoutes, createEvents, createMatchHub, type TicketRecord } from './events/index.ts';
import { createTableRoutes } from './live/routes.ts';
import { createTableHub } from './live/table-hub.ts';
import {
  createDeskRoutes,
  createDrawDesk,
  createDrawHub,
  createLotteryRoutes,
  createPlainOrders,
  createRoundDetailRoutes,
  DATABASE_TIME,
} from './lottery/index.ts';
import { migrateStudio } from './migrations.ts';
import { createResolver } from './resolver.ts';
import { createRooms } from './rooms/index.ts';
import { createRounds } from './rounds.ts';
import { createRoutes } from './routes.ts';
import { storeRules } from './rules-store.ts';
import { createSeas } from './sea/index.ts';
import { createSeeds, type Seeds, sealStoredSeeds } from './seeds.ts';
import { createSessions } from './sessions.ts';
import { createSettlement } from './settlement.ts';
import { makeOpenRoundsDue } from './store.ts';
import { createStreamLimiter } from './stream-limiter.ts';
import type { StudioDatabase } from './tables.ts';
import { createTokenWatch } from './token-watch.ts';
import { createWalletClient } from './wallet-client.ts';

/** A game runs in a frame of other origins, with a policy of each document. The portal sets Strict-Transport-Security. */
const SECURITY_HEADERS: HelmetOptions = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xFrameOptions: false,
};

export type { DrawSettings, Studio, StudioClock, StudioDeps, StudioPolicy } from './contract.ts';
export { createDemoTickets } from './lottery/demo-tickets.ts';
export { migrateStudio } from './migrations.ts';

const POLICY: StudioPolicy = {
  minimumCycleMs: 0,
  playsPerSecond: 20,
  callsPerMinute: 6_000,
  sessionsPerMinute: 240,
  pagesPerMinute: 600,
  streamsPerAddress: 1_000,
  streamsPerPlayer: 12,
  sessionMinutes: 12 * 60,
  tokenCheckMs: 10_000,
  walletDeadlineMs: 2_000,
  retryWindowMs: 6_000,
  retryMs: 1_000,
};

function requireLongRounds(series: NonNullable<StudioDeps<unknown>['series']>, { minimumCycleMs }: StudioPolicy): void {
  for (const { gameId, kind, everySeconds } of series) {
    if (kind.name === 'round' && everySeconds * 1_000 < minimumCycleMs)
      throw new Error(`rounds of ${gameId} are shorter than the policy allows`);
  }
}

function requireLongFlights(gameIds: readonly string[], { minimumCycleMs }: StudioPolicy): void {
  if (gameIds.length > 0 && SHORTEST_CYCLE_MS < minimumCycleMs) throw new Error('flights are shorter than the policy allows');
}

/** Ids of the games with this engine. */
function gamesOn(wanted: StudioGame['engine'], games: ReadonlyMap<string, StudioGame>): readonly string[] {
  return [...games.values()].filter(({ engine }) => engine === wanted).map(({ gameId }) => gameId);
}

/** Milliseconds from round to round by game. */
function roundIntervals(series: NonNullable<StudioDeps<unknown>['series']>): ReadonlyMap<string, number> {
  return new Map(series.flatMap(({ gameId, kind, everySeconds }) => (kind.name === 'round' ? [[gameId, everySeconds * 1_000]] : [])));
}

/** The built-in vendor: game pages, rounds, and the client of the seamless wallet. */
export function createStudio<Tables>(deps: StudioDeps<Tables>): Studio {
  const { clock, log, platformUrl, providerCode, secret, clientDir, mayAct = () => true, databaseTime = DATABASE_TIME } = deps;
  const policy: StudioPolicy = { ...POLICY, ...deps.policy };
  const db = deps.db as unknown as StudioDatabase;
  const seeds = createSeeds(deps.sealer);
  const games = new Map((deps.games ?? STUDIO_GAMES).map((game) => [game.gameId, game]));
  const wallet = createWalletClient({ platformUrl, providerCode, secret, clock, deadlineMs: policy.walletDeadlineMs });
  const settlement = createSettlement(wallet, log);
  const seas = createSeas({ db, games, clock, log, policy, mayAct });
  const rounds = createRounds({ db, settlement, clock, log, policy, seas });
  const series = deps.series ?? seriesOf([...games.values()]);
  requireLongRounds(series, policy);
  const tableHub = createTableHub({ db, series, clock, log });
  const flightGames = deps.flights ?? gamesOn('crash', games);
  requireLongFlights(flightGames, policy);
  const seeded = { db, seeds, clock, log, mayAct, drawSettings: deps.drawSettings };
  const flights = createFlights({ ...seeded, tickets: () => events.tickets, gameIds: flightGames, retryMs: policy.retryMs });
  const matches = createMatchHub({ db, clock, log });
  const draws = createDrawHub({ db, clock, log });
  const onTicketChanged = (ticket: TicketRecord) => {
    tableHub.onSlipChanged(ticket);
    flights.onBetChanged(ticket);
    matches.onTicketChanged(ticket);
    draws.onTicketChanged(ticket);
  };
  const isIdle = series.length === 0 && flightGames.length === 0;
  const events = createEvents({ ...seeded, wallet, settlement, series, games, databaseTime, policy, onTicketChanged, isIdle });
  const rooms = createRooms({ db, wallet, settlement, gameIds: gamesOn('thirteen', games), clock, log, policy, mayAct });
  const tokens = createTokenWatch({ db, wallet, clock, policy });
  const sessions = createSessions({ db, wallet, rounds, clock, policy, games, tokens });
  const resolver = createResolver({ db, rounds, clock, log, mayAct, periodMs: policy.retryMs });
  const streamLimiter = createStreamLimiter(policy, tokens);
  const gate = createGate();

  const assets = deps.assets === 'source' ? sourceAssets : builtAssets(clientDir);
  const app = createDocumentApp({ db, seeds, games, assets, pagesPerMinute: policy.pagesPerMinute }, clientDir);
  app.use(gate.pass);
  app.use(createDeskRoutes({ desk: createDrawDesk({ db, clock, databaseTime }), secret, clock, log }));
  app.use(createRoundDetailRoutes({ db, games, secret, clock, log }));
  const tables = roundIntervals(series);
  const gameRoutes = (slowDown: RequestHandler) => {
    const deps = { db, wallet, sessions, tickets: events.tickets, clock, slowDown };
    return [
      createEventRoutes({ ...deps, matches, streamLimiter }),
      createLotteryRoutes({ ...deps, chases: events.chases, databaseTime, draws, streamLimiter }),
      createTableRoutes({ ...deps, tableHub, tables, streamLimiter }),
      createFlightRoutes({ ...deps, flights, mayAct, streamLimiter }),
      rooms.routes({ sessions, slowDown, streamLimiter }),
      seas.routes({ sessions, slowDown, streamLimiter }),
    ];
  };
  app.use(createPlainOrders({ db, sessions, tickets: events.tickets, games, clock, databaseTime, assets, policy }));
  app.use(createRoutes({ db, wallet, sessions, rounds, clock, policy, log, gameRoutes }));
  app.use(sendMissing);

  return {
    app,
    async start() {
      await prepareData(db, seeds, [...games.values()], clock.now());
      resolver.start();
      await events.start();
      await flights.start();
      rooms.start();
      seas.start();
    },
    async close() {
      gate.close();
      await tableHub.close();
      await matches.close();
      await draws.close();
      await resolver.stop();
      await flights.stop();
      await events.stop();
      await rooms.stop();
      await seas.stop();
      await rounds.idle();
      wallet.close();
    },
  };
}

async function prepareData(db: StudioDatabase, seeds: Seeds, games: readonly StudioGame[], now: Date): Promise<void> {
  await migrateStudio(db as unknown as Kysely<unknown>);
  await sealStoredSeeds(db, seeds);
  await storeRules(db, games);
  await makeOpenRoundsDue(db, now);
}

/** The part without calls of a game: security headers, pictures, documents, and the files of the browser build. */
function createDocumentApp(deps: DocumentDeps, clientDir: string): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(requestScope, helmet(SECURITY_HEADERS));
  app.use(STUDIO_ART_PATH, createArt());
  app.use(createDocuments(deps));
  app.use('/assets', allowAnyOrigin, express.static(join(clientDir, 'assets'), { index: false, immutable: true, maxAge: '1y' }));
  return app;
}

/** Pages in the frame have an opaque origin, so their own scripts are cross-origin requests. */
const allowAnyOrigin: RequestHandler = (_request, response, next) => {
  response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
  next();
};

/** After closing, game calls are refused with 503; the page retries with the same key. */
function createGate(): { readonly pass: RequestHandler; close(): void } {
  let closed = false;
  return {
    pass(_request, response, next) {
      if (!closed) return next();
      response.status(503).set({ 'Access-Control-Allow-Origin': '*', 'Retry-After': '2' }).json({ error: 'wallet_unavailable' });
    },
    close() {
      closed = true;
    },
  };
}
