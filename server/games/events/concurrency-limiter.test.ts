import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../shared/time.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const ITEMS = Array.from({ length: 20 }, (_, nr) => nr);
const atOnce = async () => undefined;
const failures: unknown[] = [];
/** Longer than any test, so that a slow task is not awaited. */
const NEVER_MS = HOUR_MS;
const runLimited = (
  items: readonly number[],
  work: (item: number) => Promise<unknown>,
  limiter = createConcurrencyLimiter((error) => failures.push(error), NEVER_MS),
) => limiter.run(listed(items), work, atOnce);

async function* listed(items: readonly number[]) {
  yield* items;
}
const PATIENT = { timeout: 60_000 };

function counter() {
  let now = 0;
  let max = 0;
  const completed: number[] = [];
  const tracked = async (item: number, work: () => Promise<unknown>) => {
    now += 1;
    max = Math.max(max, now);
    try {
      await work();
      completed.push(item);
    } finally {
      now -= 1;
    }
  };
  return { tracked, completed, max: () => max };
}

test('fast tasks run one after the other', async () => {
  const { tracked, completed, max } = counter();
  await runLimited(ITEMS, (item) => tracked(item, atOnce));
  expect([completed, max()]).toEqual([ITEMS, 1]);
});

test('slow tasks run in parallel, eight at most', { timeout: 120_000 }, async () => {
  const { tracked, completed, max } = counter();
  const ends: (() => void)[] = [];
  const all = runLimited(ITEMS, (item) => tracked(item, () => new Promise<void>((resolve) => ends.push(resolve))));
  while (completed.length < ITEMS.length) {
    await expect.poll(() => ends.length, PATIENT).toBe(Math.min(8, ITEMS.length - completed.length));
    const before = completed.length + ends.length;
    for (const end of ends.splice(0)) end();
    await expect.poll(() => completed.length, PATIENT).toBe(before);
  }
  await all;
  expect([completed.toSorted((a, b) => a - b), max()]).toEqual([ITEMS, 8]);
});

test('tasks that hang do not block others, up to 24 of them', async () => {
  const { tracked, completed, max } = counter();
  const ends: (() => void)[] = [];
  const limiter = createConcurrencyLimiter((error) => failures.push(error), 1);
  const held = () => new Promise<void>((resolve) => ends.push(resolve));
  await runLimited(ITEMS, (item) => tracked(item, item < 18 ? held : atOnce), limiter);
  expect(completed).toEqual([18, 19]);
  const all = runLimited(ITEMS, (item) => tracked(item, held), limiter);
  await expect.poll(() => ends.length, PATIENT).toBe(32);
  ends.shift()?.();
  await expect.poll(() => ends.length, PATIENT).toBe(32);
  for (let end = ends.shift(); end || completed.length < 40; end = ends.shift()) {
    end?.();
    await atOnce();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect([completed.length, max()]).toEqual([40, 32]);
});

test('a slow task is not awaited, neither in its call nor in the next one', async () => {
  const { tracked, completed } = counter();
  const limiter = createConcurrencyLimiter((error) => failures.push(error), NEVER_MS);
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  await runLimited(ITEMS, (item) => tracked(item, () => (item === 3 ? slow : atOnce())), limiter);
  const others = ITEMS.filter((item) => item !== 3);
  expect(completed).toEqual(others);
  await runLimited([20, 21], (item) => tracked(item, atOnce), limiter);
  expect(completed).toEqual([...others, 20, 21]);
  end();
  await expect.poll(() => completed.at(-1), PATIENT).toBe(3);
});

test('a failing task does not block others, and is reported', async () => {
  const { tracked, completed } = counter();
  const work = (item: number) => tracked(item, item % 5 === 3 ? () => Promise.reject(new Error(`no ${item}`)) : atOnce);
  failures.length = 0;
  await runLimited(ITEMS, work);
  expect(failures.map(String)).toEqual(['Error: no 3', 'Error: no 8', 'Error: no 13', 'Error: no 18']);
  expect(completed).toEqual(ITEMS.filter((item) => item % 5 !== 3));
});
