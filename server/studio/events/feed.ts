import type { Logger } from 'pino';
import { EVENTS_PER_CALL, type SeamlessEvent } from '../../../shared/api/seamless-events.ts';
import { oddsAt, oddsText } from '../../../shared/studio/events/markets.ts';
import { type Side, stateOf } from '../../../shared/studio/events/match.ts';
import type { Series } from '../../../shared/studio/events/series.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { fixtureOf, listUnsent, markSent, type StudioEvent, scoreOf } from './event-store.ts';

export interface Feed {
  /** Tells the platform what it has not heard yet; after a failure only when a growing pause is over. */
  push(): Promise<void>;
}

const LONGEST_PAUSE_MS = 60_000;

export function createFeed(deps: {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly series: readonly Series[];
  readonly log: Logger;
  readonly retryMs: number;
}): Feed {
  const { db, wallet, log, retryMs } = deps;
  const everySeconds = new Map(deps.series.map((one) => [one.gameId, one.everySeconds]));
  let failures = 0;
  let pausedUntil = 0;

  function failed(count: number, status: string | undefined): void {
    const pause = Math.min(retryMs * 2 ** failures, LONGEST_PAUSE_MS);
    failures += 1;
    pausedUntil = performance.now() + pause;
    log.warn({ count, status, pause }, 'the platform did not take events');
  }

  return {
    async push() {
      if (performance.now() < pausedUntil) return;
      for (;;) {
        const unsent = await listUnsent(db, EVENTS_PER_CALL);
        if (unsent.length === 0) return;
        const heard = await wallet.call('events', { events: unsent.map((event) => toWire(event, everySeconds.get(event.game_id) ?? 1)) });
        if (heard?.status !== 'OK') return failed(unsent.length, heard?.status);
        failures = 0;
        if (heard.message) log.warn({ message: heard.message }, 'the platform left out events');
        await markSent(db, unsent);
        if (unsent.length < EVENTS_PER_CALL) return;
      }
    },
  };
}

function toWire(event: StudioEvent, everySeconds: number): SeamlessEvent {
  const { id, game_id: gameId, issue, state, seed_hash: seedHash } = event;
  const common = {
    ...{ id, gameId, issue, state, seedHash },
    opensAt: event.opens_at.toISOString(),
    closesAt: event.closes_at.toISOString(),
    drawsAt: event.draws_at.toISOString(),
  };
  if (event.kind === 'draw') {
    const result = event.outcome === null ? null : (JSON.parse(event.outcome) as string[]);
    return { kind: 'draw', ...common, details: { everySeconds }, result };
  }
  const { league, home, away, featured, terms } = fixtureOf(event);
  // The odds of a match in play move faster than this feed: the platform keeps those from before the kick-off.
  const odds = (selection: string) => oddsText(oddsAt(terms, '', selection));
  const winner = (side: Side) => odds(`winner/${side}`) ?? fail(`${id} is announced without odds`);
  const minutes = terms.mode === 'goals' ? terms.steps * terms.stepMinutes : null;
  const details = {
    ...{ league, featured, draw: odds('winner/draw'), minutes },
    home: { name: home, odds: winner('home') },
    away: { name: away, odds: winner('away') },
  };
  const live = state === 'open' && event.course ? stateOf(terms, event.course).score : null;
  return { kind: 'match', ...common, details, live, result: scoreOf(event) };
}

function fail(text: string): never {
  throw new Error(text);
}
