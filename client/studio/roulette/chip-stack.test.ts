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

test('nothing goes over the limit of the table', () => {
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

test('an empty move leaves no trace for undo', () => {
  expect(empty().clear().canUndo).toBe(false);
  expect(empty().remove('red').canUndo).toBe(false);
});
