import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { SEA_API } from '../../../shared/games/sea/protocol.ts';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { StudioRefusal } from '../refusal.ts';
import { createChangeNotifier } from '../rooms/change-notifier.ts';
import { createStreams } from '../rooms/streams.ts';
import type { Sessions } from '../sessions.ts';
import type { Session } from '../store.ts';
import type { StreamLimiter } from '../stream-limiter.ts';
import type { StudioDatabase } from '../tables.ts';
import { createSeaLoop } from './loop.ts';
import { createSeats, type Seats } from './seats.ts';
import { createSeaViews } from './views.ts';

export interface Seas {
  readonly admit: Seats['admit'];
  /** Call it when a shot in a sea has ended. */
  notify(seaId: string): void;
  routes(deps: { readonly sessions: Sessions; readonly slowDown: RequestHandler; readonly streamLimiter: StreamLimiter }): RequestHandler;
  start(): void;
  stop(): Promise<void>;
}

/** Seas shared by players of one game: all see the same animals, shots and catches. */
export function createSeas(deps: {
  readonly db: StudioDatabase;
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  readonly mayAct: () => boolean;
}): Seas {
  const { db, games, clock, log, policy, mayAct } = deps;
  const notifier = createChangeNotifier();
  const seats = createSeats({ db, notifier, clock });
  const views = createSeaViews(db, clock, games);
  const streams = createStreams({ views, notifier, log, onHeartbeat: seats.extendSeat, onDisconnected: seats.shortenSeat });
  const loop = createSeaLoop({ db, seats, notifier, log, mayAct, periodMs: Math.min(policy.retryMs, 500) });

  return {
    admit: seats.admit,
    notify: notifier.notify,
    routes({ sessions, slowDown, streamLimiter }) {
      const router = Router();
      router.get(SEA_API.stream, slowDown, async (request, response) => {
        const { session, game } = await sessions.find(request.headers.authorization);
        if (game.engine !== 'fish') throw new StudioRefusal('bad_request');
        streamLimiter.enter(request, response, session);
        await seats.join(session satisfies Session);
        streams.open(session, request.get('last-event-id'), response);
      });
      return router;
    },
    start: loop.start,
    async stop() {
      streams.close();
      await loop.stop();
    },
  };
}
