import type { Logger } from 'pino';
import { playFlight } from '../../../shared/games/crash/flight.ts';
import { type DrawTerms, playDraw, seedOfLink } from '../../../shared/games/events/draw.ts';
import { fixtureAt } from '../../../shared/games/events/leagues.ts';
import { hasWon } from '../../../shared/games/events/markets.ts';
import { type MatchState, playCourse, stateOf } from '../../../shared/games/events/match.ts';
import { issueAt, ROUND_VOID_AFTER_SECONDS, type Series, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { seedHash } from '../../../shared/games/fairness.ts';
import { type BeaconChain, type DrawBeacon, drawBeacon, mixSeed } from '../../../shared/games/lottery/beacon.ts';
import { type ClosedSpan, openPlaceBefore, openPlaces } from '../../../shared/games/lottery/closed-days.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { StudioClock } from '../contract.ts';
import { createChains } from '../live/chains.ts';
import { type RoundTerms, roundOutcome } from '../live/round-terms.ts';
import { oweSlips } from '../live/slip-store.ts';
import type { DrawPlans } from '../lottery/draw-plans.ts';
import { oweTickets } from '../lottery/lottery-store.ts';
import { storeTotals } from '../lottery/totals.ts';
import { newServerSeed } from '../rounds.ts';
import { type Seeds, sealStoredSeeds } from '../seeds.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import {
  advanceMatch,
  drawsInWaiting,
  endEvent,
  fixtureOf,
  insertEvents,
  pruneEvents,
  type StudioEvent,
  takeDue,
  voidDraw,
} from './event-store.ts';
import { type MatchEnd, settleLegs } from './leg-store.ts';
import { stepsBy, stepTime } from './match-times.ts';

export interface Schedule {
  /** Announces due events that this process has not announced yet; runs no query without any, but those of the plan of draws. */
  announce(): Promise<void>;
  /** Draws every due event, and plays the due steps of matches. */
  draw(): Promise<void>;
  /** Deletes old events at long intervals, and seals what a node of an earlier release has stored open. */
  prune(): Promise<void>;
}

const DAY_SECONDS = 86_400;
const BATCH = 20;
const EVENTS_PER_GAME = 200;
const PRUNE_EVERY_MS = 600_000;

export function createSchedule(deps: {
  readonly db: StudioDatabase;
  readonly seeds: Seeds;
  readonly series: readonly Series[];
  readonly plans: DrawPlans;
  readonly clock: StudioClock;
  readonly log: Logger;
}): Schedule {
  const { db, seeds, series, plans, clock, log } = deps;
  const chains = createChains(db, seeds);
  /** Announced places of each game that are still to come. */
  const announced = new Map<string, readonly number[]>();
  let prunedAt = Number.NEGATIVE_INFINITY;

  async function drawBatch(tx: StudioTx) {
    const now = clock.now();
    const taken = await takeDue(tx, now, new Date(now.getTime() - VOID_AFTER_SECONDS * SECOND_MS), BATCH);
    const waiting = await drawsInWaiting(tx, taken);
    const due = taken.filter(({ id }) => !waiting.has(id));
    const ends: MatchEnd[] = [];
    const tooLate: string[] = [];
    for (const event of due) {
      const late = now.getTime() - event.next_at.getTime() > voidAfterSeconds(event) * SECOND_MS;
      if (late) tooLate.push(event.id);
      const end = late
        ? await voidEvent(tx, event, now)
        : await drawEvent(tx, { ...event, server_seed: seeds.open('event', event.server_seed) }, now);
      if (end) ends.push(end);
    }
    await settleLegs(tx, ends, now);
    return { isFull: taken.length === BATCH && due.length > 0, tooLate };
  }

  async function seedOf({ gameId, everySeconds, kind }: Series, place: number): Promise<string> {
    if (kind.name === 'match') return newServerSeed();
    const link = await chains.seedAt(gameId, place, DAY_SECONDS / everySeconds);
    return kind.name === 'draw' ? seedOfLink(link) : link;
  }

  async function voidEvent(tx: StudioTx, event: StudioEvent, now: Date): Promise<MatchEnd | undefined> {
    if (event.kind !== 'match') {
      await voidDraw(tx, event.id, now);
      return undefined;
    }
    await endEvent(tx, event.id, { state: 'void', outcome: null, ended_at: now });
    return { eventId: event.id, stateOf: () => 'void' };
  }

  return {
    async announce() {
      const now = clock.now();
      const { spans, beacon } = await plans.current();
      const planned = series.map((one) => plannedEvents(one, now, spans.get(one.gameId) ?? []));
      const missing = planned.flatMap(({ one, closed, places }) =>
        places.filter((place) => !announced.get(one.gameId)?.includes(place)).map((place) => ({ one, closed, place })),
      );
      if (missing.length === 0) return;
      const seeded = missing.map(async ({ one, closed, place }) =>
        newEvent(one, place, now, await seedOf(one, place), seeds, { closed, ...(beacon && { beacon }) }),
      );
      await insertEvents(db, await Promise.all(seeded));
      for (const { one, places } of planned) announced.set(one.gameId, places);
    },
    async draw() {
      for (let isFull = true; isFull; ) {
        const batch = await db.transaction().execute(drawBatch);
        isFull = batch.isFull;
        // One line for many: after a night without the service there are hundreds.
        if (batch.tooLate.length > 0) log.warn({ eventIds: batch.tooLate }, 'events voided: not drawn in time');
      }
    },
    async prune() {
      const now = clock.now().getTime();
      if (now - prunedAt < PRUNE_EVERY_MS) return;
      prunedAt = now;
      await pruneEvents(db, EVENTS_PER_GAME);
      await sealStoredSeeds(db, seeds);
    },
  };
}

