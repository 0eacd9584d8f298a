import { beforeEach, expect, test, vi } from 'vitest';
import { ROUND_VOID_AFTER_SECONDS, seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { type SlipAnswer, TABLE_API, type TableAnswer } from '../../../shared/games/live/protocol.ts';
import { playTableRound, tablePayout } from '../../../shared/games/live/table.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { insertEvents } from '../events/event-store.ts';
import { NOON, openScene, START } from '../test-scene.ts';
import { eventually, newKey, type StudioWorld } from '../test-studio.ts';
import { chipsOf } from './slip-store.ts';
import { createTableView } from './table-view.ts';

const [SERIES] = seriesOf(STUDIO_GAMES).filter((one) => one.kind.name === 'round' && one.kind.game === 'baccarat');
if (!SERIES) throw new Error('no table');
const GAME = SERIES.gameId;
const MANY = 40;

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: [SERIES] });
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});
const slips = () => world.db.selectFrom('studio_ticket').selectAll().orderBy('player').execute();

test('every slip of a full table is paid, although the wallet does not answer for one of them', async () => {
  const studio = await scene.start();
  const players = Array.from({ length: MANY }, (_, nr) => `player-${String(nr).padStart(2, '0')}`);
  const sessions = await Promise.all(players.map((player) => scene.enter(studio, player)));
  let roundId = '';
  await eventually(async () => {
    const { body } = await studio.call<TableAnswer>(`${TABLE_API.table}?gameId=${GAME}`);
    const left = Date.parse(body.round?.closesAt ?? '') - clock.now().getTime();
    if (!(left > 0)) clock.advance(1_000);
    expect(left).toBeGreaterThan(0);
    roundId = body.round?.roundId ?? '';
  });
  const bets = sessions.map(({ token }, nr) => {
    const chips = [{ spot: nr % 2 ? 'player' : 'banker', stake: '2.0000' }];
    return studio.call<SlipAnswer>(TABLE_API.slip, { key: newKey(), roundId, chips }, token);
  });
  expect((await Promise.all(bets)).map(({ status }) => status)).toEqual(players.map(() => 200));

  const [, unheard] = players;
  world.wallet.fault = (operation, { player }) => (operation === 'win' && player === unheard ? 'broken' : undefined);
  const rest = async () => (await slips()).filter(({ state }) => state !== 'settled').map(({ player, state }) => ({ player, state }));
  const step = Math.min(500, (ROUND_VOID_AFTER_SECONDS * 1_000) / 4);
  await eventually(async () => {
    clock.advance(step);
    expect(await rest()).toEqual([{ player: unheard, state: 'owed' }]);
  });
  world.wallet.fault = () => undefined;
  await eventually(async () => {
    clock.advance(60_000);
    expect(await rest()).toEqual([]);
  });
  await studio.close();
  const event = await world.db.selectFrom('studio_event').selectAll().where('id', '=', roundId).executeTakeFirstOrThrow();
  const outcome = playTableRound('baccarat', event.server_seed, roundId);
  for (const { player, chips, payout, balance_after } of await slips()) {
    const due = tablePayout(outcome, chipsOf(chips ?? '[]'));
    const balance = START - 2_0000n + due;
    expect([player, payout, balance_after, world.wallet.balances.get(player)]).toEqual([player, String(due), String(balance), balance]);
  }
  expect(world.wallet.calls.filter((call) => call === 'win')).toHaveLength(MANY);
});

test('a table is loaded once while it cannot change, and again after each change', async () => {
  const cycle = 30 * SECOND_MS;
  const seedAt = (place: number) => String(place).padStart(64, '0');
  const at = (seconds: number) => new Date(NOON + seconds * SECOND_MS);
  // A round opens when betting on the previous one closes, one second before that one is drawn.
  const round = (place: number, opens: number) => ({
    id: `${GAME}-${place}`,
    game_id: GAME,
    kind: 'round' as const,
    place,
    issue: String(place),
    terms: '{"game":"baccarat"}',
    opens_at: at(opens),
    closes_at: at(opens + 30),
    draws_at: at(opens + 31),
    next_at: at(opens + 31),
    course: null,
    server_seed: seedAt(place),
    seed_hash: 'hash',
    state: 'open' as const,
    outcome: null,
    ended_at: null,
    unsent: false,
  });
  await insertEvents(world.db, [round(1, -30), round(2, 0), round(3, 30)]);
  const draw = (place: number) =>
    world.db
      .updateTable('studio_event')
      .set({
        state: 'drawn',
        outcome: JSON.stringify(playTableRound('baccarat', seedAt(place), `${GAME}-${place}`)),
        ended_at: clock.now(),
      })
      .where('id', '=', `${GAME}-${place}`)
      .execute();
  let statements = 0;
  const counted = world.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const view = createTableView(counted, clock, new Map([[GAME, cycle]]));
  /** The view at an offset in seconds, and the number of statements of two requests for it. */
  const readAt = async (seconds: number) => {
    clock.advance(at(seconds).getTime() - clock.now().getTime());
    statements = 0;
    const first = await view(GAME);
    expect(await view(GAME)).toEqual(first);
    return [first.round?.issue, first.round?.state, first.history.length, statements];
  };
  expect(await readAt(0.5)).toEqual(['2', 'open', 0, 4]);
  await draw(1);
  expect(await readAt(1.5)).toEqual(['2', 'open', 1, 2]);
  expect(await readAt(29.9)).toEqual(['2', 'open', 1, 0]);
  expect(await readAt(30)).toEqual(['3', 'open', 1, 4]);
  await draw(2);
  expect(await readAt(31)).toEqual(['3', 'open', 2, 2]);
  expect(await readAt(59.9)).toEqual(['3', 'open', 2, 0]);
  // Without a following round, the last one is shown until it is drawn, and with its result.
  expect(await readAt(60.5)).toEqual(['3', 'open', 2, 4]);
  await draw(3);
  expect(await readAt(61)).toEqual(['3', 'drawn', 2, 4]);
});
