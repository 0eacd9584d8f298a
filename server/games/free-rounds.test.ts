import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

const START = 1_000_0000n;
const GAME = gameOf('harbour').gameId;
const GRANT = { grantId: '7', rounds: 3, left: 3, stake: '2000', won: '0', expiresAt: '2030-01-01T00:00:00.000Z' } as const;
const spin = (stake = '0.2000'): EngineBet => ({ engine: 'slot', stake });

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
  player = `free${players}`;
  world.wallet.balances.set(player, START);
});

/** The body of the last bet that the wallet has taken. */
function lastBet() {
  const bets = [...world.wallet.instructions.values()].filter(({ kind }) => kind === 'bet');
  return JSON.parse(bets.at(-1)?.body ?? '{}');
}

test('a free round sends no money and names its grant; the page reads what is left and what was won', async () => {
  world.wallet.freeRounds = [{ ...GRANT }];
  // Below the stake of the grant: it limits the player's own money only.
  world.wallet.maximumStake = '1000';
  const session = await studio.join(player, GAME);
  expect(session.freeRounds).toEqual([{ grantId: '7', rounds: 3, left: 3, stake: '0.2000', won: '0.0000' }]);
  let won = 0;
  for (let left = 2; left >= 0; left -= 1) {
    const request = { key: newKey(), bet: spin(), freeRound: '7' };
    const { body } = await studio.play(session, request);
    expect(lastBet()).toMatchObject({ amount: '0', freeRound: { grantId: '7', stake: '2000' } });
    won += Number(body.round.payout);
    expect(body.round).toMatchObject({ status: 'settled', isFree: true, stake: '0.2000' });
    expect(body.freeRounds).toMatchObject([{ left, won: won.toFixed(4) }]);
    // The same key again is the same round, also of a later session.
    world.wallet.freeRounds = undefined;
    const again = await studio.play(await studio.join(player, GAME), request);
    expect(again.body.round).toEqual(body.round);
  }
  expect(world.wallet.balances.get(player)).toBe(START + BigInt(Math.round(won * 10_000)));
});

test('refuses without drawing: a grant that was not named, another stake, and what the wallet refuses', async () => {
  world.wallet.freeRounds = [{ ...GRANT }];
  const session = await studio.join(player, GAME);
  const before = await world.rounds();
  const play = async (bet: EngineBet, freeRound?: string) =>
    (await studio.play(session, { key: newKey(), bet, ...(freeRound !== undefined && { freeRound }) })).body;
  expect(await play(spin(), '8')).toEqual({ error: 'free_round_over' });
  expect(await play(spin('0.4000'), '7')).toEqual({ error: 'bet_invalid' });
  expect(await play(spin(), 'no id')).toEqual({ error: 'bad_request' });
  expect(await world.rounds()).toEqual(before);
  world.wallet.refusal = 'FREE_ROUND_REFUSED';
  expect(await play(spin(), '7')).toEqual({ error: 'free_round_over' });
  world.wallet.refusal = undefined;
  const paid = await play(spin());
  expect([paid.round.isFree, paid.freeRounds[0]?.left, lastBet().amount]).toEqual([undefined, 3, '2000']);
});

test('a bet without an answer is asked for by its id, and given back if it never arrived', async () => {
  world.wallet.freeRounds = [{ ...GRANT }];
  const session = await studio.join(player, GAME);
  world.wallet.fault = (operation) => (operation === 'bet' ? 'lost' : undefined);
  const { body } = await studio.play(session, { key: newKey(), bet: spin(), freeRound: '7' });
  expect([body.round.status, body.freeRounds[0]?.left]).toEqual(['refunded', 3]);
  world.wallet.fault = (operation) => (operation === 'bet' ? 'unanswered' : undefined);
  const counted = await studio.play(session, { key: newKey(), bet: spin(), freeRound: '7' });
  expect([counted.body.round.status, counted.body.freeRounds[0]?.left]).toEqual(['settled', 2]);
});

test('grants with a stake that the slot does not take are left out: the next one is played, and own money as always', async () => {
  world.wallet.freeRounds = [
    { ...GRANT, grantId: '5', stake: '1000' },
    { ...GRANT, grantId: '6', stake: '3700' },
    { ...GRANT, grantId: '8', stake: '1000001' },
    { ...GRANT },
  ];
  const session = await studio.join(player, GAME);
  expect(session.freeRounds).toMatchObject([{ grantId: '7' }]);
  expect((await studio.play(session, { key: newKey(), bet: spin(), freeRound: '7' })).body.freeRounds).toMatchObject([{ left: 2 }]);
  expect((await studio.play(session, { key: newKey(), bet: spin('0.3700'), freeRound: '6' })).body.error).toBe('stake_out_of_range');
  world.wallet.freeRounds = [{ ...GRANT, grantId: '5', stake: '1000' }];
  const own = await studio.join(player, GAME);
  expect(own.freeRounds).toEqual([]);
  expect((await studio.play(own, { key: newKey(), bet: spin() })).body.round.status).toBe('settled');
});
