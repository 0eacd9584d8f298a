import type { Units } from '../money/money.ts';
import type { FairStream } from './fairness.ts';
import { type Fraction, fraction } from './fraction.ts';

export const POCKETS = 37;
/** Pockets of a European wheel, clockwise from zero. */
export const WHEEL: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

export type SpotKind = 'straight' | 'split' | 'street' | 'corner' | 'line' | 'dozen' | 'column' | 'even-money';
export interface RouletteSpot {
  /**
   * Spots such as "straight-17", "split-17-20", "street-16", "corner-16" and "line-16" (by their lowest number), "dozen-2",
   * "column-1", "red".
   */
  readonly id: string;
  readonly kind: SpotKind;
  readonly numbers: readonly number[];
  /** Net prize in stakes; the stake is returned in addition. */
  readonly odds: number;
}

const ODDS: Readonly<Record<SpotKind, number>> = {
  straight: 35,
  split: 17,
  street: 11,
  corner: 8,
  line: 5,
  dozen: 2,
  column: 2,
  'even-money': 1,
};

export const ROULETTE_SPOTS: readonly RouletteSpot[] = allSpots();
const BY_ID: ReadonlyMap<string, RouletteSpot> = new Map(ROULETTE_SPOTS.map((spot) => [spot.id, spot]));

export function rouletteSpot(id: string): RouletteSpot | undefined {
  return BY_ID.get(id);
}

export function pocketColour(pocket: number): 'green' | 'red' | 'black' {
  if (pocket === 0) return 'green';
  return RED.has(pocket) ? 'red' : 'black';
}

export interface RouletteOutcome {
  readonly engine: 'roulette';
  readonly pocket: number;
  readonly winningSpots: readonly string[];
}

export function playRoulette(
  chips: readonly { readonly spot: string; readonly stake: Units }[],
  stream: FairStream,
): { outcome: RouletteOutcome; payout: Units } {
  const pocket = stream.below(POCKETS);
  const winning = chips.filter((chip) => BY_ID.get(chip.spot)?.numbers.includes(pocket));
  return {
    outcome: { engine: 'roulette', pocket, winningSpots: winning.map((chip) => chip.spot) },
    payout: winning.reduce((sum, chip) => sum + chip.stake * BigInt((BY_ID.get(chip.spot)?.odds ?? -1) + 1), 0n),
  };
}

/** The same for every spot of a single-zero wheel. */
export function spotReturn(spot: RouletteSpot): Fraction {
  return fraction(BigInt(spot.numbers.length * (spot.odds + 1)), BigInt(POCKETS));
}

/** The table has twelve rows of three: 1 2 3, 4 5 6, ... Zero borders 1, 2 and 3. */
function allSpots(): RouletteSpot[] {
  const all = range(1, 36);
  const spot = (id: string, kind: SpotKind, numbers: readonly number[]) => ({ id, kind, numbers, odds: ODDS[kind] });
  const split = (low: number, high: number) => spot(`split-${low}-${high}`, 'split', [low, high]);
  const rowStarts = all.filter((number) => number % 3 === 1);
  return [
    ...range(0, 36).map((number) => spot(`straight-${number}`, 'straight', [number])),
    ...range(1, 3).map((number) => split(0, number)),
    ...all.filter((number) => number % 3 !== 0).map((number) => split(number, number + 1)),
    ...range(1, 33).map((number) => split(number, number + 3)),
    spot('street-0-1-2', 'street', [0, 1, 2]),
    spot('street-0-2-3', 'street', [0, 2, 3]),
    ...rowStarts.map((start) => spot(`street-${start}`, 'street', range(start, start + 2))),
    spot('corner-0', 'corner', range(0, 3)),
    ...range(1, 32)
      .filter((number) => number % 3 !== 0)
      .map((number) => spot(`corner-${number}`, 'corner', [number, number + 1, number + 3, number + 4])),
    ...rowStarts.slice(0, -1).map((start) => spot(`line-${start}`, 'line', range(start, start + 5))),
    ...range(1, 3).map((dozen) => spot(`dozen-${dozen}`, 'dozen', range(dozen * 12 - 11, dozen * 12))),
    ...range(1, 3).map((column) =>
      spot(
        `column-${column}`,
        'column',
        all.filter((number) => number % 3 === column % 3),
      ),
    ),
    ...evenMoney(all).map(([id, numbers]) => spot(id, 'even-money', numbers)),
  ];
}

function evenMoney(all: readonly number[]): [id: string, numbers: readonly number[]][] {
  return [
    ['red', all.filter((number) => RED.has(number))],
    ['black', all.filter((number) => !RED.has(number))],
    ['even', all.filter((number) => number % 2 === 0)],
    ['odd', all.filter((number) => number % 2 === 1)],
    ['low', range(1, 18)],
    ['high', range(19, 36)],
  ];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
