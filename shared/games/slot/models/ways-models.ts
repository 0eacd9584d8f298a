import type { SlotTable } from '../table.ts';
import { prizes, strips } from './write.ts';

const pearlReels = strips('2ba3cbSdaTb12dcad3', 'b3d2dcbaSadbWT31dc', '23cdWac1bcS1abTc2d', 'bad3cWc2aSaTbdb123', 'd1Tba2b1cbd3S32cda');
/** 243 ways; frequent free spins, which are doubled and can be retriggered. */
export const pearl: SlotTable = {
  rows: 3,
  reading: { kind: 'ways', coins: 25 },
  pays: prizes([3, 4, 5], {
    top: [19, 65, 325],
    high1: [10, 30, 135],
    high2: [8, 22, 95],
    high3: [6, 19, 75],
    low1: [3, 8, 40],
    low2: [3, 8, 40],
    low3: [3, 6, 30],
    low4: [3, 6, 30],
  }),
  wild: {},
  base: { strips: pearlReels },
  scatter: { 3: 2, 4: 10, 5: 50 },
  free: { strips: pearlReels, multipliers: [[2, 1]], won: { 3: 8, 4: 12, 5: 20 }, again: { 3: 5, 4: 8, 5: 12 } },
};

/** 1,024 ways on four rows; a wild counts as two symbols; free spins are few, full of wilds, and multiply by up to ten. */
export const current: SlotTable = {
  rows: 4,
  reading: { kind: 'ways', coins: 50 },
  pays: prizes([3, 4, 5], {
    top: [7, 30, 140],
    high1: [3, 8, 35],
    high2: [2, 7, 25],
    high3: [2, 5, 20],
    low1: [0, 2, 9],
    low2: [0, 2, 8],
    low3: [0, 1, 6],
    low4: [0, 1, 5],
  }),
  wild: { multiplier: 2 },
  base: { strips: strips('bdTd32a2c13bac', 'W13c3abadb2cSdT', 'cd3bc31Ta2b2aS', 'Wa2S1dc13cTdb23', 'T23cbda2bc3d1ab') },
  scatter: { 3: 2 },
  free: {
    strips: strips('b132dacTa32bc', 'c2a3aW1bTWc3d', '2cdTbWb13a21a', 'T12c3W2bdW3ac', 'cb3d2aTa2b1c1'),
    won: { 3: 5 },
    multipliers: [
      [1, 75],
      [2, 15],
      [3, 6],
      [10, 4],
    ],
  },
};

const summitReels = strips('Tb32c1a32S', '1bc2TW3aba', 'a1aSc3T23b', 'bWT2c3aSb1', '12aTcab23W', 'T3bS2ba1c1');
/** Six reels, 729 ways; few free spins, each with a multiplier of up to a hundred. */
export const summit: SlotTable = {
  rows: 3,
  reading: { kind: 'ways', coins: 25 },
  pays: prizes([3, 4, 5, 6], {
    top: [12, 36, 130, 600],
    high1: [4, 12, 40, 150],
    high2: [3, 8, 24, 90],
    high3: [2, 5, 16, 65],
    low1: [1, 4, 12, 45],
    low2: [1, 3, 9, 30],
    low3: [1, 2, 5, 18],
  }),
  wild: {},
  base: { strips: summitReels },
  scatter: { 4: 2 },
  free: {
    strips: summitReels,
    won: { 4: 6 },
    multipliers: [
      [2, 50],
      [4, 30],
      [10, 14],
      [25, 4],
      [100, 2],
    ],
  },
};