/** Computes the outcome from the opened seed, which was committed before the first bet; no bet is an input. */
export function outcomeOf(event: DecidedBy): string {
  const { id, kind, terms, server_seed: seed } = event;
  const parsed = JSON.parse(terms) as unknown;
  switch (kind) {
    case 'match':
      throw new Error(`${id} is played step by step`);
    case 'draw':
      return JSON.stringify(playDraw(parsed as DrawTerms, drawSeed(event), id));
    case 'round':
      return roundOutcome(parsed as RoundTerms, seed, id);
    case 'flight':
      return JSON.stringify(playFlight(seed, id));
  }
}

type DecidedBy = Pick<StudioEvent, 'id' | 'kind' | 'terms' | 'server_seed'> & Partial<Pick<StudioEvent, 'beacon' | 'beacon_value'>>;

/** The seed of the numbers; throws for a draw whose public random number is not known. */
function drawSeed({ id, server_seed: seed, beacon = null, beacon_value: value = null }: DecidedBy): string {
  if (beacon === null) return seed;
  if (value === null) throw new Error(`${id} waits for a public random number`);
  return mixSeed(seed, JSON.parse(beacon) as DrawBeacon, value);
}

/** `event` has its opened seed, which is stored with the outcome. */
export async function drawEvent(tx: StudioTx, event: StudioEvent, now: Date): Promise<MatchEnd | undefined> {
  if (event.kind === 'match') return playDueSteps(tx, event, now);
  const outcome = outcomeOf(event);
  await endEvent(tx, event.id, { state: 'drawn', outcome, server_seed: event.server_seed, ended_at: now });
  if (event.kind === 'round') await oweSlips(tx, event.id, JSON.parse(outcome), now);
  if (event.kind === 'draw') {
    await oweTickets(tx, event.id, JSON.parse(outcome), now);
    await storeTotals(tx, event.id);
  }
  return undefined;
}

/**
 * Plays the due steps of a match and no further: later steps are never computed. Bets wait until the transaction ends and see
 * the new state. Returns the result of a match that is over.
 */
async function playDueSteps(tx: StudioTx, event: StudioEvent, now: Date): Promise<MatchEnd | undefined> {
  const { terms } = fixtureOf(event);
  const before = event.course ?? '';
  const course = playCourse(terms, event.server_seed, event.id, stepsBy(event, terms, now));
  const state = stateOf(terms, course);
  if (!state.isOver) {
    const mustReport = before === '' || !isSameScore(stateOf(terms, before), state);
    await advanceMatch(tx, event.id, { course, next_at: stepTime(event, course.length + 1), mustReport });
    return undefined;
  }
  const outcome = JSON.stringify(state.score);
  await endEvent(tx, event.id, { state: 'drawn', outcome, server_seed: event.server_seed, course, ended_at: now });
  return { eventId: event.id, stateOf: (selection) => (hasWon(terms, course, selection) ? 'won' : 'lost') };
}

