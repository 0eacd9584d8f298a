/**
 * Symbols of a slot by their worth in the rules. A theme maps each to a picture and a name. `bonus` starts a wheel, `coin` a
 * hold; `mystery` becomes another symbol before prizes are counted.
 */
export const PAYING_RANKS = ['top', 'high1', 'high2', 'high3', 'low1', 'low2', 'low3', 'low4', 'low5'] as const;
export const SPECIAL_RANKS = ['wild', 'scatter', 'bonus', 'coin', 'mystery'] as const;
export const RANKS = [...SPECIAL_RANKS, ...PAYING_RANKS] as const;
export type Rank = (typeof RANKS)[number];

/** Columns left to right, symbols top to bottom. */
export type Grid = readonly (readonly Rank[])[];
/** Index of a cell: reel * rows + row. */
export type Cell = number;

export function countOf(grid: Grid, symbol: Rank): number {
  let count = 0;
  for (const column of grid) for (const other of column) if (other === symbol) count += 1;
  return count;
}
