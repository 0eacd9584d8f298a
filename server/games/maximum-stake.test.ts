import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { type LobbyView, ROOM_API, type RoomView } from '../../shared/games/rooms/protocol.ts';
import { readEvents } from './test-stream.ts';
import { gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

const START = 1_000_0000n;
const ROOM = gameOf('thirteen').gameId;
const dice = (stake: string): EngineBet => ({ engine: 'dice', stake, over: true, target: 49.99 });

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
  player = `limited${players}`;
  world.wallet.balances.set(player, START);
});

describe('a session', () => {
  test('offers no stake above the maximum of the wallet, and its own limits without one', async () => {
    const { gameId } = gameOf('harbour');
    const own = (await studio.join(player, gameId)).limits;
    expect([own.siteMaxStake, own.maxStake]).toEqual([null, own.gameMaxStake]);
    // 0.20 for each step: 1.55 is no stake of the game.
    world.wallet.maximumStake = '15500';
    const { limits } = await studio.join(player, gameId);
    expect(limits).toEqual({
      minStake: '0.2000',
      maxStake: '1.4000',
      stakeStep: '0.2000',
      chips: own.chips.filter((chip) => Number(chip) <= 1.4),
      siteMaxStake: '1.5500',
      gameMaxStake: own.maxStake,
    });
    world.wallet.maximumStake = '1';
    const none = (await studio.join(player, gameId)).limits;
    expect([none.minStake, none.maxStake, none.chips]).toEqual(['0.2000', '0.0000', []]);
  });
});

describe('a bet above the maximum stake', () => {
  test.each<[string, EngineBet, EngineBet]>([
    ['classic', dice('30.0000'), dice('30.0100')],
    [
      'european',
      { engine: 'roulette', chips: ['red', 'black', 'odd'].map((spot) => ({ spot, stake: '10.0000' })) },
      { engine: 'roulette', chips: ['red', 'black', 'odd', 'even'].map((spot) => ({ spot, stake: '10.0000' })) },
    ],
  ])('at %s is refused before the wallet is asked, and changes nothing', async (variant, highest, above) => {
    world.wallet.maximumStake = '300000';
    const session = await studio.join(player, gameOf(variant as 'classic').gameId);
    world.wallet.calls.length = 0;
    const before = await world.rounds();
    const refused = await studio.play(session, { key: newKey(), bet: above });
    expect([refused.status, refused.body]).toEqual([409, { error: 'stake_above_maximum' }]);
    expect(world.wallet.calls.filter((call) => call === 'bet')).toEqual([]);
    expect(world.wallet.balances.get(player)).toBe(START);
    expect(await world.rounds()).toEqual(before);
    // The seed was not used: the next round has the committed one.
    const played = await studio.play(session, { key: newKey(), bet: highest });
    expect(played.body.round.fairness).toMatchObject({ serverSeedHash: session.next.serverSeedHash, nonce: session.next.nonce });
  });

  test('a round played before under a higher maximum is still found by its key', async () => {
    const { gameId } = gameOf('classic');
    const first = await studio.join(player, gameId);
    const request = { key: newKey(), bet: dice('31.0000') };
    const played = await studio.play(first, request);
    world.wallet.maximumStake = '300000';
    const again = await studio.join(player, gameId);
    expect((await studio.play(again, request)).body.round).toEqual(played.body.round);
    expect((await studio.play(again, { ...request, key: newKey() })).body).toEqual({ error: 'stake_above_maximum' });
  });

  test('that the wallet refuses since the maximum has changed is named as such; other limits are not', async () => {
    const session = await studio.join(player, gameOf('classic').gameId);
    world.wallet.refusal = 'LIMIT_REACHED';
    world.wallet.message = 'limit_exceeded: stake-once';
    expect((await studio.play(session, { key: newKey(), bet: dice('2.0000') })).body).toEqual({ error: 'stake_limit_changed' });
    world.wallet.message = 'limit_exceeded: stake-day';
    expect((await studio.play(session, { key: newKey(), bet: dice('2.0000') })).body).toEqual({ error: 'limit_reached' });
    expect(world.wallet.balances.get(player)).toBe(START);
  });
});

describe('a room', () => {
  const lobbyOf = async (token: string): Promise<LobbyView> => {
    const stop = new AbortController();
    const answer = await fetch(studio.url + ROOM_API.stream, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
    const first = await new Promise<string>((resolve) => void readEvents(answer, ({ text }) => resolve(text)).catch(() => undefined));
    stop.abort();
    return JSON.parse(first) as LobbyView;
  };

  test('whose stake is above the maximum gives no seat, and the lobby names the maximum', async () => {
    world.wallet.maximumStake = '20000';
    const session = await studio.join(player, ROOM);
    expect((await lobbyOf(session.token)).siteMaxStake).toBe('2.0000');
    const sit = (level: string) => studio.call<RoomView & { error?: string }>(ROOM_API.sit, { level }, session.token);
    const refused = await sit('reef');
    expect([refused.status, refused.body.error]).toEqual([409, 'stake_above_maximum']);
    expect((await sit('bay')).body).toMatchObject({ kind: 'table', level: 'bay' });
  });

  test('in which the player sits already is not paid for once the maximum is below its stake', async () => {
    const first = await studio.join(player, ROOM);
    await studio.call(ROOM_API.sit, { level: 'reef' }, first.token);
    world.wallet.maximumStake = '20000';
    const again = await studio.join(player, ROOM);
    // The newest session takes over the seat.
    expect((await studio.call<RoomView>(ROOM_API.sit, { level: 'reef' }, again.token)).body).toMatchObject({
      kind: 'table',
      level: 'reef',
    });
    const ready = await studio.call<RoomView & { error?: string }>(ROOM_API.ready, { ready: true }, again.token);
    expect(ready.body.error).toBe('stake_above_maximum');
    expect(world.wallet.balances.get(player)).toBe(START);
  });
});
