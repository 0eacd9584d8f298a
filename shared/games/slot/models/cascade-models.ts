import type { SlotTable } from '../table.ts';
import { lines, prizes, strips } from './write.ts';

const avalancheReels = strips('c2b3dSTb1c3a2a', 'c2Tda2bcbW1da3', '3T3cdbaWdca2S1', 'T23ac3dW2d1bab', 'ab3bScad3Tcd21');
/** 243 ways with cascades; the multiplier ladder is twice as steep in free spins. */
export const avalanche: SlotTable = {
  rows: 3,
  reading: { kind: 'ways', coins: 20 },
  pays: prizes([3, 4, 5], {
    top: [9, 25, 110],
    high1: [4, 13, 45],
    high2: [4, 9, 35],
    high3: [3, 7, 25],
    low1: [1, 4, 13],
    low2: [1, 4, 13],
    low3: [1, 3, 11],
    low4: [1, 3, 11],
  }),
  wild: {},
  base: { strips: avalancheReels, ladder: [1, 2, 3, 5] },
  scatter: { 3: 2 },
  free: { strips: avalancheReels, ladder: [2, 4, 6, 10], won: { 3: 10 } },
};

/** Twenty lines on four rows with cascades; the multiplier doubles with every drop. */
export const canyon: SlotTable = {
  rows: 4,
  reading: {
    kind: 'lines',
    lines: lines('11111 22222 00000 33333 01210 32123 12321 21012 10001 23332 01110 32223 12221 21112 00122 33211 11233 22100 10101 23232'),
  },
  pays: prizes([3, 4, 5], {
    top: [25, 130, 800],
    high1: [12, 40, 210],
    high2: [8, 25, 130],
    high3: [5, 21, 80],
    low1: [3, 8, 30],
    low2: [2, 6, 25],
    low3: [2, 5, 21],
  }),
  wild: {},
  base: {
    strips: strips('acba1cT2a123b3', 'aba21cb2c1WTb3', '2ac3b1c3TWc2ab', 'b12bc3TWa1aca2', 'c2T31abac2313b'),
    ladder: [1, 2, 4, 8, 16],
  },
};

/** Clusters of five or more on five by five, with cascades. */
export const bloom: SlotTable = {
  rows: 5,
  reading: { kind: 'clusters', coins: 20 },
  pays: prizes([5, 6, 8, 10], {
    top: [140, 275],
    high1: [45, 95, 240],
    high2: [30, 55, 140, 425],
    high3: [19, 40, 95, 275],
    low1: [13, 28, 70, 210],
    low2: [13, 26, 65, 190],
    low3: [12, 24, 60],
  }),
  wild: {},
  base: {
    strips: strips('T122Wa331aabbc', '1333cc22bbaa1T', 'ccbb322aWT1aa1', 'cc122bb3312Taa', '22Tbb331W1bcaa'),
    ladder: [1, 1, 2, 2, 3],
  },
};

const marketReels = strips('1Taac2bb3ccS23', '1Tccb323bb12aa', '1b3bb2ccaaST32', '32acc2bbaa131T', '2baaTbbcc23cS1');
/** Six or more anywhere win, with cascades; free spins multiply by up to a hundred. */
export const market: SlotTable = {
  rows: 4,
  reading: { kind: 'anywhere', coins: 20 },
  pays: prizes([6, 8, 10], {
    top: [90],
    high1: [40],
    high2: [22, 90],
    high3: [16, 65],
    low1: [9, 35, 130],
    low2: [7, 25, 105],
    low3: [5, 22, 80],
  }),
  base: { strips: marketReels, ladder: [1] },
  scatter: { 3: 2 },
  free: {
    strips: marketReels,
    ladder: [1],
    won: { 3: 8 },
    multipliers: [
      [1, 74],
      [2, 16],
      [5, 7],
      [25, 2],
      [100, 1],
    ],
  },
};
