import type { SlotTable } from '../table.ts';
import { lines, prizes, strips } from './write.ts';

/** Three reels, five lines; each wild doubles its win. */
export const orchard: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: lines('111 000 222 012 210') },
  pays: prizes([3], { wild: [180], top: [90], high1: [30], high2: [14], high3: [10], low1: [5], low2: [5], low3: [2] }),
  wild: { multiplier: 2 },
  base: { strips: strips('2Tca2cacb12b3c3cW1ba', '21cWc2c2cbTb1a3bac3a', '1a12cbWcabc3cT3c2ba2') },
};

/** Three reels, five lines, no wild: every spin draws a multiplier. */
export const sevens: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: lines('111 000 222 012 210') },
  pays: prizes([3], { top: [275], high1: [90], high2: [40], high3: [30], low1: [13], low2: [11], low3: [8], low4: [7] }),
  base: {
    strips: strips('a3bcd131ac32T2bd', 'dc2d1bTd32abc3a1', 'c2c3b1da3a1d3T2b'),
    multipliers: [
      [1, 70],
      [2, 18],
      [3, 7],
      [5, 3],
      [10, 1],
      [25, 1],
    ],
  },
};
