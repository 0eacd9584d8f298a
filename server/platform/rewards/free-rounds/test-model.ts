import { expect } from 'vitest';
import { STAKE, type TestFreeRounds } from './test-free-rounds.ts';

interface SlowRound {
  readonly id: string;
  readonly grant: number;
  state: 'open' | 'won' | 'back';
  units: bigint;
}

/** A small generator with a seed, so that a failure can be repeated. */
function generator(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/**
 * Plays at random and recomputes every answer and sum from the whole list of rounds, without any code of the product. Each call may arrive again
 * at the other node.
 */
export async function playRandomly(nodes: readonly [TestFreeRounds, TestFreeRounds], members: number, steps: number): Promise<void> {
  for (let member = 0; member < members; member += 1) {
    const next = generator(member + 1);
    const player = await nodes[0].bonus.player();
    const sizes = [1 + next(3), 1 + next(4)];
    const grants = [
      await nodes[0].give(player.memberId, { rounds: sizes[0] ?? 1 }),
      await nodes[0].give(player.memberId, { rounds: sizes[1] ?? 1, bonus: { wagering: 2, days: 3 } }),
    ];
    const rounds: SlowRound[] = [];
    const playedOf = (grant: number) => rounds.filter((round) => round.grant === grant && round.state !== 'back').length;
    const isOver = (grant: number) => ended.has(grant);
    const ended = new Set<number>();
    const node = () => nodes[next(2)] ?? nodes[0];
    for (let step = 0; step < steps; step += 1) {
      const round = rounds[next(rounds.length || 1)];
      const kind = next(8);
      if (kind < 4) {
        const grant = next(2);
        const [id, stake] = [`rnd-${player.memberId}-${step}`, next(6) === 0 ? STAKE + 1n : STAKE];
        const answer = await node().play(player, grants[grant]?.id ?? '', { id, stake });
        const isFull = playedOf(grant) >= (sizes[grant] ?? 0);
        const expected = stake !== STAKE ? 'wrong_stake' : isFull ? 'none_left' : isOver(grant) ? 'expired' : undefined;
        expect([answer.status, answer.message]).toEqual([expected ? 'FREE_ROUND_REFUSED' : 'OK', expected]);
        if (!expected) rounds.push({ id, grant, state: 'open', units: 0n });
        if (next(3) === 0) expect((await node().play(player, grants[grant]?.id ?? '', { id, stake })).status).toBe(answer.status);
      } else if (kind < 6 && round) {
        const units = round.state === 'won' ? round.units : BigInt(next(3) * 7);
        const { status } = await node().win(player, { id: round.id }, units);
        expect(status).toBe(round.state === 'back' ? 'BET_ROLLED_BACK' : 'OK');
        if (round.state === 'open') Object.assign(round, { state: 'won', units });
      } else if (kind === 6 && round) {
        const { status } = await node().rollback(player, { id: round.id });
        expect(status).toBe(round.state === 'won' ? 'BET_SETTLED' : 'OK');
        if (round.state === 'open') round.state = 'back';
      } else {
        await node().run();
        for (const grant of [0, 1])
          if (playedOf(grant) === sizes[grant] && rounds.every((one) => one.grant !== grant || one.state !== 'open')) ended.add(grant);
      }
    }
    for (const [index, { id }] of grants.entries()) {
      const won = rounds.filter(({ grant }) => grant === index).reduce((sum, { units }) => sum + units, 0n);
      const row = await nodes[0].find(id);
      expect([row.played, row.won, row.state]).toEqual([playedOf(index), String(won), ended.has(index) ? 'played' : 'open']);
      if (index === 0) expect(await nodes[0].bonus.pools(player.memberId)).toEqual([won, 0n, 0n]);
    }
  }
}
