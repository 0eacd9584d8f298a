import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countAt, countUp } from './count-up.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('amounts rise in whole cents and end on the exact amount', () => {
  const shown = Array.from({ length: 21 }, (_, step) => countAt(123_450n, step / 20));
  expect(shown[0]).toBe(0n);
  expect(shown.at(-1)).toBe(123_450n);
  expect(shown.slice(0, -1).every((units) => units % 100n === 0n)).toBe(true);
  expect(shown).toEqual([...shown].sort((one, other) => Number(one - other)));
});

test('the count ends even if no frame is drawn', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
  const drawn: bigint[] = [];
  const count = countUp(70_000n, 600, (units) => drawn.push(units));
  await vi.advanceTimersByTimeAsync(600);
  await count.completed;
  expect(drawn).toEqual([70_000n]);
});

test('a count cut short draws the full amount once', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
  const drawn: bigint[] = [];
  const count = countUp(70_000n, 600, (units) => drawn.push(units));
  count.finish();
  await count.completed;
  count.finish();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(drawn).toEqual([70_000n]);
});
