import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { seedHash } from '../../../shared/games/fairness.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { CLOSED_DAY_NOTICE_MS, type ClosedDayRule, dayBounds } from '../../../shared/games/lottery/closed-days.ts';
import {
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryTicketAnswer,
  type LotteryTicketsAnswer,
} from '../../../shared/games/lottery/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, zonedDay } from '../../../shared/time.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { findRevealed } from '../events/evidence.ts';
import { newEvent } from '../events/schedule.ts';
import { openScene } from '../test-scene.ts';
import { TEST_SEEDS } from '../test-seeds.ts';
import { eventually, gameOf, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { storeClosedDays } from './closed-days.ts';

/** Its market is in Manila, eight hours ahead of UTC; its draws are a minute apart. */
const GAME = gameOf('five1').gameId;
const ZONE = 'Asia/Manila';
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);
const [FIVE] = SERIES;
/** The scene begins at noon of 1 June in UTC, 20:00 in Manila. */
const TET = '2026-06-05';
const closing = (...days: readonly string[]): ClosedDayRule[] => [{ games: [GAME], days, reason: 'Tết' }];

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const moveTo = (instant: number) => clock.advance(instant - clock.now().getTime());
const draws = async () => world.db.selectFrom('studio_event').selectAll().where('kind', '=', 'draw').orderBy('place').execute();
const stored = async () => (await world.db.selectFrom('studio_closed_day').selectAll().orderBy('day').execute()).map(({ day }) => day);
const store = (rules: readonly ClosedDayRule[]) =>
  storeClosedDays(world.db, rules, SERIES, sql<Date>`${clock.now()}::timestamptz`, clock.now());
