import type { Logger } from 'pino';
import { oddsAt, oddsText } from '../../../shared/games/events/markets.ts';
import { type Side, stateOf } from '../../../shared/games/events/match.ts';
import type { Series } from '../../../shared/games/events/series.ts';
import { type DrawDetails, EVENTS_PER_CALL, type SeamlessEvent } from '../../../shared/seamless/events.ts';
import type { StudioClock } from '../contract.ts';
import { listClosedDays, presentClosedDays } from '../lottery/closed-days.ts';
import { totalsIn } from '../lottery/totals.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { createDelivery, type Feed } from './delivery.ts';
import { fixtureOf, listUnsent, markSent, type StudioEvent, scoreOf } from './event-store.ts';

/** Delivers events to the platform. */
export function createEventFeed(deps: {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly series: readonly Series[];
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly retryMs: number;
}): Feed {
  const { db, wallet, clock, log, retryMs } = deps;
  const everySeconds = new Map(deps.series.map((one) => [one.gameId, one.everySeconds]));
  /** The coming days without draws of the games of these draws. */
  async function closedDaysOf(events: readonly StudioEvent[]) {
    const gameIds = [...new Set(events.filter(({ kind }) => kind === 'draw').map(({ game_id }) => game_id))];
    const days = await listClosedDays(db, gameIds, clock.now());
    return ({ game_id }: StudioEvent): Pick<DrawDetails, 'closedDays'> => {
      const closedDays = presentClosedDays(days.filter((one) => one.game_id === game_id));
      return closedDays.length > 0 ? { closedDays: [...closedDays] } : {};
    };
  }
  return createDelivery({
    what: 'events',
    log,
    retryMs,
    perCall: EVENTS_PER_CALL,
    list: (limit) => listUnsent(db, limit),
    async send(events) {
      const closed = await closedDaysOf(events);
      const wire = events.map((event) => toWire(event, { everySeconds: everySeconds.get(event.game_id) ?? 1, ...closed(event) }));
      return wallet.call('events', { events: wire });
    },
    mark: (events) => markSent(db, events),
  });
}

function toWire(event: StudioEvent, drawDetails: DrawDetails): SeamlessEvent {
  const { id, game_id: gameId, issue, state, seed_hash: seedHash } = event;
  const common = {
    id,
    gameId,
    issue,
    state,
    seedHash,
    opensAt: event.opens_at.toISOString(),
    closesAt: event.closes_at.toISOString(),
    drawsAt: event.draws_at.toISOString(),
  };
  if (event.kind === 'draw') {
    const result = event.outcome === null ? null : (JSON.parse(event.outcome) as string[]);
    const totals = totalsIn(event);
    return {
      kind: 'draw',
      ...common,
      details: drawDetails,
      result,
      ...(totals && { totals }),
      ...(event.reversed && { reversed: true }),
    };
  }
  const { league, home, away, featured, terms } = fixtureOf(event);
  // In-play odds change faster than this feed: the platform keeps the odds from before the kick-off.
  const odds = (selection: string) => oddsText(oddsAt(terms, '', selection));
  const winner = (side: Side) => odds(`winner/${side}`) ?? fail(`${id} is announced without odds`);
  const minutes = terms.mode === 'goals' ? terms.steps * terms.stepMinutes : null;
  const details = {
    league,
    featured,
    draw: odds('winner/draw'),
    minutes,
    home: { name: home, odds: winner('home') },
    away: { name: away, odds: winner('away') },
  };
  const live = state === 'open' && event.course ? stateOf(terms, event.course).score : null;
  return { kind: 'match', ...common, details, live, result: scoreOf(event) };
}

function fail(text: string): never {
  throw new Error(text);
}
