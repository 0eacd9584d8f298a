import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { playDraw } from '../../../shared/games/events/draw.ts';
import { fixtureAt } from '../../../shared/games/events/leagues.ts';
import { marketsAt } from '../../../shared/games/events/markets.ts';
import { type MatchTerms, playCourse, stateOf } from '../../../shared/games/events/match.ts';
import { EVENT_API, type EventsAnswer } from '../../../shared/games/events/protocol.ts';
import { seriesOf, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { seedHash } from '../../../shared/games/fairness.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { seamlessEvents } from '../../../shared/seamless/events.ts';
import { type MovableClock, movableClock } from '../../platform/base/clock.ts';
import { NOON, openScene } from '../test-scene.ts';
import { opened } from '../test-seeds.ts';
import { eventually, type StudioWorld } from '../test-studio.ts';
import { fixtureOf, insertEvents, type StudioEvent } from './event-store.ts';
import { insertLegs } from './leg-store.ts';
import { insertTicket } from './ticket-store.ts';

const ALL = seriesOf(STUDIO_GAMES);
const MATCHES = ALL.filter((one) => one.kind.name === 'match').slice(0, 1);
const DRAWS = ALL.filter((one) => one.kind.name === 'draw' && one.everySeconds === 60).slice(0, 1);

const scene = openScene('', {}, { clockGoes: true });
const { start } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const events = async (): Promise<StudioEvent[]> =>
  (await world.db.selectFrom('studio_event').selectAll().orderBy('draws_at').execute()).map(opened);
const seconds = (count: number) => count * 1_000;
const ended = async () => (await events()).filter((event) => event.state !== 'open');

describe('the calendar', () => {
  test('of the published feed has eight open fixtures per game of matches, and a draw to come per game of draws', async () => {
    // The clock is fixed, because rounds at tables would close during the checks on a busy machine.
    clock = movableClock({ now: () => new Date(NOON) });
    const studio = await start({ series: ALL, clock });
    await eventually(async () => expect((await events()).length).toBeGreaterThan(ALL.length));
    for (const { gameId, ahead } of ALL) {
      const open = (await events()).filter((event) => event.game_id === gameId && event.closes_at > clock.now());
      expect([gameId, open.length]).toEqual([gameId, ahead]);
    }
    await studio.close();
  });

  test('is the same, for any number of processes that announce it', async () => {
    const both = await Promise.all([1, 2].map(() => start({ series: [...MATCHES, ...DRAWS], clock })));
    await eventually(async () => expect(await events()).toHaveLength(10));
    clock.advance(seconds(120));
    await eventually(async () => expect((await ended()).length).toBeGreaterThanOrEqual(2));
    const all = await events();
    expect(new Set(all.map((event) => event.id)).size).toBe(all.length);
    expect(new Set(all.map((event) => event.server_seed)).size).toBe(all.length);
    await Promise.all(both.map((studio) => studio.close()));
  });
});

describe('an event', () => {
  test('is committed before it opens, drawn at its time, and can be recomputed from what is revealed', async () => {
    const studio = await start({ series: [...MATCHES, ...DRAWS], clock });
    await eventually(async () => expect(await events()).toHaveLength(10));
    const promised = new Map((await events()).map((event) => [event.id, event.seed_hash]));
    for (let minute = 0; minute < 6; minute++) {
      clock.advance(seconds(60));
      await eventually(async () =>
        expect((await events()).filter((one) => one.state === 'open' && one.draws_at <= clock.now())).toEqual([]),
      );
    }
    const over = await ended();
    expect(over.filter((event) => event.kind === 'match').length).toBeGreaterThanOrEqual(1);
    expect(over.filter((event) => event.kind === 'draw').length).toBeGreaterThanOrEqual(5);
    for (const event of over) {
      expect(event.state).toBe('drawn');
      expect(seedHash(event.server_seed)).toBe(promised.get(event.id) ?? event.seed_hash);
      const terms = JSON.parse(event.terms);
      const course = event.kind === 'match' ? playCourse(terms.terms, event.server_seed, event.id, 100) : null;
      expect(event.course).toBe(course);
      const again = course === null ? playDraw(terms, event.server_seed, event.id) : stateOf(terms.terms, course).score;
      expect(JSON.parse(event.outcome ?? '')).toEqual(again);
    }
    await studio.close();
  });

  test('does not reveal its seed before its end', async () => {
    const studio = await start({ series: MATCHES, clock });
    await eventually(async () => expect(await events()).toHaveLength(8));
    const [first] = (await events()) as [StudioEvent];
    const { body } = await studio.call<EventsAnswer>(`${EVENT_API.events}?gameId=${first.game_id}`);
    expect(body.fixtures).toHaveLength(8);
    expect(body.fixtures[0]).toMatchObject({ eventId: first.id, home: fixtureOf(first).home, state: 'open', course: '' });
    const page = await fetch(`${studio.url}/studio/verify/${first.id}`);
    for (const event of await events()) {
      expect(JSON.stringify(body) + (await page.clone().text())).not.toContain(event.server_seed);
    }
    await studio.close();
  });
});

test('a match that was announced under other strengths keeps the odds that it was offered at', async () => {
  const [{ gameId = '' } = {}] = MATCHES;
  const before = await start({ series: MATCHES, clock });
  await eventually(async () => expect(await events()).toHaveLength(8));
  await before.close();
  const [first] = (await events()) as [StudioEvent];
  const fixture = fixtureOf(first);
  const terms = { ...fixture.terms, homeRate: 90, awayRate: 12 } as MatchTerms;
  await world.db
    .updateTable('studio_event')
    .set({ terms: JSON.stringify({ ...fixture, terms }) })
    .where('id', '=', first.id)
    .execute();
  const after = await start({ series: MATCHES, clock });
  const { body } = await after.call<EventsAnswer>(`${EVENT_API.events}?gameId=${gameId}`);
  expect(body.fixtures.find(({ eventId }) => eventId === first.id)?.markets).toEqual(marketsAt(terms, ''));
  await after.close();
});

describe('after a break', () => {
  test('shorter than the limit, late events are drawn; longer, they are void; events of the time between are not added', async () => {
    await (async () => {
      const studio = await start({ series: [...MATCHES, ...DRAWS], clock });
      await eventually(async () => expect(await events()).toHaveLength(10));
      await studio.kill();
    })();
    clock.advance(seconds(VOID_AFTER_SECONDS - 60));
    const second = await start({ series: [...MATCHES, ...DRAWS], clock });
    await eventually(async () => expect((await events()).filter((one) => one.state === 'open' && one.draws_at <= clock.now())).toEqual([]));
    expect((await ended()).every((event) => event.state === 'drawn')).toBe(true);
    const before = (await events()).length;
    await second.kill();

    clock.advance(seconds(86_400));
    const third = await start({ series: [...MATCHES, ...DRAWS], clock });
    await eventually(async () => expect((await events()).filter((one) => one.state === 'open' && one.draws_at <= clock.now())).toEqual([]));
    await eventually(async () => expect((await events()).filter((one) => one.state === 'open')).toHaveLength(10));
    const all = await events();
    expect(all.filter((event) => event.state === 'void').length).toBeGreaterThan(0);
    // Events announced before the break, and events announced after it.
    expect(all.length).toBeLessThanOrEqual(before + 10);
    await third.close();
  });
});

test('the last two hundred events of a game are stored, and every one with a bet', async () => {
  const [one] = MATCHES;
  const fixture = fixtureAt(one?.vendor ?? '', 'football', 0);
  const old = Array.from({ length: 230 }, (_, place) => ({
    id: `OLD-${place}`,
    game_id: one?.gameId ?? '',
    kind: 'match' as const,
    place,
    issue: String(place),
    terms: JSON.stringify(fixture),
    opens_at: new Date(place),
    closes_at: new Date(place + 1),
    draws_at: new Date(place + 2),
    next_at: new Date(place + 2),
    ended_at: new Date(place + 3),
    server_seed: 'ab'.repeat(32),
    seed_hash: 'cd'.repeat(32),
    state: 'drawn' as const,
    outcome: '{"home":1,"away":0}',
    unsent: false,
  }));
  await insertEvents(world.db, old);
  await insertTicket(world.db as never, {
    id: 'tkept',
    event_id: null,
    chips: null,
    play_key: 'key-of-prune',
    player: 'anna',
    game_id: one?.gameId ?? '',
    currency: 'USD',
    trial: false,
    stake: '10000',
    payout: '20000',
    state: 'settled',
    refusal: null,
    balance_after: null,
    next_try_at: new Date(0),
    placed_at: new Date(0),
    ended_at: new Date(0),
  });
  const leg = { ticket_id: 'tkept', nr: 0, event_id: 'OLD-0', selection: 'winner/home', odds: 200, step: 0, state: 'won' as const };
  await insertLegs(world.db as never, [leg]);
  const studio = await start({ series: MATCHES, clock });
  await eventually(async () => expect((await ended()).map((event) => event.id)).toHaveLength(201));
  expect((await ended()).map((event) => event.place)).toEqual([0, ...Array.from({ length: 200 }, (_, index) => 30 + index)]);
  await studio.close();
});

describe('the platform', () => {
  test('receives every event when it is created and when it ends, in the shape of the contract, after any number of failures', async () => {
    let calls = 0;
    world.wallet.fault = (operation) => (operation === 'events' && calls++ % 2 === 0 ? 'unanswered' : undefined);
    const studio = await start({ series: [...MATCHES, ...DRAWS], clock });
    await eventually(async () => expect(await events()).toHaveLength(10));
    clock.advance(seconds(125));
    await eventually(async () => {
      const all = await events();
      expect(all.filter((event) => event.state === 'drawn').length).toBeGreaterThanOrEqual(2);
      expect(all.filter((event) => event.unsent)).toEqual([]);
    });
    const reported = new Map(world.wallet.events.map((event) => [event.id, event]));
    for (const event of await events()) expect(reported.get(event.id)).toMatchObject({ state: event.state, seedHash: event.seed_hash });
    expect(v.safeParse(seamlessEvents, { events: [...reported.values()].slice(0, 20) }).issues).toBeUndefined();
    const open = world.wallet.events.filter((event) => event.state === 'open');
    for (const event of await events()) expect(JSON.stringify(open)).not.toContain(event.server_seed);
    await studio.close();
  });
});
