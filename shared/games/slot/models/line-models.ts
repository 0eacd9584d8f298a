import type { SlotTable } from '../table.ts';
import { LINES_5X3, strips, three } from './write.ts';

/** Many small prizes on twenty lines, without features. */
export const harbour: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 20) },
  pays: {
    top: three(50, 150, 500),
    high1: three(45, 140, 450),
    high2: three(35, 100, 300),
    high3: three(26, 75, 220),
    low1: three(23, 60, 170),
    low2: three(20, 48, 120),
    low3: three(19, 46, 115),
    low4: three(17, 38, 100),
    low5: three(17, 38, 100),
  },
  wild: {},
  base: {
    strips: strips(
      'ecead3d2Tbc131a2dbeacabeb1dT323c',
      '323bd2c21cbaedbeaecW1cbaTad13dTW',
      '1edcede12Tab3bc2d3Wba32bd1eac3TW',
      '21bcda13ceabecd3a2WebdWdT1e3cT2a',
      '1bTc2c2eb3dTdb3ae3dae132ba1edcac',
    ),
  },
};

/** Tripled free spins. */
export const lantern: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3 },
  pays: {
    top: three(200, 1000, 5000),
    high1: three(55, 240, 1000),
    high2: three(30, 100, 400),
    high3: three(20, 75, 250),
    low1: three(6, 20, 75),
    low2: three(6, 20, 75),
    low3: three(5, 15, 60),
    low4: three(5, 15, 60),
  },
  wild: {},
  base: {
    strips: strips(
      'd2ca3bdc3abdab2ac1Tcd1b3dS2bca',
      '13b3adTWca3cdbad3bcdW1b2cabcS2',
      'dadbWb31abc2bcd31dSa2dcacT2a3W',
      'bd2a3WdTcbcdbad3bcac12Sb2Wa1d3',
      '1aWc23bab3da12dbcacda2bdc3TbSc',
    ),
  },
  scatter: three(2, 10, 100),
  free: {
    strips: strips(
      'd2ca3bdc3abdab2ac1Tcd1b3dS2bca',
      '13b3adTWca3cdbad3bcdW1b2cabcS2',
      'dadbWb31abc2bcd31dSa2dcacT2a3W',
      'bd2a3WdTcbcdbad3bcac12Sb2Wa1d3',
      '1aWc23bab3da12dbcacda2bdc3TbSc',
    ),
    multipliers: [[3, 1]],
    won: three(10, 15, 25),
  },
};

/** Ten lines from both sides, with wilds that expand over their reel. */
export const gems: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 10), bothWays: true },
  pays: {
    top: three(25, 120, 500),
    high1: three(11, 38, 140),
    high2: three(5, 15, 40),
    high3: three(5, 10, 25),
    low1: three(2, 4, 10),
    low2: three(1, 3, 8),
  },
  wild: { expands: true },
  base: {
    strips: strips(
      '2ba23a2T13ba3a3a2b1b1b3ba',
      '2b3b23231a3aT1a12b3babWbTa',
      'W23aba13b2aTb21b121a23a3ab',
      'T3abT2b123b3ab31a2a232Wb1a',
      '23ab21ab31aT3aba2bab213b3',
    ),
  },
};
