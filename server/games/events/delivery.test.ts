import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { WalletReply } from '../wallet-client.ts';
import { createDelivery } from './delivery.ts';

interface Item {
  readonly id: string;
  readonly isBad?: boolean;
}

const items = (count: number, isBad: (nr: number) => boolean = () => false): Item[] =>
  Array.from({ length: count }, (_, nr) => ({ id: String(nr), isBad: isBad(nr) }));

const ids = (list: readonly Item[]) => list.map(({ id }) => id);

/** A platform that refuses every call with an invalid item. */
function world(pending: readonly Item[], retryMs = 0) {
  const left = [...pending];
  const accepted: string[] = [];
  const sentCalls: string[][] = [];
  const logged: string[] = [];
  const state = { answer: undefined as WalletReply | 'silence' };
  const feed = createDelivery<Item>({
    what: 'things',
    retryMs,
    perCall: 4,
    log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
    list: async (limit) => left.slice(0, limit),
    async send(sent) {
      sentCalls.push(ids(sent));
      const { answer } = state;
      if (answer) return answer === 'silence' ? undefined : answer;
      if (sent.some(({ isBad }) => isBad)) return { status: 'BAD_REQUEST' };
      accepted.push(...sent.map(({ id }) => id));
      return { status: 'OK' };
    },
    async mark(sent) {
      for (const one of sent) left.splice(left.indexOf(one), 1);
    },
  });
  return { feed, left, accepted, sentCalls, logged, state };
}

test('a rejected item blocks no other, is not sent again, and is named in the log', async () => {
  const { feed, left, accepted, logged } = world(items(10, (nr) => nr === 2));
  await feed.push();
  expect([accepted, ids(left), logged.length]).toEqual([['0', '1', '3', '4', '5', '6', '7', '8', '9'], [], 1]);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ ids: ['2'] });
});

test('rejected calls block no other items either', async () => {
  const { feed, left, accepted, logged } = world(items(13, (nr) => nr < 11));
  await feed.push();
  expect([accepted, ids(left)]).toEqual([['11', '12'], []]);
  expect(logged).toHaveLength(1);
});

test('a platform that accepts no call gets everything later', async () => {
  const { feed, left, accepted, logged, state } = world(items(6));
  for (const answer of ['silence', { status: 'BAD_REQUEST' }, { status: 'STALE_REQUEST' }] as const) {
    state.answer = answer;
    await feed.push();
    expect([ids(left).length, accepted, logged]).toEqual([6, [], []]);
  }
  state.answer = undefined;
  await feed.push();
  expect([left, accepted]).toEqual([[], ['0', '1', '2', '3', '4', '5']]);
});

test('an item that one of two platforms behind a load balancer rejects is accepted by the other', async () => {
  const { feed, left, accepted, logged, state } = world(items(14));
  let calls = 0;
  // Alternating, as during a replacement: one is of an earlier release and rejects everything.
  Object.defineProperty(state, 'answer', { get: () => (calls++ % 2 === 0 ? { status: 'BAD_REQUEST' } : undefined) });
  await feed.push();
  expect([accepted.toSorted((one, other) => Number(one) - Number(other)), left, logged]).toEqual([ids(items(14)), [], []]);
});

test('many rejected items in sequence are sent in parts, and do not block later items', async () => {
  const { feed, left, accepted, logged } = world(items(300, (nr) => nr < 299));
  await feed.push();
  expect([left.length, accepted]).toEqual([300, []]);
  for (let pushes = 1; pushes < 5; pushes++) await feed.push();
  expect(accepted).toEqual(['299']);
  // Dropped in parts as well, and not sent again.
  for (let pushes = 0; pushes < 4; pushes++) await feed.push();
  expect([left, logged.flatMap((line) => JSON.parse(line).ids)]).toEqual([[], ids(items(299))]);
});

test('new items during a rejection are sent before the retries', async () => {
  const { feed, left, accepted, sentCalls } = world(items(200, () => true));
  for (let pushes = 0; pushes < 6; pushes++) await feed.push();
  expect(accepted).toEqual([]);
  left.push({ id: 'new' });
  sentCalls.length = 0;
  await feed.push();
  expect([sentCalls[0], accepted]).toEqual([['new'], ['new']]);
});

test('rejected items are retried with increasing pauses, first after the shortest', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { feed, sentCalls } = world(
      items(100, () => true),
      1_000,
    );
    const sentAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      sentCalls.length = 0;
      await feed.push();
      return new Set(sentCalls.flat()).size;
    };
    expect([await sentAfter(0), await sentAfter(999), await sentAfter(1)]).toEqual([64, 0, 100]);
    expect([await sentAfter(1_999), await sentAfter(1), await sentAfter(3_999), await sentAfter(1)]).toEqual([0, 64, 0, 64]);
    for (let tries = 0; tries < 9; tries++) await sentAfter(60_000);
    expect([await sentAfter(59_999), await sentAfter(1)]).toEqual([0, 64]);
  } finally {
    vi.useRealTimers();
  }
});

test('with any set of rejected items all others are sent, once and soon, and the rejected ones are dropped', async () => {
  const runs = fc.array(fc.record({ length: fc.integer({ min: 1, max: 150 }), isBad: fc.boolean() }), { minLength: 1, maxLength: 5 });
  const late = fc.array(fc.boolean(), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(runs, late, async (before, after) => {
      const bad = [...before.flatMap(({ length, isBad }) => Array<boolean>(length).fill(isBad)), ...after];
      const all = items(bad.length, (nr) => bad[nr] ?? false);
      const first = all.slice(0, all.length - after.length);
      const { feed, left, accepted, logged } = world(first);
      const good = (some: readonly Item[]) => ids(some.filter(({ isBad }) => !isBad)).toSorted();
      // A pass sends 64 rejected items, so no later item waits for longer than that.
      const pushes = Math.ceil(first.length / 64) + 1;
      for (let nr = 0; nr < pushes; nr++) await feed.push();
      expect(accepted.toSorted()).toEqual(good(first));
      left.push(...all.slice(first.length));
      for (let nr = 0; nr < 2 * pushes; nr++) await feed.push();
      expect(accepted.toSorted()).toEqual(good(all));
      const givenUp = logged.flatMap((line) => JSON.parse(line).ids as string[]);
      const refused = ids(all.filter(({ isBad }) => isBad));
      // The last ones may wait for another accepted one; with a platform that accepts nothing all of them wait.
      expect([...givenUp, ...ids(left)].toSorted()).toEqual(refused.toSorted());
      if (accepted.length === 0) expect(givenUp).toEqual([]);
      if (after.at(-1) === false) expect(left).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
