import { expect, test } from 'vitest';
import { createChipStack } from './chip-stack.ts';

const MAX = 1_000_000n;
const empty = () => createChipStack(MAX);

test('chips add up on a spot and undo takes them back one by one', () => {
  const table = empty().place('red', 10_000n).stack.place('red', 50_000n).stack.place('straight-7', 5_000n).stack;
  expect(table.total).toBe(65_000n);
  expect(table.chips()).toEqual([
    { spot: 'red', stake: '6.0000' },
    { spot: 'straight-7', stake: '0.5000' },
  ]);
  expect(table.undo().total).toBe(60_000n);
  expect(table.undo().undo().undo().undo().total).toBe(0n);
});

test('no chip exceeds the limit of the table', () => {
  const table = empty().place('red', 600_000n).stack;
  expect(table.place('black', 400_001n)).toEqual({ stack: table, full: true });
  expect(table.place('black', 400_000n).stack.total).toBe(MAX);
  expect(table.double()).toEqual({ stack: table, full: true });
});

test('double, clear, remove and repeat can all be undone', () => {
  const table = empty().place('red', 10_000n).stack.place('odd', 20_000n).stack;
  expect(table.double().stack.total).toBe(60_000n);
  expect(table.clear().total).toBe(0n);
  expect(table.remove('red').total).toBe(20_000n);
  expect(empty().repeat(table.stakes).stack.total).toBe(30_000n);
  for (const changed of [table.double().stack, table.clear(), table.remove('red'), table.repeat(new Map([['red', 1n]])).stack]) {
    expect(changed.undo().stakes).toEqual(table.stakes);
  }
});

const CENTS = { min: 1_000n, step: 1_000n };

test('half respects the minimum and the steps, and adds no undo step if nothing can be smaller', () => {
  const table = empty().place('red', 11_000n).stack.place('odd', 1_000n).stack;
  const half = table.half(CENTS);
  expect([...half.stakes]).toEqual([
    ['red', 5_000n],
    ['odd', 1_000n],
  ]);
  expect(half.undo().stakes).toEqual(table.stakes);
  const smallest = empty().place('odd', 1_000n).stack;
  expect(smallest.half(CENTS)).toBe(smallest);
});

test('the maximum preserves the proportions, within the total limit and the limit of each spot', () => {
  const table = empty().place('red', 10_000n).stack.place('odd', 20_000n).stack;
  const free = () => MAX;
  expect([...table.raise(100_000n, free, CENTS).stakes.values()]).toEqual([33_000n, 66_000n]);
  expect([...table.raise(100_000n, (spot) => (spot === 'odd' ? 40_000n : MAX), CENTS).stakes.values()]).toEqual([20_000n, 40_000n]);
  expect(table.raise(30_500n, free, CENTS)).toBe(table);
  expect(table.raise(20_000n, free, CENTS)).toBe(table);
  expect(empty().raise(100_000n, free, CENTS).stakes.size).toBe(0);
});

test('a move without effect adds no undo step', () => {
  expect(empty().clear().canUndo).toBe(false);
  expect(empty().remove('red').canUndo).toBe(false);
});