const startWith = (...days: readonly string[]) => start({ drawSettings: async () => ({ closedDays: closing(...days) }) });
const published = async (studio: Running) => (await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`)).body;
const ticketsOf = (studio: Running, token: string) => studio.call<LotteryTicketsAnswer>(LOTTERY_API.tickets, undefined, token);
/** The draw that takes bets, once the loop has announced it. */
const onSale = (studio: Running) =>
  eventually(async () => {
    const now = clock.now().getTime();
    const draw = (await published(studio)).open.find(({ opensAt, closesAt }) => Date.parse(opensAt) <= now && now < Date.parse(closesAt));
    if (!draw) throw new Error('no draw is on sale');
    return draw;
  });
const order = (drawId: string) => ({ key: newKey(), drawId, playType: 'digit1', entry: '0 1 2', unit: '1', multiplier: 1 });
const bet = async (studio: Running, { token }: StudioSession, drawId: string) =>
  (await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, order(drawId), token)).body;
/** Waits until all due draws have their numbers and the next ones are announced. */
const settled = () =>
  eventually(async () => {
    const all = await draws();
    expect(all.filter(({ state, draws_at }) => state === 'open' && draws_at <= clock.now())).toEqual([]);
    expect(all.filter(({ closes_at }) => closes_at > clock.now()).length).toBeGreaterThanOrEqual(2);
  });
const { from: CLOSES, until: OPENS } = dayBounds(TET, ZONE);

describe('a day without draws', () => {
  test('has none: the draw after it is on sale over the pause, announced with its reason, and the chain continues', async () => {
    const studio = await startWith(TET);
    await eventually(async () => expect(await stored()).toEqual([TET]));
    moveTo(CLOSES - 90_000);
    const last = await eventually(async () => {
      const draw = await onSale(studio);
      expect(Date.parse(draw.drawsAt)).toBe(CLOSES - MINUTE_MS);
      return draw;
    });
    moveTo(CLOSES + HOUR_MS);
    await settled();
    const next = await onSale(studio);
    expect([Date.parse(next.opensAt), Date.parse(next.drawsAt)]).toEqual([CLOSES - MINUTE_MS, OPENS]);
    expect((await published(studio)).closed).toEqual([{ day: TET, reason: 'Tết' }]);
    const anna = await enter(studio, 'anna');
    expect((await bet(studio, anna, next.drawId)).ticket.status).toBe('open');
    moveTo(OPENS + 1);
    await settled();
    const all = await draws();
    expect(all.filter(({ draws_at }) => zonedDay(draws_at.getTime(), ZONE) === TET)).toEqual([]);
    expect(all.find(({ id }) => id === next.drawId)?.state).toBe('drawn');
    const evidence = (await findRevealed(world.db, TEST_SEEDS, next.drawId))?.evidence;
    if (evidence?.kind !== 'draw' || !evidence.chain) throw new Error('no chain');
    const { link, previous, steps = 1 } = evidence.chain;
    // The day of the market ends at 16:00 UTC: both draws are in one chain, a whole day of links apart, only if the chain is the same.
    const [before] = all.filter(({ id }) => id === last.drawId);
    const sameChain = Math.floor((before?.place ?? 0) / 1_440) === Math.floor(OPENS / MINUTE_MS / 1_440);
    expect(sameChain).toBe(false);
    expect(previous).toBeNull();
    moveTo(OPENS + MINUTE_MS + 1);
    await settled();
    const after = (await draws()).filter(({ state, draws_at }) => state === 'drawn' && draws_at.getTime() === OPENS + MINUTE_MS)[0];
    const next2 = (await findRevealed(world.db, TEST_SEEDS, after?.id ?? ''))?.evidence;
    expect(next2?.kind === 'draw' && next2.chain && seedHash(next2.chain.link)).toBe(link);
    expect(steps).toBe(1);
  });

  test('is skipped by a chase, whose draws are counted without it', async () => {
    const studio = await startWith(TET);
    await eventually(async () => expect(await stored()).toEqual([TET]));
    moveTo(CLOSES - 90_000);
    let anna = await enter(studio, 'anna');
    const first = await onSale(studio);
    await studio.call(LOTTERY_API.chase, { ...order(first.drawId), draws: 3, step: 1, stopOnWin: false }, anna.token);
    for (const at of [CLOSES - 30_000, CLOSES + 6 * HOUR_MS, OPENS - HOUR_MS, OPENS + 10_000, OPENS + 70_000, OPENS + 130_000]) {
      moveTo(at);
      // The chase continues in the session of the player who is back after the pause.
      if (at === OPENS - HOUR_MS) anna = await enter(studio, 'anna');
      await settled();
      await eventually(async () => {
        const chases = await world.db.selectFrom('studio_chase').selectAll().where('state', '=', 'running').execute();
        // The third ticket is placed before its draw closes: the next step would be too late for it.
        if (at === OPENS + 10_000 && chases.length > 0) expect((await ticketsOf(studio, anna.token)).body.tickets).toHaveLength(3);
        if (chases.some(({ next_at }) => next_at <= clock.now())) clock.advance(20);
        expect(chases.filter(({ next_at }) => next_at <= clock.now())).toEqual([]);
      });
    }
    const { body } = await ticketsOf(studio, anna.token);
    const placed = [...body.tickets].reverse().map(({ draw, cost, chase }) => [draw.drawsAt, cost, chase?.nr]);
    expect(placed).toEqual([
      [new Date(CLOSES - MINUTE_MS).toISOString(), '3.0000', 1],
      [new Date(OPENS).toISOString(), '6.0000', 2],
      [new Date(OPENS + MINUTE_MS).toISOString(), '9.0000', 3],
    ]);
    expect(body.chases).toMatchObject([{ placed: 3, end: 'done' }]);
  });

  test('takes no bet, even on a draw that is stored on it', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    expect((await bet(studio, anna, draw.drawId)).ticket.status).toBe('open');
    const day = zonedDay(clock.now().getTime(), ZONE);
    const { from, until } = dayBounds(day, ZONE);
    const row = { game_id: GAME, day, starts_at: new Date(from), ends_at: new Date(until), reason: 'x', stored_at: clock.now() };
    await world.db.insertInto('studio_closed_day').values(row).execute();
    expect((await bet(studio, anna, draw.drawId)).error).toBe('bets_closed');
  });
});

describe('the rule that a day is fixed two days before', () => {
  test('a day set later stays open, with its draws; a day set in time cannot be opened later', async () => {
    moveTo(CLOSES - CLOSED_DAY_NOTICE_MS + 1);
    expect(await store(closing(TET, '2026-06-06'))).toEqual([{ gameId: GAME, day: TET }]);
    expect(await stored()).toEqual(['2026-06-06']);
    expect(await store([])).toEqual([]);
    expect(await stored()).toEqual([]);
    await store(closing('2026-06-06'));
    clock.advance(DAY_MS);
    await store([]);
    expect(await stored()).toEqual(['2026-06-06']);
  });

  test('so no seed of a closed day exists when it is closed: no result that is known can be dropped', async () => {
    const studio = await start();
    moveTo(CLOSES - CLOSED_DAY_NOTICE_MS);
    await settled();
    expect(await store(closing(TET))).toEqual([]);
    const chains = await world.db.selectFrom('studio_chain').selectAll().where('game_id', '=', GAME).execute();
    expect(chains.length).toBeGreaterThan(0);
    for (const { first_place } of chains) expect((first_place + 1_440) * MINUTE_MS).toBeLessThanOrEqual(CLOSES);
    await studio.close();
  });

  test('a day with an announced draw is not closed, even in time', async () => {
    if (!FIVE) throw new Error('no series');
    await world.db
      .insertInto('studio_event')
      .values(newEvent(FIVE, (CLOSES + HOUR_MS) / MINUTE_MS, clock.now(), 'ab'.repeat(32), TEST_SEEDS))
      .execute();
    expect(await store(closing(TET))).toEqual([{ gameId: GAME, day: TET }]);
  });

  test('the database stores no draw of a closed day, and of both at the same moment it stores one', async () => {
    if (!FIVE) throw new Error('no series');
    const event = newEvent(FIVE, (CLOSES + HOUR_MS) / MINUTE_MS, clock.now(), 'ab'.repeat(32), TEST_SEEDS);
    await store(closing(TET));
    await world.db.insertInto('studio_event').values(event).execute();
    expect(await draws()).toEqual([]);
    await world.db.deleteFrom('studio_closed_day').execute();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([world.db.insertInto('studio_event').values(event).execute(), store(closing(TET))]);
      expect((await draws()).length + (await stored()).length).toBe(1);
      await world.db.deleteFrom('studio_event').execute();
      await world.db.deleteFrom('studio_closed_day').execute();
    }
  });
});
