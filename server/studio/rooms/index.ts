import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import type { Settlement } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { createBell } from './bell.ts';
import { createDealer } from './dealer.ts';
import { createDesk } from './desk.ts';
import { createEntries } from './entries.ts';
import { createRoomFeed } from './feed.ts';
import { createGathering } from './gathering.ts';
import { createRoomLoop } from './loop.ts';
import { createRoomRoutes, type RoomRouteDeps } from './routes.ts';
import { createStreams } from './streams.ts';
import { createViews } from './views.ts';

export interface Rooms {
  routes(deps: Pick<RoomRouteDeps, 'sessions' | 'slowDown' | 'door'>): RequestHandler;
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
  const { db, clock, log, policy, mayAct } = deps;
  const bell = createBell();
  const entries = createEntries({ ...deps, bell });
  const dealer = createDealer({ db, entries, bell, clock, log });
  const desk = createDesk({ db, dealer, bell, clock });
  const gather = createGathering({ db, dealer, bell, clock });
  const feed = createRoomFeed(deps);
  const views = createViews(db, clock);
  const streams = createStreams({ views, bell, log, stay: desk.stay });
  const loop = createRoomLoop({ db, dealer, gather, feed, entries, bell, clock, log, mayAct, periodMs: Math.min(policy.retryMs, 500) });
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
