import type { Rank } from '../ranks.ts';
import type { Prizes } from '../table.ts';

const LETTERS: Readonly<Record<string, Rank>> = {
  W: 'wild',
  S: 'scatter',
  B: 'bonus',
  C: 'coin',
  M: 'mystery',
  T: 'top',
  '1': 'high1',
  '2': 'high2',
  '3': 'high3',
  a: 'low1',
  b: 'low2',
  c: 'low3',
  d: 'low4',
  e: 'low5',
};

/** Parses strips, one letter per symbol. */
export function strips(...reels: readonly string[]): readonly (readonly Rank[])[] {
  return reels.map((reel) =>
    Array.from(reel, (letter) => {
      const rank = LETTERS[letter];
      if (!rank) throw new RangeError(`no symbol ${letter}`);
      return rank;
    }),
  );
}

/** Parses lines, one digit per reel: the row, 0 on top. */
export function lines(text: string): readonly (readonly number[])[] {
  return text.split(' ').map((rows) => Array.from(rows, Number));
}

/** The lines of a grid of five reels and three rows, in the order in which models use them. */
export const LINES_5X3 = lines(
  '11111 00000 22222 01210 21012 00100 22122 12221 10001 12121 10101 01010 21212 11011 11211 01110 21112 00122 22100 12101 10121 02020 20202 02220 20002',
);

/** Builds a pay table: the prizes of each symbol for these counts, 0 for none. */
export function prizes(
  counts: readonly number[],
  rows: Readonly<Partial<Record<Rank, readonly number[]>>>,
): Readonly<Partial<Record<Rank, Prizes>>> {
  const entries = Object.entries(rows).map(([symbol, row]) => [
    symbol,
    Object.fromEntries(counts.flatMap((count, index) => (row[index] ? [[count, row[index]]] : []))),
  ]);
  return Object.fromEntries(entries) as Partial<Record<Rank, Prizes>>;
}

/** Prizes of 3, 4 and 5. */
export const three = (a: number, b: number, c: number) => ({ 3: a, 4: b, 5: c });
