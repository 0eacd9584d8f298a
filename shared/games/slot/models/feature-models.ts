import type { SlotTable } from '../table.ts';
import { LINES_5X3, prizes, strips } from './write.ts';

const tomeReels = strips('dbc2bT1S3cada', '21ac3cb13bTad', 'bc12aTcdab32S', '1acb3b1cTda2d', 'd312abcSTbca3');
/** Ten lines; free spins draw a special symbol that expands over its reels. */
export const tome: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 10) },
  pays: prizes([2, 3, 4, 5], {
    top: [6, 60, 605, 3500],
    high1: [0, 24, 150, 925],
    high2: [0, 18, 90, 500],
    high3: [0, 18, 75, 425],
    low1: [0, 5, 24, 90],
    low2: [0, 5, 24, 90],
    low3: [0, 4, 16, 64],
    low4: [0, 3, 15, 60],
  }),
  base: { strips: tomeReels },
  scatter: { 3: 2 },
  free: {
    strips: tomeReels,
    won: { 3: 10 },
    special: [
      ['top', 1],
      ['high1', 2],
      ['high2', 3],
      ['high3', 3],
      ['low1', 5],
      ['low2', 5],
      ['low3', 5],
      ['low4', 5],
    ],
  },
};

/** Ten lines from both sides; reels full of wilds are held for a respin. */
export const starfield: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 10), bothWays: true },
  pays: prizes([3, 4, 5], {
    top: [5, 20, 75],
    high1: [2, 7, 26],
    high2: [2, 4, 13],
    high3: [1, 3, 10],
    low1: [1, 1, 5],
    low2: [1, 1, 4],
    low3: [1, 1, 3],
  }),
  wild: { expands: true, respins: true },
  base: {
    strips: strips('1cb3baT32ca32', 'c2Ta313b3a23121Wa123abcb', 'ac1b3Ta23T3b2a1bc231W2ac', 'bcb132a1abcWc1a2cT3b231a', '3a3T2a3bcb12c'),
  },
};

/** Twenty lines; in free spins reels full of wilds are held to the end. */
export const banner: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 20) },
  pays: prizes([3, 4, 5], {
    top: [24, 120, 900],
    high1: [14, 55, 240],
    high2: [10, 42, 160],
    high3: [8, 32, 105],
    low1: [5, 12, 48],
    low2: [4, 11, 45],
    low3: [3, 8, 32],
    low4: [3, 7, 30],
  }),
  wild: { expands: true },
  base: { strips: strips('dbcT32acba3213', 'Scb3bcTa1d23a1', '1b2cT3aS32acdb', '12Sa23da1bcTdb', 'd21cbaTa23b13c') },
  scatter: { 3: 1 },
  free: {
    strips: strips('b2a1c2abc3dT', '2cTd13Wc1ba2a3bd', 'W12bda2dTac1a3bc', 'adbc32Td3a1W1b2c', '23b1c2dacTba'),
    won: { 3: 7 },
    sticky: true,
  },
};

/**
 * Twenty lines; six or more coins are held and the other cells are drawn again. Most coins are worth one stake, one in 250 is
 * worth two hundred.
 */
export const vault: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 20) },
  pays: prizes([3, 4, 5], {
    top: [45, 210, 850],
    high1: [21, 85, 325],
    high2: [16, 65, 210],
    high3: [14, 55, 160],
    low1: [6, 21, 80],
    low2: [6, 21, 80],
    low3: [5, 16, 65],
    low4: [5, 16, 65],
  }),
  wild: {},
  base: { strips: strips('abTb2321acd3cCC', 'Wc1T2a3a3bdCCcb', 'bc1b1c23CCdTW3a', 'CC2Ta2Wadb1cbc3', 'aCC2b13cad3b1dT') },
  hold: {
    from: 6,
    respins: 3,
    oneIn: 15,
    values: [
      [1, 208],
      [2, 28],
      [5, 8],
      [10, 4],
      [25, 1],
      [200, 1],
    ],
    full: 1000,
  },
};

/** Fifteen lines and a wheel of prizes of up to five hundred stakes. */
export const carousel: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3.slice(0, 15) },
  pays: prizes([3, 4, 5], {
    top: [24, 120, 425],
    high1: [15, 45, 170],
    high2: [12, 35, 120],
    high3: [9, 30, 85],
    low1: [5, 15, 45],
    low2: [5, 15, 45],
    low3: [3, 12, 35],
    low4: [3, 12, 35],
  }),
  wild: {},
  base: { strips: strips('3c2da2baT31Bbc', '3dac2Tcb1a13Wb', 'ac23aWTb21Bcdb', '2bc21a1dbda3WT', 'B2bacTc3d13b1a') },
  wheel: {
    from: 3,
    segments: [
      [10, 6],
      [15, 5],
      [20, 4],
      [30, 3],
      [50, 2],
      [100, 2],
      [250, 1],
      [500, 1],
    ],
  },
};

/** Twenty-five lines; all mystery symbols of a spin become the same symbol. */
export const mist: SlotTable = {
  rows: 3,
  reading: { kind: 'lines', lines: LINES_5X3 },
  pays: prizes([3, 4, 5], {
    top: [22, 90, 450],
    high1: [11, 45, 130],
    high2: [7, 30, 90],
    high3: [5, 21, 65],
    low1: [3, 9, 35],
    low2: [2, 7, 25],
    low3: [2, 5, 22],
  }),
  wild: {},
  mystery: [
    ['top', 1],
    ['high1', 2],
    ['high2', 2],
    ['low1', 5],
    ['low3', 5],
  ],
  base: { strips: strips('3cab1a2MMMcb2T', '23abcabT1MMMcW', '3MMMb1c3acbWT2', 'ca12bMMM2cWT3b', 'cTMMM2c3aba31b') },
};
