import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { simulationStream } from '../../shared/games/simulation-stream.ts';
import { gameOf, newKey, openStudioWorld, type StudioWorld } from './test-studio.ts';
import type { WalletFault } from './test-wallet.ts';

const START = 1_000_0000n;
const GAME = gameOf('classic').gameId;
const bet: EngineBet = { engine: 'dice', stake: '3.0000', over: false, target: 50 };

/** Dozens of starts and hundreds of rounds, which take long on a loaded machine. */
vi.setConfig({ testTimeout: 240_000 });

let world: StudioWorld;
beforeAll(async () => {
  world = await openStudioWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.wallet.balances.clear();
  world.wallet.instructions.clear();
  world.wallet.finished.clear();
  world.wallet.fault = () => undefined;
});

/** Expects that every round has ended, and that the wallet's ledger matches the studio for each: nothing lost or doubled. */
async function expectExactBooks(): Promise<void> {
  const rounds = await world.rounds();
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const { id, state, player, stake, payout } of rounds) {
    const placed = world.wallet.instructions.get(`${id}-b`);
    const won = world.wallet.instructions.get(`${id}-w`);
    const story = { state, counted: placed?.state === 'accepted', won: won?.amount, closed: world.wallet.finished.has(id) };
    const settled = { state: 'settled', counted: true, won: BigInt(payout), closed: true };
    expect([id, story]).toEqual([id, state === 'settled' ? settled : { state, counted: false, won: undefined, closed: false }]);
    expect(state).not.toBe('open');
    if (state === 'settled') expected.set(player, (expected.get(player) ?? 0n) + BigInt(payout) - BigInt(stake));
  }
  expect(world.wallet.balances).toEqual(expected);
}

async function allEnded(): Promise<void> {
  await vi.waitFor(
    async () => {
      world.wallet.releaseLate();
      expect((await world.rounds()).filter((round) => round.state === 'open')).toHaveLength(0);
    },
    { timeout: 30_000, interval: 50 },
  );
}

test('concurrent rounds against a wallet that loses, delays, breaks and garbles every fourth request', async () => {
  await (await world.start()).close();
  await world.clear();
  const studio = await world.start();
  const random = simulationStream(8);
  const faults: WalletFault[] = ['lost', 'unanswered', 'broken', 'garbled', 'late'];
  const players = Array.from({ length: 8 }, (_, index) => `chaos${index}`);
  for (const player of players) world.wallet.balances.set(player, START);
  const sessions = await Promise.all(players.map((player) => studio.join(player, GAME)));
  world.wallet.fault = () => (random.below(4) === 0 ? faults[random.below(faults.length)] : undefined);
  const replies = await Promise.all(
    sessions.map(async (session) => {
      const codes = new Set<string>();
      for (let round = 0; round < 12; round++) {
        const key = newKey();
        for (let tries = 0, pending = true; pending && tries < 4; tries++) {
          const { body } = await studio.play(session, { key, bet });
          codes.add(body.error ?? body.round.status);
          pending = body.error === 'round_pending';
        }
      }
      return codes;
    }),
  );
  world.wallet.fault = () => undefined;
  await allEnded();
  await expectExactBooks();
  const rounds = await world.rounds();
  expect(rounds.filter((round) => round.state === 'settled').length).toBeGreaterThan(20);
  expect(rounds.filter((round) => round.state === 'refunded').length).toBeGreaterThan(3);
  expect([...new Set(replies.flatMap((codes) => [...codes]))]).toEqual(expect.arrayContaining(['settled', 'refunded']));
  expect(new Set(rounds.map((round) => round.server_seed)).size).toBe(rounds.length);
  await studio.close();
});

describe('killed at every step of a round, and restarted with the same database', () => {
  test.each<[string, WalletFault]>([
    ['', undefined],
    [', while the answers of the wallet are lost', 'unanswered'],
  ])('the round ends once, settled or refunded%s', async (_case, afterDeath) => {
    await (await world.start()).close();
    await world.clear();
    const ends = new Set<string>();
    for (let step = 1, survived = false; !survived; step++) {
      const player = `killed${step}`;
      world.wallet.balances.set(player, START);
      let armed = false;
      let count = 0;
      const deaths: Promise<void>[] = [];
      const studio = await world.start({
        onStep: () => {
          count += armed ? 1 : 0;
          if (armed && count === step) deaths.push(studio.kill());
          if (armed && count === step - 1) world.wallet.fault = () => afterDeath;
        },
      });
      const session = await studio.join(player, GAME);
      const key = newKey();
      armed = true;
      const answer = await studio.play(session, { key, bet }).catch(() => undefined);
      survived = deaths.length === 0 && answer?.status === 200;
      armed = false;
      await Promise.all(deaths.length > 0 ? deaths : [studio.close()]);
      world.wallet.fault = () => undefined;

      const again = await world.start();
      await allEnded();
      await expectExactBooks();
      const round = (await world.rounds()).find((candidate) => candidate.player === player);
      const { recovered } = await again.join(player, GAME);
      // If the studio is killed between the commit and the answer, the round counts as delivered; it is in the history in either case.
      expect(recovered?.roundId).toBe(round?.delivered ? undefined : round?.id);
      ends.add(round?.state ?? 'never drawn');
      await again.close();
      expect(step).toBeLessThan(40);
    }
    // Whether a stake is refunded depends on how far the request had got at the kill.
    expect([...ends]).toEqual(expect.arrayContaining(['never drawn', 'settled']));
    expect(['never drawn', 'refunded', 'settled']).toEqual(expect.arrayContaining([...ends]));
  });
});

test('closing waits for the running round, and rejects new ones', async () => {
  await (await world.start()).close();
  await world.clear();
  world.wallet.balances.set('leaver', START);
  const studio = await world.start();
  const session = await studio.join('leaver', GAME);
  const closings: Promise<void>[] = [];
  world.wallet.fault = (operation) => {
    if (operation === 'win') closings.push(studio.close());
    return undefined;
  };
  await studio.play(session, { key: newKey(), bet }).catch(() => undefined);
  await Promise.all(closings);
  expect((await world.rounds()).map((round) => round.state)).toEqual(['settled']);
  await expectExactBooks();
});
