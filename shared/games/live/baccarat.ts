import type { FairStream } from '../fairness.ts';
import { add, type Fraction, fraction, multiply } from '../fraction.ts';
import { dealFromShoe, faceOf, SHOE_CARDS, SHOE_DECKS } from './shoe.ts';
import type { TableRules } from './table-rules.ts';

export interface BaccaratOutcome {
  readonly game: 'baccarat';
  /** Cards of each hand in the order dealt, including the third card where one was drawn. */
  readonly player: readonly number[];
  readonly banker: readonly number[];
}
export type BaccaratWinner = 'player' | 'banker' | 'tie';

const PUSH = 100;
/** Multiples of the stake in hundredths, stake included: even money, 5 % commission on the banker, 8 to 1, 11 to 1. */
const PAYS = { player: 200, banker: 195, tie: 900, 'player-pair': 1200, 'banker-pair': 1200 } as const;
type Spot = keyof typeof PAYS;

const STANDS_FROM = 6;
const NATURAL = 8;

export const BACCARAT: TableRules<BaccaratOutcome> = {
  spots: Object.entries(PAYS).map(([id, pays]) => ({ id, pays })),
  deal(stream: FairStream) {
    const [first = 0, second = 0, third = 0, fourth = 0, ...rest] = dealFromShoe(stream, 6);
    return dealHands([first, third], [second, fourth], rest);
  },
  pays(outcome, spot) {
    if (!(spot in PAYS)) return 0;
    if (spot === 'player-pair') return isPair(outcome.player) ? PAYS[spot] : 0;
    if (spot === 'banker-pair') return isPair(outcome.banker) ? PAYS[spot] : 0;
    const winner = baccaratWinner(outcome);
    if (winner === spot) return PAYS[spot as Spot];
    return winner === 'tie' ? PUSH : 0;
  },
  returns: () => {
    const chances = baccaratChances();
    const pair = fraction(BigInt(SHOE_DECKS * 4 - 1), BigInt(SHOE_CARDS - 1));
    const times = (chance: Fraction, pays: number) => multiply(chance, fraction(BigInt(pays), 100n));
    return new Map([
      ['player', add(times(chances.player, PAYS.player), chances.tie)],
      ['banker', add(times(chances.banker, PAYS.banker), chances.tie)],
      ['tie', times(chances.tie, PAYS.tie)],
      ['player-pair', times(pair, PAYS['player-pair'])],
      ['banker-pair', times(pair, PAYS['banker-pair'])],
    ]);
  },
};

/** Points of a card: ace one, tens and pictures nothing. */
function pointsOf(card: number): number {
  const face = faceOf(card);
  return face >= 10 ? 0 : face;
}

export function handPoints(cards: readonly number[]): number {
  return cards.reduce((sum, card) => sum + pointsOf(card), 0) % 10;
}

export function baccaratWinner({ player, banker }: BaccaratOutcome): BaccaratWinner {
  const [one, other] = [handPoints(player), handPoints(banker)];
  if (one === other) return 'tie';
  return one > other ? 'player' : 'banker';
}

export function isPair([first = -1, second = -2]: readonly number[]): boolean {
  return faceOf(first) === faceOf(second);
}

/** Drawing rules of punto banco. `third` is the points of the player's third card; undefined when the player stood. */
export function bankerDraws(points: number, third: number | undefined): boolean {
  if (third === undefined) return points < STANDS_FROM;
  if (points <= 2) return true;
  if (points === 3) return third !== 8;
  if (points === 4) return third >= 2 && third <= 7;
  if (points === 5) return third >= 4 && third <= 7;
  return points === 6 && (third === 6 || third === 7);
}

function dealHands(player: readonly number[], banker: readonly number[], rest: readonly number[]): BaccaratOutcome {
  const [one, other] = [handPoints(player), handPoints(banker)];
  if (one >= NATURAL || other >= NATURAL) return { game: 'baccarat', player, banker };
  const [next = 0, afterNext = 0] = rest;
  const draws = one < STANDS_FROM;
  const third = draws ? next : undefined;
  const bankerThird = bankerDraws(other, third === undefined ? undefined : pointsOf(third)) ? (draws ? afterNext : next) : undefined;
  return {
    game: 'baccarat',
    player: third === undefined ? player : [...player, third],
    banker: bankerThird === undefined ? banker : [...banker, bankerThird],
  };
}

/** Probability of each result, counted over every order of points of six cards from the shoe. */
export function baccaratChances(): Readonly<Record<BaccaratWinner, Fraction>> {
  // Below 2^53: 416 × 415 × 414 × 413 × 412 × 411 orders.
  const ways: Record<BaccaratWinner, number> = { player: 0, banker: 0, tie: 0 };
  const left = Array.from({ length: 10 }, (_, points) => SHOE_DECKS * (points === 0 ? 16 : 4));
  const hands = { one: 0, other: 0 };
  const take = (weight: number, then: (points: number, weight: number) => void) => {
    for (let points = 0; points < 10; points++) {
      const count = left[points] ?? 0;
      if (count === 0) continue;
      left[points] = count - 1;
      then(points, weight * count);
      left[points] = count;
    }
  };
  const remaining = (cards: number) => SHOE_CARDS - cards;
  const note = (one: number, other: number, weight: number) => {
    ways[one === other ? 'tie' : one > other ? 'player' : 'banker'] += weight;
  };
  const drawBanker = (one: number, other: number, third: number | undefined, cards: number, weight: number) => {
    const unused = third === undefined ? remaining(5) : 1;
    if (!bankerDraws(other, third)) return note(one, other, weight * unused * remaining(cards));
    take(weight, (points, deeper) => note(one, (other + points) % 10, deeper * unused));
  };
  take(1, (a, first) =>
    take(first, (b, second) =>
      take(second, (c, third) =>
        take(third, (d, fourth) => {
          hands.one = (a + c) % 10;
          hands.other = (b + d) % 10;
          const { one, other } = hands;
          if (one >= NATURAL || other >= NATURAL) return note(one, other, fourth * remaining(4) * remaining(5));
          if (one >= STANDS_FROM) return drawBanker(one, other, undefined, 4, fourth);
          take(fourth, (points, fifth) => drawBanker((one + points) % 10, other, points, 5, fifth));
        }),
      ),
    ),
  );
  const total = BigInt(ways.player + ways.banker + ways.tie);
  return {
    player: fraction(BigInt(ways.player), total),
    banker: fraction(BigInt(ways.banker), total),
    tie: fraction(BigInt(ways.tie), total),
  };
}
