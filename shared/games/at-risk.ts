import type { Units } from '../money/money.ts';
import type { Chip, TableOutcome } from './live/table.ts';
import { tablePayout } from './live/table.ts';
import type { TableGame } from './live/table-games.ts';
import { POCKETS } from './roulette.ts';

const SIDES = [1, 2, 3, 4, 5, 6];
const RANKS = 13;
/** Two pairs of hands, with four and with eight points, that cover every winner with every combination of pairs. */
const HANDS = [
  [2, 2],
  [1, 3],
  [4, 4],
  [3, 5],
].map((faces) => faces.map((face, index) => cardOf(face, index)));

/** For each game, one outcome of each kind that pays differently. */
const OUTCOMES: { readonly [Game in TableGame]: () => readonly TableOutcome[] } = {
  baccarat: () => HANDS.flatMap((player) => HANDS.map((banker) => ({ game: 'baccarat' as const, player, banker }))),
  // Two suits are enough: a tie is suited or not.
  dragontiger: () => range(RANKS).flatMap((dragon) => range(2 * RANKS).map((tiger) => ({ game: 'dragontiger' as const, dragon, tiger }))),
  sicbo: () => SIDES.flatMap((one) => SIDES.flatMap((two) => SIDES.map((three) => ({ game: 'sicbo' as const, dice: [one, two, three] })))),
  wheel: () => range(POCKETS).map((pocket) => ({ game: 'wheel' as const, pocket })),
};
const KNOWN = new Map<TableGame, readonly TableOutcome[]>();

/** The largest loss that the chips can make together. The single-player game has the same wheel. */
export function atRiskOf(game: TableGame, chips: readonly Chip[]): Units {
  const stake = chips.reduce((sum, chip) => sum + chip.stake, 0n);
  let least = stake;
  for (const outcome of outcomesOf(game)) {
    const payout = tablePayout(outcome, chips);
    if (payout < least) least = payout;
  }
  return stake - least;
}

/** Outcomes of a game that cover every combination of payouts. */
export function outcomesOf(game: TableGame): readonly TableOutcome[] {
  const outcomes = KNOWN.get(game) ?? OUTCOMES[game]();
  KNOWN.set(game, outcomes);
  return outcomes;
}

function cardOf(face: number, suit: number): number {
  return suit * RANKS + ((face + RANKS - 2) % RANKS);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
