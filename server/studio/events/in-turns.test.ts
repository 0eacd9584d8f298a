import { expect, test } from 'vitest';
import { createTurns } from './in-turns.ts';

const ITEMS = Array.from({ length: 20 }, (_, nr) => nr);
const atOnce = async () => undefined;
const failures: unknown[] = [];
/** Longer than any test, so that a slow task is not awaited. */
const NEVER_MS = 3_600_000;
const inTurns = (
  items: readonly number[],
  work: (item: number) => Promise<unknown>,
  turns = createTurns((error) => failures.push(error), NEVER_MS),
) => turns.take(listed(items), work, atOnce);

async function* listed(items: readonly number[]) {
  yield* items;
}
const PATIENT = { timeout: 60_000 };

function counter() {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  const around = async (item: number, work: () => Promise<unknown>) => {
    now += 1;
    most = Math.max(most, now);
    try {
      await work();
      done.push(item);
    } finally {
      now -= 1;
    }
  };
  return { around, done, most: () => most };
}

test('fast tasks run one after the other', async () => {
  const { around, done, most } = counter();
  await inTurns(ITEMS, (item) => around(item, atOnce));
  expect([done, most()]).toEqual([ITEMS, 1]);
});

test('slow tasks run in parallel, eight at most', { timeout: 120_000 }, async () => {
  const { around, done, most } = counter();
  const ends: (() => void)[] = [];
  const all = inTurns(ITEMS, (item) => around(item, () => new Promise<void>((resolve) => ends.push(resolve))));
  while (done.length < ITEMS.length) {
    await expect.poll(() => ends.length, PATIENT).toBe(Math.min(8, ITEMS.length - done.length));
    const before = done.length + ends.length;
    for (const end of ends.splice(0)) end();
    await expect.poll(() => done.length, PATIENT).toBe(before);
  }
  await all;
  expect([done.toSorted((a, b) => a - b), most()]).toEqual([ITEMS, 8]);
});

test('tasks that hang do not block others, up to 24 of them', async () => {
  const { around, done, most } = counter();
  const ends: (() => void)[] = [];
  const turns = createTurns((error) => failures.push(error), 1);
  const held = () => new Promise<void>((resolve) => ends.push(resolve));
  await inTurns(ITEMS, (item) => around(item, item < 18 ? held : atOnce), turns);
  expect(done).toEqual([18, 19]);
  const all = inTurns(ITEMS, (item) => around(item, held), turns);
  await expect.poll(() => ends.length, PATIENT).toBe(32);
  ends.shift()?.();
  await expect.poll(() => ends.length, PATIENT).toBe(32);
  for (let end = ends.shift(); end || done.length < 40; end = ends.shift()) {
    end?.();
    await atOnce();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect([done.length, most()]).toEqual([40, 32]);
});

test('a slow task is not awaited, neither in its call nor in the next one', async () => {
  const { around, done } = counter();
  const turns = createTurns((error) => failures.push(error), NEVER_MS);
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  await inTurns(ITEMS, (item) => around(item, () => (item === 3 ? slow : atOnce())), turns);
  const others = ITEMS.filter((item) => item !== 3);
  expect(done).toEqual(others);
  await inTurns([20, 21], (item) => around(item, atOnce), turns);
  expect(done).toEqual([...others, 20, 21]);
  end();
  await expect.poll(() => done.at(-1), PATIENT).toBe(3);
});

test('a failing task does not block others, and is reported', async () => {
  const { around, done } = counter();
  const work = (item: number) => around(item, item % 5 === 3 ? () => Promise.reject(new Error(`no ${item}`)) : atOnce);
  failures.length = 0;
  await inTurns(ITEMS, work);
  expect(failures.map(String)).toEqual(['Error: no 3', 'Error: no 8', 'Error: no 13', 'Error: no 18']);
  expect(done).toEqual(ITEMS.filter((item) => item % 5 !== 3));
});
