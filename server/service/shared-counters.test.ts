import type { Options, Store } from 'express-rate-limit';
import { afterEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import type { Precision } from '../portal/throttle/counter-store.ts';
import type { Channel } from './channel.ts';
import { createSharedCounters, remoteCounters } from './shared-counters.ts';

const HOUSEHOLD = '192.0.2.1';

afterEach(() => vi.useRealTimers());

/** The same limit in several workers; their messages are asynchronous and counted. */
function service(workers: number, name: string, limit: number, precision: Precision) {
  const answers: Record<string, (input: never) => unknown> = createSharedCounters(workers);
  const asked = { times: 0, isAnswered: true };
  const channel = {
    async request(question: string, input: unknown) {
      asked.times += 1;
      await new Promise(setImmediate);
      if (!asked.isAnswered) throw new Error('no answer');
      return JSON.parse(JSON.stringify(await answers[question]?.(JSON.parse(JSON.stringify(input)) as never)));
    },
  } as Channel;
  const open = (store: string): Store => {
    const made = remoteCounters(channel).create(store, precision);
    void made.init?.({ windowMs: MINUTE_MS, limit } as Options);
    return made;
  };
  const passes = async (store: Store | undefined, key = HOUSEHOLD) => ((await store?.increment(key))?.totalHits ?? Number.NaN) <= limit;
  return { stores: Array.from({ length: workers }, () => open(name)), open, passes, asked };
}

async function passed(tries: number, one: (turn: number) => Promise<boolean>): Promise<number> {
  let sum = 0;
  for (let turn = 0; turn < tries; turn += 1) if (await one(turn)) sum += 1;
  return sum;
}

test('sign-in attempts are counted one by one over all workers, each limit separately', async () => {
  const { stores, open } = service(2, 'login:address', 30, 'exact');
  const hits = [];
  for (const store of [...stores, ...stores]) hits.push(await store.increment(HOUSEHOLD));
  expect(hits.map(({ totalHits }) => totalHits)).toEqual([1, 2, 3, 4]);
  expect(hits[0]?.resetTime).toBeInstanceOf(Date);
  expect((await open('sms:address').increment(HOUSEHOLD)).totalHits).toBe(1);
  await stores[1]?.resetKey(HOUSEHOLD);
  expect((await stores[0]?.increment(HOUSEHOLD))?.totalHits).toBe(1);
});

test.each([
  [2, 600],
  [2, 3_000],
  [4, 240],
  [16, 3_000],
])('%i workers let at most %i pass, and 4 % fewer at worst, with fewer messages', async (workers, limit) => {
  const shared = service(workers, 'read:address', limit, 'near');
  // Every worker takes a block and uses one request of it; the rest stays reserved.
  const spread = await passed(workers, (turn) => shared.passes(shared.stores[turn]));
  const rest = await passed(limit * 2, () => shared.passes(shared.stores[0]));
  expect(spread + rest).toBeLessThanOrEqual(limit);
  expect(spread + rest).toBeGreaterThanOrEqual(limit * 0.96);
  expect(shared.asked.times).toBeLessThanOrEqual(limit / 2 + 1);
  // The reserved requests may still pass, and no more.
  const late = await passed(limit * workers, (turn) => shared.passes(shared.stores[turn % workers]));
  expect(spread + rest + late).toBe(limit);
});

test('a small limit is exact with any number of workers', async () => {
  const { stores, passes } = service(4, 'export:member', 30, 'near');
  await passed(4, (turn) => passes(stores[turn]));
  expect(await passed(100, () => passes(stores[0]))).toBe(26);
});

test('concurrent requests share a block', async () => {
  const { stores, passes, asked } = service(2, 'read:member', 600, 'near');
  const together = await Promise.all(Array.from({ length: 36 }, () => passes(stores[0])));
  expect(together.every(Boolean)).toBe(true);
  expect(asked.times).toBe(3);
});

test('a flood of refused requests sends no messages until the window ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { stores, passes, asked } = service(2, 'page:address', 10, 'near');
  expect(await passed(11, () => passes(stores[0]))).toBe(10);
  const before = asked.times;
  expect(await passed(100, () => passes(stores[0]))).toBe(0);
  expect(asked.times).toBe(before);
  expect(await passes(stores[0], '192.0.2.2')).toBe(true);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect(await passed(11, () => passes(stores[0]))).toBe(10);
});

test('a missing answer fails the request, and the next one tries again', async () => {
  const { stores, passes, asked } = service(2, 'read:address', 3_000, 'near');
  asked.isAnswered = false;
  const together = await Promise.allSettled([passes(stores[0]), passes(stores[0])]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  asked.isAnswered = true;
  expect(await passes(stores[0])).toBe(true);
});
