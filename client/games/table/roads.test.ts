import { expect, test } from 'vitest';
import { beadPlate, bigRoad, derivedRoad, layOut, type RoadRound, streaks } from './roads.ts';

/** "BBPT": banker, banker, player, tie. */
const rounds = (text: string): RoadRound[] => [...text].map((one) => ({ winner: one === 'B' ? 'other' : one === 'P' ? 'one' : 'tie' }));
const columns = (text: string) =>
  bigRoad(rounds(text)).map((column) => column.map(({ side, ties }) => `${side === 'one' ? 'P' : 'B'}${ties}`).join(' '));
const derived = (text: string, back: 1 | 2 | 3) =>
  derivedRoad(bigRoad(rounds(text)), back)
    .map((one) => one[0])
    .join('');

test('the big road starts a column with every change; ties count on the previous mark, early ones on the first', () => {
  expect(columns('BBPTTPB')).toEqual(['B0 B0', 'P2 P0', 'B0']);
  expect(columns('TTB')).toEqual(['B2']);
  expect(columns('T')).toEqual([]);
});

test('each derived road compares its own number of columns back', () => {
  // Columns of 2, 1, 2: another length than the column before last, then beyond the end of the adjacent one.
  expect(derived('BBPBB', 1)).toBe('bb');
  expect(derived('BBPP', 1)).toBe('r');
  expect(derived('BPBPBP', 1)).toBe('rrrr');
  expect(derived('BPBPBP', 2)).toBe('rrr');
  expect(derived('BPBPBP', 3)).toBe('rr');
  // A third mark under a column of two breaks the pattern, a fourth one continues.
  expect(derived('BBPPP', 1)).toBe('rb');
  expect(derived('BBPPPP', 1)).toBe('rbr');
});

test('a long streak turns right on the sixth row, or above a streak in its way', () => {
  const long = layOut(bigRoad(rounds('B'.repeat(8)))).map(({ column, row }) => `${column}/${row}`);
  expect(long).toEqual(['0/0', '0/1', '0/2', '0/3', '0/4', '0/5', '1/5', '2/5']);
  const two = layOut(bigRoad(rounds(`${'B'.repeat(7)}${'P'.repeat(6)}`))).map(({ column, row }) => `${column}/${row}`);
  expect(two.slice(7)).toEqual(['1/0', '1/1', '1/2', '1/3', '1/4', '2/4']);
  expect(new Set(two).size).toBe(13);
});

test('no two marks share a cell, for any outcomes', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let game = 0; game < 50; game++) {
    const text = Array.from({ length: 120 }, () => (random() < 0.1 ? 'T' : random() < 0.85 ? 'B' : 'P')).join('');
    const placed = layOut(bigRoad(rounds(text)));
    expect(new Set(placed.map(({ column, row }) => `${column}/${row}`)).size).toBe(placed.length);
  }
});

test('the bead plate fills columns of six; streaks are equal neighbours', () => {
  expect(beadPlate(rounds('BPTBPTB')).at(-1)).toMatchObject({ column: 1, row: 0 });
  expect(streaks(['red', 'red', 'blue', 'red'])).toEqual([['red', 'red'], ['blue'], ['red']]);
});
