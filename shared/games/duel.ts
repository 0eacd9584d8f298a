import { hundredthsText } from '../hundredths.ts';
import type { Units } from '../money/money.ts';
import type { DuelVariant } from './catalogue.ts';
import { drawDistinct, type FairStream } from './fairness.ts';
import { add, type Fraction, fraction, isLess, multiply } from './fraction.ts';

/**
 * A card is 0 to 51: the suit is the card divided by 13, the rank is the remainder, two to ace. All cards of a round come from
 * one deck. Side `one` is the player's in `war` and `best`; in `pick` neither side is the player's.
 */
export const DECK = 52;
const RANKS = 13;
const SUITS = DECK / RANKS;

export const DUEL_SIDES = ['one', 'other', 'tie'] as const;
export type DuelSide = (typeof DUEL_SIDES)[number];

/** Results of a round, seen from the bet. `sweep`: every pair won. `level`: a tie, with the bet on a side. */
export type DuelEnd = 'sweep' | 'won' | 'tie' | 'level' | 'lost';

export interface DuelTable {
  /** Cards of each side. */
  readonly cards: number;
  readonly sides: readonly DuelSide[];
  /** Multiplier of the stake in hundredths. A result that is not listed pays 0. */
  readonly pays: Readonly<Partial<Record<DuelEnd, number>>>;
}

export const DUELS: Readonly<Record<DuelVariant, DuelTable>> = {
  war: { cards: 1, sides: ['one'], pays: { won: 200, level: 50 } },
  pick: { cards: 1, sides: ['one', 'other', 'tie'], pays: { won: 200, level: 50, tie: 1650 } },
  best: { cards: 3, sides: ['one'], pays: { sweep: 300, won: 175, level: 50 } },
};

export const rankOf = (card: number): number => card % RANKS;
export const suitOf = (card: number): number => Math.floor(card / RANKS);

/** The side that wins more pairs. */
function duelWinner(pairsWon: number, pairsLost: number): DuelSide {
  if (pairsWon === pairsLost) return 'tie';
  return pairsWon > pairsLost ? 'one' : 'other';
}

function endOf(side: DuelSide, pairs: number, won: number, lost: number): DuelEnd {
  const winner = duelWinner(won, lost);
  if (winner === 'tie') return side === 'tie' ? 'tie' : 'level';
  if (winner !== side) return 'lost';
  return pairs > 1 && Math.max(won, lost) === pairs ? 'sweep' : 'won';
}

/** Cards 0 to 51 in the order in which each side got them. */
export interface DuelOutcome {
  readonly engine: 'duel';
  readonly one: readonly number[];
  readonly other: readonly number[];
  readonly winner: DuelSide;
  readonly multiplier: string;
}

/** `stake` is a whole number of twenty cents, so that no prize has a fraction of a cent. */
export function playDuel(variant: DuelVariant, side: DuelSide, stake: Units, stream: FairStream): { outcome: DuelOutcome; payout: Units } {
  const { cards, pays } = DUELS[variant];
  const drawn = drawDistinct(stream, DECK, cards * 2).map((number) => number - 1);
  const one = drawn.filter((_, index) => index % 2 === 0);
  const other = drawn.filter((_, index) => index % 2 === 1);
  const steps = one.map((card, index) => rankOf(card) - rankOf(other[index] ?? 0));
  const [won, lost] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  const hundredths = pays[endOf(side, cards, won, lost)] ?? 0;
  return {
    outcome: { engine: 'duel', one, other, winner: duelWinner(won, lost), multiplier: hundredthsText(hundredths) },
    payout: (stake * BigInt(hundredths)) / 100n,
  };
}

/** Probability of each result of a bet, calculated from every order of ranks in the deck. */
export function duelChances(variant: DuelVariant, side: DuelSide): Readonly<Partial<Record<DuelEnd, Fraction>>> {
  const { cards } = DUELS[variant];
  const ways = countPairs(cards);
  const total = ways.reduce((sum, { count }) => sum + count, 0);
  const chances: Partial<Record<DuelEnd, Fraction>> = {};
  for (const { won, lost, count } of ways) {
    if (count === 0) continue;
    const end = endOf(side, cards, won, lost);
    chances[end] = add(chances[end] ?? fraction(0n), fraction(BigInt(count), BigInt(total)));
  }
  return chances;
}

export function duelReturn(variant: DuelVariant, side: DuelSide): Fraction {
  return Object.entries(duelChances(variant, side)).reduce(
    (sum, [end, chance]) => add(sum, multiply(chance, fraction(BigInt(DUELS[variant].pays[end as DuelEnd] ?? 0), 100n))),
    fraction(0n),
  );
}

/** The return of the worst side, which is the published one. */
export function lowestDuelReturn(variant: DuelVariant): Fraction {
  return DUELS[variant].sides.map((side) => duelReturn(variant, side)).reduce((lowest, other) => (isLess(other, lowest) ? other : lowest));
}

interface Ways {
  readonly won: number;
  readonly lost: number;
  /** Ordered draws of cards; below 2^53 for six cards. */
  readonly count: number;
}

/** Ordered draws of `pairs` pairs, grouped by the number of pairs that each side wins. */
function countPairs(pairs: number): readonly Ways[] {
  const left = new Array<number>(RANKS).fill(SUITS);
  const counts = Array.from({ length: pairs + 1 }, () => new Array<number>(pairs + 1).fill(0));
  const note = (won: number, lost: number, count: number) => {
    const row = counts[won];
    if (row) row[lost] = (row[lost] ?? 0) + count;
  };
  const walk = (depth: number, won: number, lost: number, weight: number) => {
    if (depth === pairs - 1) {
      const [above, level] = countLastPair(left);
      note(won + 1, lost, weight * above);
      note(won, lost + 1, weight * above);
      return note(won, lost, weight * level);
    }
    for (let one = 0; one < RANKS; one++) {
      for (let other = 0; other < RANKS; other++) {
        const ways = waysOf(left, one, other);
        if (ways === 0) continue;
        take(left, one, other, -1);
        walk(depth + 1, won + Number(one > other), lost + Number(one < other), weight * ways);
        take(left, one, other, 1);
      }
    }
  };
  walk(0, 0, 0, 1);
  return counts.flatMap((row, won) => row.map((count, lost) => ({ won, lost, count })));
}

/** Number of draws of a pair whose first card is higher (the same as for the second), and of a pair of equal rank. */
function countLastPair(left: readonly number[]): readonly [above: number, level: number] {
  let [above, level, below] = [0, 0, 0];
  for (const count of left) {
    above += count * below;
    level += count * (count - 1);
    below += count;
  }
  return [above, level];
}

function waysOf(left: readonly number[], one: number, other: number): number {
  return (left[one] ?? 0) * ((left[other] ?? 0) - Number(one === other));
}

function take(left: number[], one: number, other: number, change: 1 | -1): void {
  left[one] = (left[one] ?? 0) + change;
  left[other] = (left[other] ?? 0) + change;
}
