import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { LOTTERY_API, type LotteryDrawsAnswer, type LotteryTicketAnswer } from '../../../shared/games/lottery/protocol.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { openScene } from '../test-scene.ts';
import { listenTo, type StreamEvent } from '../test-stream.ts';
import { eventually, gameOf, newKey, type Running } from '../test-studio.ts';
import { createDrawDesk } from './desk.ts';

const GAME = gameOf('sea3').gameId;
const OTHER = gameOf('sea2').gameId;
const BOTH = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME || gameId === OTHER);
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
let clock: MovableClock;
beforeEach(() => {
  ({ clock } = scene);
});

const follow = (studio: Running, token?: string) => listenTo(studio, `${LOTTERY_API.stream}?gameId=${GAME}`, token);
const named = (received: readonly StreamEvent[], name: string) => received.filter((event) => event.name === name);
const lastDraws = (received: readonly StreamEvent[]) => JSON.parse(named(received, 'draws').at(-1)?.text ?? '{}') as LotteryDrawsAnswer;

async function firstSale(studio: Running): Promise<string> {
  return eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    const sale = body.open.find(({ opensAt }) => Date.parse(opensAt) <= clock.now().getTime());
    if (!sale) throw new Error('no draw is on sale');
    return sale.drawId;
  });
}

test('viewers get the numbers of a draw when it is drawn, and a player a hint about own tickets only', async () => {
  const studio = await scene.start();
  const drawId = await firstSale(studio);
  const [anna, ben] = [await scene.enter(studio, 'anna'), await scene.enter(studio, 'ben')];
  const [visitor, player, other] = [await follow(studio), await follow(studio, anna.token), await follow(studio, ben.token)];
  await eventually(() => expect(lastDraws(visitor.received).open.some((draw) => draw.drawId === drawId)).toBe(true));
  const order = { key: newKey(), drawId, playType: 'digit1', entry: '0 1 2', unit: '0.1', multiplier: 1 };
  expect((await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, order, anna.token)).status).toBe(200);
  await eventually(() => expect(named(player.received, 'tickets').length).toBe(1));
  const { drawsAt } = lastDraws(visitor.received).open.find((draw) => draw.drawId === drawId) ?? { drawsAt: '' };
  clock.advance(Date.parse(drawsAt) - clock.now().getTime());
  await eventually(() => {
    for (const { received } of [visitor, player, other]) {
      const [result] = lastDraws(received).results;
      expect([result?.drawId, result?.numbers?.length]).toEqual([drawId, 3]);
    }
    expect(named(player.received, 'tickets').length).toBeGreaterThan(1);
  });
  expect(named(visitor.received, 'tickets').length + named(other.received, 'tickets').length).toBe(0);
});

test('one stream has the draws of several games, as a lobby shows them', async () => {
  const studio = await scene.start({ series: BOTH });
  await firstSale(studio);
  const { received } = await listenTo(studio, `${LOTTERY_API.stream}?gameId=${GAME}&gameId=${OTHER}&gameId=${GAME}`);
  const openOf = (gameId: string) =>
    named(received, 'draws')
      .map(({ text }) => JSON.parse(text) as LotteryDrawsAnswer)
      .filter(({ open }) => open.some(({ drawId }) => drawId.startsWith(`${gameId}-`)));
  await eventually(() => expect([openOf(GAME).length > 0, openOf(OTHER).length > 0]).toEqual([true, true]));
  clock.advance(DAY_MS / 100);
  const drawn = (gameId: string) =>
    named(received, 'draws').some(({ text }) =>
      (JSON.parse(text) as LotteryDrawsAnswer).results.some(({ drawId }) => drawId.startsWith(`${gameId}-`)),
    );
  await eventually(() => expect([drawn(GAME), drawn(OTHER)]).toEqual([true, true]));
  const many = Array.from({ length: 21 }, (_, nr) => `gameId=GAME_${nr}`).join('&');
  expect((await studio.call(`${LOTTERY_API.stream}?${many}`)).body).toEqual({ error: 'bad_request' });
  const anna = await scene.enter(studio, 'anna');
  const both = await studio.call(`${LOTTERY_API.stream}?gameId=${GAME}&gameId=${OTHER}`, undefined, anna.token);
  expect(both.body).toEqual({ error: 'bad_request' });
});

test('viewers see a sale that an operator ends', async () => {
  const studio = await scene.start();
  const drawId = await firstSale(studio);
  const { received } = await follow(studio);
  await eventually(() => expect(lastDraws(received).open.length).toBeGreaterThan(0));
  const now = clock.now();
  await createDrawDesk({ db: scene.world.db, clock, databaseTime: () => sql<Date>`${now}::timestamptz` }).close({ drawId });
  await eventually(() => {
    clock.advance(100);
    expect(lastDraws(received).open.find((draw) => draw.drawId === drawId)?.closesAt).toBe(now.toISOString());
  });
});
