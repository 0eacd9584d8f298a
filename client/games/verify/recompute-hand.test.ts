import { expect, test } from 'vitest';
import { seedHash } from '../../../shared/games/fairness.ts';
import type { HandEvidence } from '../../../shared/games/rooms/protocol.ts';
import { afterMove, dealHands, type Move, openHand, suggestion } from '../../../shared/games/rooms/thirteen.ts';
import { isGoodHand, recomputeHand } from './recompute-hand.ts';

const serverSeed = '5c'.repeat(32);
const clientSeeds = ['ann', 'ben'];
const hands = dealHands(serverSeed, clientSeeds, 7);

function played(): { readonly moves: readonly Move[]; readonly winner: number } {
  const moves: Move[] = [];
  let state = openHand(hands);
  while (state.winner === null) {
    const move = { player: state.turn, cards: suggestion(state) };
    moves.push(move);
    state = afterMove(state, move);
  }
  return { moves, winner: state.winner };
}

const evidence: HandEvidence = {
  handId: 'h1',
  nr: 7,
  stake: '5.0000',
  serverSeed,
  clientSeeds,
  hands,
  ...played(),
  serverSeedHash: seedHash(serverSeed),
  players: clientSeeds.map((_, alias) => ({ alias, bot: false, you: false })),
  state: 'done',
  pot: '10.0000',
  rake: '0.2500',
};
const judge = (change: Partial<HandEvidence>) => {
  const verdict = recomputeHand({ ...evidence, ...change });
  return verdict && isGoodHand(verdict);
};

test('an honest hand is dealt and played again', () => expect(judge({})).toBe(true));

test.each<[string, Partial<HandEvidence>]>([
  ['another seed than the promised one', { serverSeed: '5d'.repeat(32) }],
  ['a player’s seed exchanged', { clientSeeds: ['ann', 'bob'] }],
  ['two cards exchanged', { hands: [hands[1] ?? [], hands[0] ?? []] }],
  ['another number', { nr: 8 }],
  ['another winner', { winner: 1 - (evidence.winner ?? 0) }],
  ['a move left out', { moves: evidence.moves.slice(0, -1) }],
  ['a move that the rules forbid', { moves: [{ player: 0, cards: [0, 1] }, ...evidence.moves] }],
  ['a larger rake', { rake: '0.5000' }],
  ['a smaller pot', { pot: '9.0000' }],
])('%s is found', (_case, change) => expect(judge(change)).toBe(false));

test('a malformed seed is not recomputed', () => {
  expect(recomputeHand({ ...evidence, serverSeed: 'x' })).toBeUndefined();
  expect(recomputeHand({ ...evidence, clientSeeds: ['a b', 'c'] })).toBeUndefined();
});
