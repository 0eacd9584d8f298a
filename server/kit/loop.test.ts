import { expect, test } from 'vitest';
import { HOUR_MS } from '../../shared/time.ts';
import { createLoop } from './loop.ts';

/** A loop whose passes are held until they are ended with their result. */
function heldLoop() {
  const ends: ((wait: number | undefined) => void)[] = [];
  const loop = createLoop(() => new Promise((resolve) => ends.push(resolve)));
  return { loop, ends };
}

/** Lets all continuations of promises run that are due. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('passes follow one another, and after one without a wait none begins before the next start', async () => {
  const { loop, ends } = heldLoop();
  loop.start();
  ends[0]?.(0);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.(undefined);
  await settle();
  expect(ends).toHaveLength(2);
  loop.start();
  expect(ends).toHaveLength(3);
  ends[2]?.(undefined);
  await loop.stop();
});

test('a start during a pass begins none next to it, but another one after it', async () => {
  const { loop, ends } = heldLoop();
  loop.start();
  loop.start();
  expect(ends).toHaveLength(1);
  ends[0]?.(undefined);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.(undefined);
  await settle();
  expect(ends).toHaveLength(2);
});

test('stop waits for the running pass and lets no other begin', async () => {
  const { loop, ends } = heldLoop();
  loop.start();
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await Promise.resolve();
  expect(isStopped).toBe(false);
  ends[0]?.(0);
  await stopped;
  loop.start();
  expect(ends).toHaveLength(1);
});

test('stop ends the wait for the next pass', async () => {
  let passes = 0;
  const loop = createLoop(async () => {
    passes += 1;
    return HOUR_MS;
  });
  loop.start();
  await loop.stop();
  expect(passes).toBe(1);
});

test('with `firstAfterMs` the first pass begins after this time, and none if the loop is stopped before', async () => {
  const passes: string[] = [];
  const begin = (name: string, firstAfterMs: number) => {
    const loop = createLoop(async () => void passes.push(name), { firstAfterMs });
    loop.start();
    return loop;
  };
  const [soon, stopped] = [begin('soon', 1), begin('stopped', 1)];
  await stopped.stop();
  expect(passes).toEqual([]);
  await expect.poll(() => passes).toEqual(['soon']);
  await soon.stop();
});
