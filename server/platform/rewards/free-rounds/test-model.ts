import { expect } from 'vitest';
import type { TestPlayer } from '../../play/vendors/test-vendor.ts';
import { STAKE, type TestFreeRounds } from './test-free-rounds.ts';

type Nodes = readonly [TestFreeRounds, TestFreeRounds];

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

/** A member with two grants: the first pays real money, the second a bonus. */
class SlowMember {
  readonly rounds: SlowRound[] = [];
  readonly ended = new Set<number>();
  private step = 0;
  private readonly nodes: Nodes;
  private readonly next: (below: number) => number;
  private readonly player: TestPlayer;
  private readonly grants: readonly string[];
  private readonly sizes: readonly number[];

  constructor(nodes: Nodes, next: (below: number) => number, player: TestPlayer, grants: readonly string[], sizes: readonly number[]) {
    this.nodes = nodes;
    this.next = next;
    this.player = player;
    this.grants = grants;
    this.sizes = sizes;
  }

  private get node(): TestFreeRounds {
    return this.nodes[this.next(2)] ?? this.nodes[0];
  }

  private playedOf(grant: number): number {
    return this.rounds.filter((round) => round.grant === grant && round.state !== 'back').length;
  }

  async take(): Promise<void> {
    this.step += 1;
    const kind = this.next(8);
    const round = this.rounds[this.next(this.rounds.length || 1)];
    if (kind < 4) return this.play();
    if (kind === 7 || !round) return this.end();
    return kind < 6 ? this.win(round) : this.rollback(round);
  }

  private async play(): Promise<void> {
    const grant = this.next(2);
    const [id, stake] = [`rnd-${this.player.memberId}-${this.step}`, this.next(6) === 0 ? STAKE + 1n : STAKE];
    const send = () => this.node.play(this.player, this.grants[grant] ?? '', { id, stake });
    const answer = await send();
    const refusal = this.refusalOf(grant, stake);
    expect([answer.status, answer.message]).toEqual([refusal ? 'FREE_ROUND_REFUSED' : 'OK', refusal]);
    if (!refusal) this.rounds.push({ id, grant, state: 'open', units: 0n });
    if (this.next(3) === 0) expect((await send()).status).toBe(answer.status);
  }

  private refusalOf(grant: number, stake: bigint): string | undefined {
    if (stake !== STAKE) return 'wrong_stake';
    if (this.playedOf(grant) >= (this.sizes[grant] ?? 0)) return 'none_left';
    return this.ended.has(grant) ? 'expired' : undefined;
  }

  private async win(round: SlowRound): Promise<void> {
    const units = round.state === 'won' ? round.units : BigInt(this.next(3) * 7);
    const { status } = await this.node.win(this.player, { id: round.id }, units);
    expect(status).toBe(round.state === 'back' ? 'BET_ROLLED_BACK' : 'OK');
    if (round.state === 'open') Object.assign(round, { state: 'won', units });
  }

  private async rollback(round: SlowRound): Promise<void> {
    const { status } = await this.node.rollback(this.player, { id: round.id });
    expect(status).toBe(round.state === 'won' ? 'BET_SETTLED' : 'OK');
    if (round.state === 'open') round.state = 'back';
  }

  private async end(): Promise<void> {
    await this.node.run();
    for (const grant of [0, 1]) {
      const isOpen = this.rounds.some((round) => round.grant === grant && round.state === 'open');
      if (this.playedOf(grant) === this.sizes[grant] && !isOpen) this.ended.add(grant);
    }
  }

  async compare(): Promise<void> {
    for (const [index, id] of this.grants.entries()) {
      const won = this.rounds.filter(({ grant }) => grant === index).reduce((sum, { units }) => sum + units, 0n);
      const row = await this.nodes[0].find(id);
      expect([row.played, row.won, row.state]).toEqual([this.playedOf(index), String(won), this.ended.has(index) ? 'played' : 'open']);
      if (index === 0) expect(await this.nodes[0].bonus.pools(this.player.memberId)).toEqual([won, 0n, 0n]);
    }
  }
}

/**
 * Plays at random and recomputes every answer and sum from the whole list of rounds, without any code of the product. Each call may arrive again
 * at the other node.
 */
export async function playRandomly(nodes: Nodes, members: number, steps: number): Promise<void> {
  for (let seed = 1; seed <= members; seed += 1) {
    const next = generator(seed);
    const player = await nodes[0].bonus.player();
    const sizes = [1 + next(3), 1 + next(4)] as const;
    const real = await nodes[0].give(player.memberId, { rounds: sizes[0] });
    const bonus = await nodes[0].give(player.memberId, { rounds: sizes[1], bonus: { wagering: 2, days: 3 } });
    const member = new SlowMember(nodes, next, player, [real.id, bonus.id], sizes);
    for (let step = 0; step < steps; step += 1) await member.take();
    await member.compare();
  }
}
