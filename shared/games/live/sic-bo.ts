import { fraction } from '../fraction.ts';
import type { TableRules } from './table-rules.ts';

export interface SicBoOutcome {
  readonly game: 'sicbo';
  /** Three dice, 1 to 6 each, in the order thrown. */
  readonly dice: readonly number[];
}

const SIDES = 6;
const FACES = [1, 2, 3, 4, 5, 6];
const EVEN_MONEY = 200;
/** Multiples of the stake in hundredths, stake included, by the total of the dice: 4 and 17 pay 62 to 1, 10 and 11 pay 6 to 1. */
const TOTAL_PAYS: Readonly<Record<number, number>> = { 4: 6300, 5: 3200, 6: 1900, 7: 1300, 8: 900, 9: 800, 10: 700 };
const TRIPLE = 18_100;
const ANY_TRIPLE = 3200;
const DOUBLE = 1200;
const PAIR = 700;
/** Low and high totals; any triple loses. */
const HALVES: Readonly<Record<string, (total: number) => boolean>> = {
  small: (total) => total <= 10,
  big: (total) => total >= 11,
  odd: (total) => total % 2 === 1,
  even: (total) => total % 2 === 0,
};
/** Multiplier for a single number that appears once, twice or three times. */
const SINGLE = [0, 200, 300, 400];

export const SIC_BO: TableRules<SicBoOutcome> = {
  spots: [
    ...['small', 'odd', 'even', 'big'].map((id) => ({ id, pays: EVEN_MONEY })),
    ...FACES.map((face) => ({ id: `double-${face}`, pays: DOUBLE })),
    ...FACES.map((face) => ({ id: `triple-${face}`, pays: TRIPLE })),
    { id: 'any-triple', pays: ANY_TRIPLE },
    ...Array.from({ length: 14 }, (_, index) => ({ id: `total-${index + 4}`, pays: totalPays(index + 4) })),
    ...FACES.flatMap((one) => FACES.filter((other) => other > one).map((other) => ({ id: `pair-${one}-${other}`, pays: PAIR }))),
    ...FACES.map((face) => ({ id: `single-${face}`, pays: SINGLE[3] ?? 0 })),
  ],
  deal: (stream) => ({ game: 'sicbo', dice: [1, 2, 3].map(() => stream.below(SIDES) + 1) }),
  pays({ dice }, spot) {
    const [kind = '', first = '', second = ''] = spot.split('-');
    const total = dice.reduce((sum, die) => sum + die, 0);
    const isTriple = new Set(dice).size === 1;
    if (kind in HALVES) return !isTriple && HALVES[kind]?.(total) ? EVEN_MONEY : 0;
    if (kind === 'total') return String(total) === first ? totalPays(total) : 0;
    if (kind === 'any') return isTriple ? ANY_TRIPLE : 0;
    const count = (face: string) => dice.filter((die) => String(die) === face).length;
    return paysFor(kind, count(first), count(second));
  },
  returns: () => new Map(SIC_BO.spots.map(({ id }) => [id, fraction(BigInt(everyThrow(id)), BigInt(SIDES ** 3 * 100))])),
};

/** The payout of a bet on faces, by number of matching dice. */
function paysFor(kind: string, first: number, second: number): number {
  switch (kind) {
    case 'triple':
      return first === 3 ? TRIPLE : 0;
    case 'double':
      return first >= 2 ? DOUBLE : 0;
    case 'pair':
      return first > 0 && second > 0 ? PAIR : 0;
    case 'single':
      return SINGLE[first] ?? 0;
    default:
      return 0;
  }
}

/** 4 pays like 17, 5 like 16, and so on. */
function totalPays(total: number): number {
  return TOTAL_PAYS[Math.min(total, 21 - total)] ?? 0;
}

function everyThrow(spot: string): number {
  let sum = 0;
  for (const one of FACES)
    for (const two of FACES) for (const three of FACES) sum += SIC_BO.pays({ game: 'sicbo', dice: [one, two, three] }, spot);
  return sum;
}
