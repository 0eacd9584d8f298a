import { describe, expect, test } from 'vitest';
import { inScope, scopeForLog } from '../../../observe/request-scope.ts';
import { gather } from './gather.ts';

interface Run {
  readonly items: readonly number[];
  end(error?: unknown): void;
}

/** Runs that end when the test ends them. The result of an item is its double. */
function gathered(options: { max: number; lanes: number }) {
  const runs: Run[] = [];
  const single: number[] = [];
  const ask = gather<number, number>(options, {
    together: (items) =>
      new Promise((resolve, reject) => {
        const results = items.map((item) => item * 2);
        runs.push({ items, end: (error) => (error === undefined ? resolve(results) : reject(error)) });
      }),
    async single(item) {
      single.push(item);
      if (item < 0) throw new Error('below zero');
      return item * 2;
    },
  });
  return { ask, runs, single };
}
/** Longer than an immediate, in which a run starts. */
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
const items = (runs: readonly Run[]) => runs.map((run) => run.items);

describe('what goes together', () => {
  test('one single starts at once, what arrives meanwhile goes with the next run, in order', async () => {
    const { ask, runs } = gathered({ max: 8, lanes: 4 });
    const first = ask(1);
    await turn();
    const others = [ask(2), ask(3)];
    await turn();
    others.push(ask(4));
    await turn();
    expect(items(runs)).toEqual([[1]]);
    runs[0]?.end();
    expect(await first).toBe(2);
    await turn();
    expect(items(runs)).toEqual([[1], [2, 3, 4]]);
    runs[1]?.end();
    expect(await Promise.all(others)).toEqual([4, 6, 8]);
  });

  test('what is ready at the same time starts in one run', async () => {
    const { ask, runs } = gathered({ max: 8, lanes: 4 });
    const all = [1, 2, 3].map(ask);
    await turn();
    runs[0]?.end();
    expect(await Promise.all(all)).toEqual([2, 4, 6]);
    expect(items(runs)).toEqual([[1, 2, 3]]);
  });

  test('full runs take the other lanes, the rest waits', async () => {
    const { ask, runs } = gathered({ max: 2, lanes: 2 });
    const all = [1, 2, 3, 4, 5, 6, 7].map(ask);
    await turn();
    expect(items(runs)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    runs[1]?.end();
    await turn();
    expect(items(runs).at(-1)).toEqual([5, 6]);
    for (const run of runs) run.end();
    await turn();
    runs.at(-1)?.end();
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10, 12, 14]);
    expect(items(runs).at(-1)).toEqual([7]);
  });

  test('a run is in the scope of no request', async () => {
    const seen: object[] = [];
    const ask = gather<number, number>(
      { max: 8, lanes: 1 },
      {
        async together(asked) {
          seen.push(scopeForLog());
          return asked;
        },
        single: async (item) => item,
      },
    );
    await inScope({ requestId: 'one' }, async () => {
      await ask(1);
      expect(scopeForLog()).toEqual({ requestId: 'one' });
    });
    expect(seen).toEqual([{}]);
  });
});

describe('a run that fails', () => {
  test('because of an item: each runs single, and the next run does not wait for them', async () => {
    const { ask, runs, single } = gathered({ max: 8, lanes: 1 });
    const all = Promise.allSettled([1, -2, 3].map(ask));
    await turn();
    runs[0]?.end(Object.assign(new Error('raised'), { code: 'P0001' }));
    const settled = await all;
    expect(single).toEqual([1, -2, 3]);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([2, 'Error: below zero', 6]);
    const next = ask(4);
    await turn();
    runs[1]?.end();
    expect(await next).toBe(8);
  });

  test.each([
    ['a lost connection', Object.assign(new Error('lost'), { code: 'ECONNRESET' })],
    ['a statement that took too long', Object.assign(new Error('late'), { code: '57014' })],
  ])('%s: each item fails, and nothing is sent again', async (_name, error) => {
    const { ask, runs, single } = gathered({ max: 8, lanes: 1 });
    const all = Promise.allSettled([1, 2].map(ask));
    await turn();
    runs[0]?.end(error);
    expect((await all).map((one) => one.status === 'rejected' && one.reason)).toEqual([error, error]);
    expect(single).toEqual([]);
  });
});
