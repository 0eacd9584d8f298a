import { beforeEach, expect, test } from 'vitest';
import { marketsAt } from '../../../shared/games/events/markets.ts';
import { playCourse, STEP_SECONDS, SUSPENDED_SECONDS, stateOf } from '../../../shared/games/events/match.ts';
import { EVENT_API, type EventsAnswer, type MatchEvent, type TicketAnswer } from '../../../shared/games/events/protocol.ts';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { openScene } from '../test-scene.ts';
import { opened } from '../test-seeds.ts';
import { type Answer, eventually, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { fixtureOf, type StudioEvent } from './event-store.ts';

/** Running matches: what is published, when, and at which odds bets are accepted. The clock is fixed unless a test moves it. */
const SERIES = seriesOf(STUDIO_GAMES)
  .filter((one) => one.kind.name === 'match')
  .slice(0, 1)
  // Enough matches that one has a quiet start with any seeds.
  .map((one) => ({ ...one, ahead: 30 }));
const GAME = SERIES[0]?.gameId ?? '';
const STEP_MS = STEP_SECONDS * 1_000;
/** A goal in the last minutes closes all markets, or ends the match. */
const LATEST_GOAL = 20;

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const event = async (id: string): Promise<StudioEvent> =>
  opened(await world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const listed = async (studio: Running) => (await studio.call<EventsAnswer>(`${EVENT_API.events}?gameId=${GAME}`)).body;
const place = (studio: Running, session: StudioSession, request: unknown): Promise<Answer<TicketAnswer>> =>
  studio.call(EVENT_API.ticket, request, session.token);

async function firstMatch(studio: Running): Promise<MatchEvent> {
  await eventually(async () => expect((await listed(studio)).fixtures.length).toBeGreaterThanOrEqual(8));
  return (await listed(studio)).fixtures[0] as MatchEvent;
}

/** Moves the clock past a step; resolves when it has been played. */
async function stepTo(studio: Running, match: MatchEvent, step: number): Promise<MatchEvent> {
  clock.advance(Date.parse(match.startsAt) + step * STEP_MS - clock.now().getTime());
  let published: MatchEvent | undefined;
  await eventually(async () => {
    const { fixtures, results } = await listed(studio);
    published = [...fixtures, ...results].find(({ eventId }) => eventId === match.eventId);
    expect(published?.state === 'drawn' || published?.course.length === step).toBe(true);
  });
  return published as MatchEvent;
}

function bet(on: MatchEvent, more: object = {}) {
  const offer = on.markets.flatMap(({ picks }) => picks).find(({ odds }) => odds !== null);
  return {
    key: newKey(),
    legs: [{ eventId: on.eventId, selection: offer?.selection, odds: offer?.odds }],
    stake: '5.0000',
    acceptBetter: false,
    ...more,
  };
}

/**
 * Finds a match whose seed brings its first goal after a minimum of quiet steps and not late, and in which each quiet step
 * changes the odds of both first picks: rounded odds of a clear favourite may not change. Tests know the seed, players cannot.
 */
async function goalAfter(studio: Running, quiet: number): Promise<{ readonly match: MatchEvent; readonly goal: number }> {
  await firstMatch(studio);
  for (const match of (await listed(studio)).fixtures) {
    const { terms, server_seed, id } = await event(match.eventId).then((row) => ({ ...row, terms: fixtureOf(row).terms }));
    const course = playCourse(terms, server_seed, id, 30);
    const goal = course.search(/[ha]/) + 1;
    const odds = (step: number, pick: number) => marketsAt(terms, course.slice(0, step))[0]?.picks[pick]?.odds;
    const stays = (step: number) => [0, 1].some((pick) => odds(step, pick) === odds(step - 1, pick));
    if (goal > quiet && goal <= LATEST_GOAL && !Array.from({ length: quiet }, (_, at) => at + 1).some(stays)) return { match, goal };
  }
  throw new Error('no match of the calendar is quiet at first');
}

test('is published step by step, and future steps never leave the studio', async () => {
  const studio = await start();
  const match = await firstMatch(studio);
  const { server_seed: seed } = await event(match.eventId);
  const { terms } = fixtureOf(await event(match.eventId));
  const whole = playCourse(terms, seed, match.eventId, 30);
  for (let step = 1; step < 30; step++) {
    const published = await stepTo(studio, match, step);
    expect(published.course).toBe(whole.slice(0, step));
    expect(published.score).toEqual(stateOf(terms, whole.slice(0, step)).score);
    expect(published.markets).toEqual(marketsAt(terms, whole.slice(0, step)));
    const page = await (await fetch(`${studio.url}${match.verifyUrl}`)).text();
    expect(JSON.stringify([await listed(studio), world.wallet.events]) + page).not.toContain(seed);
    // The database has no more either: a step is not played before it is due.
    expect((await event(match.eventId)).course).toHaveLength(step);
  }
  const over = await stepTo(studio, match, 30);
  expect(over).toMatchObject({ state: 'drawn', course: whole, markets: [] });
  // The platform has received every score, in order, and the end.
  const reported = () => world.wallet.events.filter(({ id }) => id === match.eventId);
  await eventually(async () =>
    expect(reported().at(-1)).toMatchObject({ state: 'drawn', result: stateOf(terms, whole).score, live: null }),
  );
  const goals = reported().flatMap((one) => (one.kind === 'match' && one.live ? [one.live.home + one.live.away] : []));
  expect(goals).toEqual([...goals].sort((one, other) => one - other));
});

test('accepts bets only at the odds of the published state, or at better ones on request', async () => {
  const studio = await start();
  const session = await enter(studio, 'anna');
  const { match, goal } = await goalAfter(studio, 4);
  const before = await stepTo(studio, match, 1);
  const now = await stepTo(studio, match, 3);
  expect(goal).toBeGreaterThan(3);
  const winner = (offer: MatchEvent, pick: number) => {
    const { selection, odds } = offer.markets[0]?.picks[pick] ?? {};
    return { eventId: match.eventId, selection, odds };
  };
  // Without a goal a win becomes less likely every minute, and the draw more likely.
  expect(Number(winner(before, 0).odds)).toBeLessThan(Number(winner(now, 0).odds));
  for (const acceptBetter of [false, true])
    expect((await place(studio, session, bet(now, { legs: [winner(before, 1)], acceptBetter }))).body.error).toBe('odds_changed');
  expect((await place(studio, session, bet(now, { legs: [winner(before, 0)] }))).body.error).toBe('odds_changed');
  const better = await place(studio, session, bet(now, { legs: [winner(before, 0)], acceptBetter: true }));
  expect(better.body.ticket.legs).toMatchObject([{ odds: winner(now, 0).odds, step: 3 }]);
  const exact = await place(studio, session, bet(now, { legs: [winner(now, 1)] }));
  expect(exact.body.ticket.legs).toMatchObject([{ odds: winner(now, 1).odds, step: 3 }]);
});

test('accepts no bet between the due time of a step and its publication, nor right after a goal', async () => {
  // This process runs its loop once, at its start, and again only when another one is started: it simulates a hanging process.
  const hanging = await start({ policy: { retryMs: 600_000 } });
  const session = await enter(hanging, 'bert');
  const match = await firstMatch(hanging);
  clock.advance(Date.parse(match.startsAt) + STEP_MS - 1 - clock.now().getTime());
  expect((await place(hanging, session, bet(match))).status).toBe(200);
  clock.advance(1);
  expect((await place(hanging, session, bet(match))).body.error).toBe('event_suspended');
  await hanging.close();

  const studio = await start();
  const { match: other, goal } = await goalAfter(studio, 0);
  const scored = await stepTo(studio, other, goal);
  expect(Date.parse(scored.suspendedUntil ?? '')).toBe(Date.parse(other.startsAt) + goal * STEP_MS + SUSPENDED_SECONDS * 1_000);
  const again = await enter(studio, 'cleo');
  expect((await place(studio, again, bet(scored))).body.error).toBe('event_suspended');
  clock.advance(SUSPENDED_SECONDS * 1_000);
  expect((await place(studio, again, bet(scored))).status).toBe(200);
  const over = await stepTo(studio, other, 30);
  expect((await place(studio, again, bet(scored))).body.error).toBe('event_closed');
  expect(over.state).toBe('drawn');
});

test.each<[string, { steps: number | 'goal'; pick: number; acceptBetter: boolean }, 'open' | 'refunded']>([
  ['before the next step stays at its odds', { steps: 0, pick: 1, acceptBetter: false }, 'open'],
  ['after a step that improved its odds stays at the new ones', { steps: 1, pick: 0, acceptBetter: true }, 'open'],
  ['after such a step is refunded when the player accepts no other odds', { steps: 1, pick: 0, acceptBetter: false }, 'refunded'],
  ['after a step that lowered its odds is refunded', { steps: 1, pick: 1, acceptBetter: true }, 'refunded'],
  ['right after a goal is refunded', { steps: 'goal', pick: 0, acceptBetter: true }, 'refunded'],
])('a bet whose wallet answers %s', async (_case, { steps, pick, acceptBetter }, status) => {
  const studio = await start();
  const session = await enter(studio, 'dora');
  const { match, goal } = await goalAfter(studio, 2);
  const published = await stepTo(studio, match, 1);
  const other = (await listed(studio)).fixtures.findLast(({ eventId }) => eventId !== match.eventId) as MatchEvent;
  const on = (at: MatchEvent, nr: number) => {
    const { selection, odds } = at.markets[0]?.picks[nr] ?? {};
    return { eventId: at.eventId, selection, odds };
  };
  const request = bet(published, { legs: [on(published, pick), on(other, 0)], acceptBetter });
  world.wallet.calls.length = 0;
  let betCalls = 0;
  world.wallet.fault = (operation) => {
    betCalls += operation === 'bet' ? 1 : 0;
    return operation === 'bet' ? 'held' : undefined;
  };
  const placing = place(studio, session, request);
  await eventually(async () => expect(betCalls).toBe(1));
  const known = steps === 0 ? published : await stepTo(studio, match, steps === 'goal' ? goal : 1 + steps);
  const release = setInterval(() => world.wallet.releaseLate(), 10);
  const { body } = await placing.finally(() => clearInterval(release));
  expect(body).toMatchObject({ ticket: { status }, balance: status === 'open' ? '995.0000' : '1000.0000' });
  // It counts as a bet placed now: at the odds and the state of this moment, never at older ones.
  const legs = [
    { ...on(known, pick), step: known.course.length },
    { ...on(other, 0), step: 0 },
  ];
  if (status === 'open') expect(body.ticket.legs).toMatchObject(legs.map(({ odds, step }) => ({ odds, step })));
  expect(world.wallet.calls.filter((call) => call === 'rollback')).toHaveLength(status === 'open' ? 0 : 1);
  expect(world.wallet.balances.get('dora')).toBe(status === 'open' ? 995_0000n : 1_000_0000n);
  // A repeat of the same key returns the same answer.
  expect((await place(studio, session, request)).body.ticket.status).toBe(status);
});

test('is streamed to all viewers, with their own bets', async () => {
  const studio = await start();
  const session = await enter(studio, 'emil');
  const match = await firstMatch(studio);
  const abort = new AbortController();
  const answer = await fetch(`${studio.url}${EVENT_API.stream}?gameId=${GAME}`, {
    headers: { authorization: `Bearer ${session.token}` },
    signal: abort.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await eventually(async () => expect(text).toContain('event: events'));
  await place(studio, session, bet(match));
  await eventually(async () => expect(text).toContain('event: ticket'));
  await stepTo(studio, match, 1);
  await eventually(async () => expect(text).toMatch(/event: match\ndata: .*"course":"[ha-]"/));
  abort.abort();
  await reading;
});