function isSameScore({ score: one }: MatchState, { score: other }: MatchState): boolean {
  return one.home === other.home && one.away === other.away;
}

/** The places of a game that are to be announced. */
function plannedEvents(one: Series, now: Date, closed: readonly ClosedSpan[]) {
  return { one, closed, places: openPlaces(one, firstOpenPlace(one, now), one.ahead, closed) };
}

/** The next event of a schedule that is still open for bets. */
function firstOpenPlace({ everySeconds, offsetSeconds, closesBeforeSeconds }: Series, now: Date): number {
  const seconds = now.getTime() / SECOND_MS;
  return Math.floor((seconds + closesBeforeSeconds - offsetSeconds) / everySeconds) + 1;
}

function voidAfterSeconds({ kind }: StudioEvent): number {
  return kind === 'round' ? ROUND_VOID_AFTER_SECONDS : VOID_AFTER_SECONDS;
}

/** The row of an announced event. `closed`: times without draws of the game; `beacon`: the public random numbers that draws use. */
export function newEvent(
  series: Series,
  place: number,
  now: Date,
  seed: string,
  seeds: Seeds,
  { closed = [], beacon }: { readonly closed?: readonly ClosedSpan[]; readonly beacon?: BeaconChain } = {},
) {
  const { gameId, everySeconds, offsetSeconds, closesBeforeSeconds, kind } = series;
  const drawsAt = place * everySeconds + offsetSeconds;
  const issue = issueAt(drawsAt, everySeconds);
  return {
    id: `${gameId}-${issue}`,
    game_id: gameId,
    kind: kind.name,
    place,
    issue,
    opens_at: new Date(opensAt(series, place, now, closed)),
    closes_at: new Date((drawsAt - closesBeforeSeconds) * SECOND_MS),
    draws_at: new Date(drawsAt * SECOND_MS),
    ...firstStep(kind, drawsAt, closesBeforeSeconds),
    terms: JSON.stringify(termsAt(series, place)),
    server_seed: seeds.seal('event', seed),
    seed_hash: seedHash(seed),
    beacon: kind.name === 'draw' && beacon ? JSON.stringify(drawBeacon(beacon, drawsAt)) : null,
    state: 'open' as const,
    outcome: null,
    ended_at: null,
    // Table rounds are not reported to the platform.
    unsent: kind.name !== 'round',
  };
}

function firstStep(kind: Series['kind'], drawsAt: number, closesBeforeSeconds: number) {
  if (kind.name !== 'match') return { course: null, next_at: new Date(drawsAt * SECOND_MS) };
  return { course: '', next_at: stepTime({ closes_at: new Date((drawsAt - closesBeforeSeconds) * SECOND_MS) }, 1) };
}

/** A draw is on sale from the draw before it, also over days without draws. */
function opensAt(series: Series, place: number, now: Date, closed: readonly ClosedSpan[]): number {
  const { kind, everySeconds, offsetSeconds, closesBeforeSeconds } = series;
  const timeOf = (one: number) => one * everySeconds + offsetSeconds;
  switch (kind.name) {
    case 'match':
      return now.getTime();
    case 'draw':
      return Math.max(now.getTime(), timeOf(openPlaceBefore(series, place, closed)) * SECOND_MS);
    case 'round':
      return (timeOf(place) - closesBeforeSeconds - kind.bettingSeconds) * SECOND_MS;
  }
}

function termsAt({ gameId, vendor, kind }: Series, place: number) {
  if (kind.name === 'draw') return kind.terms;
  if (kind.name === 'round') return { game: kind.game } satisfies RoundTerms;
  const fixture = fixtureAt(vendor, kind.sport, place);
  if (!fixture) throw new Error(`${gameId} has no leagues`);
  return fixture;
}
