import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flightPayout } from '../../shared/games/crash/flight.ts';
import { fairStream } from '../../shared/games/fairness.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { ROOM_API, type RoomView } from '../../shared/games/rooms/protocol.ts';
import { playRound, rulesHash, stakeLimits } from '../../shared/games/rules.ts';
import { coinOf } from '../../shared/money/currency-steps.ts';
import { toUnitText, toWire } from '../../shared/money/money.ts';
import { cashTargets } from './crash/flight-store.ts';
import { insertEvents } from './events/event-store.ts';
import { insertTicket } from './events/ticket-store.ts';
import { findRules } from './rules-store.ts';
import { gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

const START = 100_000_000_0000n;
let world: StudioWorld;
let studio: Running;
let players = 0;
let player: string;
beforeAll(async () => {
  world = await openStudioWorld();
  studio = await world.start();
});
afterAll(() => world.close());
beforeEach(() => {
  world.wallet.forget();
  players += 1;
  player = `scaled${players}`;
  world.wallet.balances.set(player, START);
});

describe.each(['VND', 'JPY', 'THB'])('in %s', (currency) => {
  const coin = coinOf(currency);
  beforeEach(() => {
    world.wallet.currency = currency;
  });

  test('rounds have the scaled limits, pay whole coins, and can be verified by the hash of their rules', async () => {
    for (const variant of ['harbour', 'classic'] as const) {
      const game = gameOf(variant);
      const session = await studio.join(player, game.gameId);
      const { min, max } = stakeLimits(variant, coin);
      expect(session.limits).toMatchObject({ minStake: toWire(min), maxStake: toWire(max) });
      const bet = (stake: bigint): EngineBet =>
        variant === 'classic'
          ? { engine: 'dice', stake: toWire(stake), over: false, target: 66.67 }
          : { engine: 'slot', stake: toWire(stake) };
      const below = bet(stakeLimits(variant).min < min ? stakeLimits(variant).min : min - coin);
      expect((await studio.play(session, { key: newKey(), bet: below })).body).toEqual({ error: 'stake_out_of_range' });
      for (let round = 0; round < 8; round++) {
        const { round: played } = (await studio.play(session, { key: newKey(), bet: bet(min) })).body;
        const hash = rulesHash(game.engine, variant, coin);
        expect(played.rulesHash).toBe(hash);
        const { serverSeed, clientSeed, nonce } = played.fairness;
        const again = playRound(game.engine, variant, played.bet, fairStream(serverSeed, clientSeed, nonce), coin);
        expect([played.outcome, played.payout]).toEqual([again.outcome, toWire(again.payout)]);
        const rules = await findRules(world.db, hash);
        expect(JSON.parse(rules?.printed ?? '{}')).toMatchObject({ variant, coin: String(coin) });
      }
    }
    for (const { payout, state } of await world.rounds()) if (state === 'settled') expect(BigInt(payout) % 100n).toBe(0n);
    for (const { payout, currency: of } of await world.rounds()) if (of === currency) expect(BigInt(payout) % coin).toBe(0n);
  });

  test('a room has the scaled stake', async () => {
    const session = await studio.join(player, gameOf('thirteen').gameId);
    const { body } = await studio.call<RoomView>(ROOM_API.sit, { level: 'bay' }, session.token);
    expect(body).toMatchObject({ kind: 'table', stake: toWire(100n * coin) });
  });
});

test('the database pays the targets of a flight like the rules, in every currency, and old stakes in cents', async () => {
  const flight = gameOf('flight').gameId;
  const now = new Date();
  const id = `${flight}-000000000001`;
  expect(STUDIO_GAMES.some(({ gameId }) => gameId === flight)).toBe(true);
  await insertEvents(world.db, [
    {
      id,
      game_id: flight,
      kind: 'flight',
      place: 1,
      issue: '1',
      opens_at: now,
      closes_at: now,
      draws_at: now,
      terms: '{}',
      server_seed: '00'.repeat(32),
      seed_hash: '00'.repeat(32),
      state: 'open',
      next_at: now,
      outcome: null,
      ended_at: null,
      tended_at: null,
      fell_at: null,
    },
  ]);
  const bets = [
    ['VND', 25_000_0000n],
    ['VND', 25_250_0000n],
    ['VND', 5_0000n],
    ['JPY', 151_0000n],
    ['THB', 30_3000n],
    ['EUR', 1_3700n],
    ['CLP', 100_0000n],
  ] as const;
  for (const [nr, [currency, stake]] of bets.entries())
    await world.db.transaction().execute((tx) =>
      insertTicket(tx, {
        id: `t${String(nr).padStart(32, '0')}`,
        event_id: id,
        play_key: newKey(),
        player,
        game_id: flight,
        currency,
        trial: false,
        chips: null,
        target: 237,
        market: null,
        cashed: null,
        stake: toUnitText(stake),
        payout: null,
        state: 'open',
        refusal: null,
        balance_after: null,
        attempts: 0,
        next_try_at: now,
        placed_at: now,
        ended_at: null,
        changes: 0,
        reported_changes: 0,
        exposure: null,
      }),
    );
  const paid = await cashTargets(world.db, id, 237, now);
  const expected = bets.map(([currency, stake]) => [currency, String(flightPayout(stake, 237, coinOf(currency)))]);
  expect(paid.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ currency, payout }) => [currency, String(payout)])).toEqual(expected);
});
