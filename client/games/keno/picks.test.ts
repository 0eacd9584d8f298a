import { expect, test } from 'vitest';
import { quickPick, stepNumber, togglePick } from './picks.ts';

test('a number is picked and removed, ten at most', () => {
  expect(togglePick([3, 9], 5)).toEqual([3, 5, 9]);
  expect(togglePick([3, 5, 9], 5)).toEqual([3, 9]);
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(togglePick(ten, 11)).toBeUndefined();
  expect(togglePick(ten, 10)).toHaveLength(9);
});

test('a quick pick has ten different numbers of the grid', () => {
  for (let round = 0; round < 200; round += 1) {
    const picks = quickPick();
    expect(new Set(picks).size).toBe(10);
    expect(Math.min(...picks)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...picks)).toBeLessThanOrEqual(80);
  }
});

test('arrow keys stay within the grid', () => {
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Tab'].map((key) => stepNumber(45, key))).toEqual([46, 44, 55, 35, 45]);
  expect([stepNumber(10, 'ArrowRight'), stepNumber(11, 'ArrowLeft'), stepNumber(5, 'ArrowUp'), stepNumber(75, 'ArrowDown')]).toEqual([
    10, 11, 5, 75,
  ]);
});
