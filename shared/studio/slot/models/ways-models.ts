import type { SlotTable } from '../table.ts';
import { prizes, strips } from './write.ts';

const pearlReels = strips('2ba3cbSdaTb12dcad3', 'b3d2dcbaSadbWT31dc', '23cdWac1bcS1abTc2d', 'bad3cWc2aSaTbdb123', 'd1Tba2b1cbd3S32cda');
/** 243 ways; free spins come often, are doubled, and can be won again. */
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

/** 1,024 ways on four rows; a wild counts for two symbols, and free spins are full of them. */
export const current: SlotTable = {
  rows: 4,
  reading: { kind: 'ways', coins: 50 },
  pays: prizes([3, 4, 5], {
    top: [7, 30, 140],
    high1: [3, 8, 35],
    high2: [2, 7, 25],
    high3: [2, 5, 20],
    low1: [0, 2, 8],
    low2: [0, 2, 8],
    low3: [0, 1, 5],
    low4: [0, 2, 5],
  }),
  wild: { multiplier: 2 },
  base: { strips: strips('bdTd32a2c13bac', 'W13c3abadb2cSdT', 'cd3bc31Ta2b2aS', 'Wa2S1dc13cTdb23', 'T23cbda2bc3d1ab') },
  scatter: { 3: 2 },
  free: { strips: strips('b132dacTa32bc', 'c2a3aW1bTWc3d', '2cdTbWb13a21a', 'T12c3W2bdW3ac', 'cb3d2aTa2b1c1'), won: { 3: 8 } },
};

const summitReels = strips('Tb32c1a32S', '1bc2TW3aba', 'a1aSc3T23b', 'bWT2c3aSb1', '12aTcab23W', 'T3bS2ba1c1');
/** Six reels, 729 ways; each free spin draws a multiplier of up to ten. */
export const summit: SlotTable = {
  rows: 3,
  reading: { kind: 'ways', coins: 25 },
  pays: prizes([3, 4, 5, 6], {
    top: [15, 40, 120, 400],
    high1: [5, 16, 50, 160],
    high2: [3, 10, 30, 100],
    high3: [3, 8, 25, 80],
    low1: [2, 5, 15, 50],
    low2: [1, 4, 12, 40],
    low3: [1, 3, 9, 30],
  }),
  wild: {},
  base: { strips: summitReels },
  scatter: { 4: 2 },
  free: {
    strips: summitReels,
    won: { 4: 8 },
    again: { 4: 4 },
    multipliers: [
      [2, 50],
      [3, 30],
      [5, 15],
      [10, 5],
    ],
  },
};
