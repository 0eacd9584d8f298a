import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import type { Settlement } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { createChangeNotifier } from './change-notifier.ts';
import { createDealer } from './dealer.ts';
import { createDesk } from './desk.ts';
import { createEntries } from './entries.ts';
import { createRoomLoop } from './loop.ts';
import { createMatchmaking } from './matchmaking.ts';
import { createRoomFeed } from './room-feed.ts';
import { createRoomRoutes, type RoomRouteDeps } from './routes.ts';
import { createStreams } from './streams.ts';
import { createViews } from './views.ts';

export interface Rooms {
  routes(deps: Pick<RoomRouteDeps, 'sessions' | 'slowDown' | 'streamLimiter'>): RequestHandler;
  start(): void;
  stop(): Promise<void>;
}

/** Card rooms: players against each other at tables of the studio. */
export function createRooms(deps: {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly settlement: Settlement;
  /** Games that are played in rooms. */
  readonly gameIds: readonly string[];
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  readonly mayAct: () => boolean;
}): Rooms {
  const { db, wallet, clock, log, policy, mayAct } = deps;
  const notifier = createChangeNotifier();
  const entries = createEntries({ ...deps, notifier });
  const dealer = createDealer({ db, entries, notifier, clock, log });
  const desk = createDesk({ db, wallet, dealer, notifier, clock });
  const matchPlayers = createMatchmaking({ db, notifier, clock });
  const feed = createRoomFeed(deps);
  const views = createViews(db, clock);
  const streams = createStreams({ views, notifier, log, onHeartbeat: desk.extendSeat });
  const loop = createRoomLoop({
    db,
    dealer,
    matchPlayers,
    feed,
    entries,
    notifier,
    clock,
    log,
    mayAct,
    periodMs: Math.min(policy.retryMs, 500),
  });
  return {
    routes: (deps) => createRoomRoutes({ ...deps, desk, views, streams }),
    start: loop.start,
    async stop() {
      streams.close();
      await loop.stop();
      await dealer.idle();
      await entries.idle();
    },
  };
}
