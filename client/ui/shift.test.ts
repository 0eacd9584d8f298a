import { expect, test } from 'vitest';
import { clampShift } from './shift.ts';

const box = { home: { x: 500, y: 200 }, width: 440, height: 500 };
const viewport = { width: 1440, height: 900 };

test('a dialog moves freely and stops at every edge', () => {
  expect(clampShift({ x: 60, y: -20 }, box, viewport)).toEqual({ x: 60, y: -20 });
  expect(clampShift({ x: 9999, y: 9999 }, box, viewport)).toEqual({ x: 492, y: 192 });
  expect(clampShift({ x: -9999, y: -9999 }, box, viewport)).toEqual({ x: -492, y: -192 });
});

test('a dialog taller than the screen keeps its title bar visible', () => {
  expect(clampShift({ x: 0, y: -300 }, { home: { x: 0, y: 10 }, width: 400, height: 1200 }, viewport).y).toBe(-2);
});
