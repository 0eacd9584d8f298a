import type { Logger } from 'pino';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import type { Series } from '../../../shared/games/events/series.ts';
import type { StudioClock, StudioDeps, StudioPolicy } from '../contract.ts';
import { type Chases, createBeacons, createChases, createDrawPlans, type DatabaseTime, makeChasesDue } from '../lottery/index.ts';
import type { Seeds } from '../seeds.ts';
import type { Settlement } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { createEventFeed } from './event-feed.ts';
import { createEventLoop } from './loop.ts';
import { createSchedule } from './schedule.ts';
import { createSlipFeed } from './slip-feed.ts';
import { makeTicketsDue, type TicketRecord } from './ticket-store.ts';
import { createTickets, type Tickets } from './tickets.ts';

export { createMatchHub } from './match-hub.ts';
export { createEventRoutes } from './routes.ts';
export type { TicketRecord } from './ticket-store.ts';

export interface Events {
  readonly tickets: Tickets;
  readonly chases: Chases;
  /** Call it after the migrations. Does nothing without events. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The scheduled events of the studio's games and the bets on them. */
export function createEvents(deps: {
  readonly db: StudioDatabase;
  readonly seeds: Seeds;
  readonly wallet: WalletClient;
  readonly settlement: Settlement;
  readonly series: readonly Series[];
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly databaseTime: DatabaseTime;
  readonly drawSettings: StudioDeps<unknown>['drawSettings'];
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  readonly mayAct: () => boolean;
  readonly onTicketChanged?: (ticket: TicketRecord) => void;
  /** No game has events of any kind. */
  readonly isIdle: boolean;
}): Events {
  const { db, wallet, series, clock, log, policy, mayAct } = deps;
  const tickets = createTickets(deps);
  const chases = createChases({ ...deps, tickets });
  const plans = createDrawPlans(deps);
  const schedule = createSchedule({ db, seeds: deps.seeds, series, plans, clock, log });
  const beacons = createBeacons({ db, plans, clock, log });
  const feed = createEventFeed({ db, wallet, series, clock, log, retryMs: policy.retryMs });
  const slips = createSlipFeed({ db, wallet, log, retryMs: policy.retryMs });
  const loop = createEventLoop({ db, schedule, beacons, tickets, chases, feed, slips, clock, log, mayAct, periodMs: policy.retryMs });
  return {
    tickets,
    chases,
    async start() {
      if (deps.isIdle) return;
      await makeTicketsDue(db, clock.now());
      await makeChasesDue(db, clock.now());
      loop.start();
    },
    async stop() {
      await loop.stop();
      await chases.idle();
      await tickets.idle();
    },
  };
}
