import { describe, expect, it, vi } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { gameList, popularGames } from '../../../shared/api/games/contract.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { UpstreamAnswer } from '../upstream/client.ts';
import { UpstreamFault } from '../upstream/upstream-fault.ts';
import { createPublicCache, UncachedAnswer } from './public-cache.ts';

const list = gameList;
const popular = popularGames;
const answerOf = (value: unknown): UpstreamAnswer => answerWith({ success: true, value });
const answerWith = (envelope: unknown): UpstreamAnswer => ({
  status: 200,
  headers: {},
  envelope: envelope as Envelope<unknown>,
  body: Buffer.from(JSON.stringify(envelope)),
});

function setUp() {
  const time = { now: 1_000_000 };
  const cache = createPublicCache(() => time.now);
  const key = cache.keyOf(popular, '', 'EN') ?? '';
  let loads = 0;
  const load = async () => answerOf({ loads: ++loads });
  const nextValue = async () => ((await cache.get(popular, key, load)).envelope as { value: { loads: number } }).value.loads;
  return { time, cache, key, load, nextValue, loads: () => loads };
}

describe('key of a public answer', () => {
  const { cache } = setUp();
  it('is the same for two spellings of one query', () => {
    const one = cache.keyOf(list, '?pageNo=1&vassalage=NOVA', 'EN');
    expect(one).toBeDefined();
    expect(cache.keyOf(list, '?vassalage=NOVA', 'EN')).toBe(one);
    expect(cache.keyOf(list, '?vassalage=NOVA&pageNo=1&pageSize=24', 'EN')).toBe(one);
  });
  it('differs by language, call and query', () => {
    const keys = [
      cache.keyOf(list, '', 'EN'),
      cache.keyOf(list, '', 'CN'),
      cache.keyOf(popular, '', 'EN'),
      cache.keyOf(list, '?vassalage=NOVA', 'EN'),
      cache.keyOf(list, '?vassalage=nova', 'EN'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
  it.each(['?unknown=1', '?pageNo=0', '?pageNo=x', '?pageNo=1&pageNo=2', '?__proto__=1', '?constructor=1'])(
    'does not exist for %s',
    (search) => {
      expect(cache.keyOf(list, search, 'EN')).toBeUndefined();
    },
  );
});

describe('public cache', () => {
  it('calls the upstream once while an answer is fresh, for all callers together', async () => {
    const { cache, key, load, loads, nextValue } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => cache.get(popular, key, load)));
    expect([await nextValue(), loads()]).toEqual([1, 1]);
  });

  it('serves an aged answer and refreshes it in the background', async () => {
    const { time, nextValue, loads } = setUp();
    await nextValue();
    time.now += popular.cacheSeconds * 1000;
    expect(await nextValue()).toBe(1);
    expect(loads()).toBe(2);
    expect(await nextValue()).toBe(2);
  });

  it('waits for a new answer when the old one is too old', async () => {
    const { time, nextValue } = setUp();
    await nextValue();
    time.now += popular.cacheSeconds * 11_000;
    expect(await nextValue()).toBe(2);
  });

  it('serves old answers for an hour while the upstream is down', async () => {
    const { time, cache, key, nextValue } = setUp();
    const down = () => Promise.reject(new UpstreamFault('upstream_unavailable', 'connect'));
    await nextValue();
    time.now += 59 * 60_000;
    expect((await cache.get(popular, key, down)).envelope).toEqual({ success: true, value: { loads: 1 } });
    time.now += 2 * 60_000;
    await expect(cache.get(popular, key, down)).rejects.toThrow('upstream_unavailable');
  });

  it('is invalidated by a change even if the system clock was set back', async () => {
    let time = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => time);
    const cache = createPublicCache();
    const key = cache.keyOf(popular, '', 'EN') ?? '';
    let loads = 0;
    const load = async () => answerOf({ loads: ++loads });
    await cache.get(popular, key, load);
    time -= HOUR_MS;
    cache.invalidate();
    await cache.get(popular, key, load);
    clock.mockRestore();
    expect(loads).toBe(2);
  });

  it('never caches a refusal', async () => {
    const { cache, key, load } = setUp();
    const refused = async () => answerWith({ success: false, value: null, code: 'server_busy', message: '' });
    await expect(cache.get(popular, key, refused)).rejects.toBeInstanceOf(UncachedAnswer);
    expect((await cache.get(popular, key, load)).envelope.success).toBe(true);
  });
});

describe('made-up queries', () => {
  const limits = { newItems: 5, items: 20, bytesOfCall: 40_000, bytes: 60_000 };
  function setUpSmall() {
    const cache = createPublicCache(() => 1_000_000, limits);
    let requestCount = 0;
    const ask = async (search: string, filler = '') => {
      const key = cache.keyOf(list, search, 'EN');
      if (key === undefined) throw new Error('no key');
      requestCount = 0;
      await cache.get(list, key, async () => {
        requestCount++;
        return answerOf({ filler });
      });
      return requestCount;
    };
    return { cache, ask };
  }

  it('evict neither the answer without a query, nor repeated queries, nor another call', async () => {
    const { cache, ask } = setUpSmall();
    const popularKey = cache.keyOf(popular, '', 'EN') ?? '';
    await cache.get(popular, popularKey, async () => answerOf({ games: [] }));
    for (const search of ['', '?vassalage=NOVA', '?vassalage=NOVA']) await ask(search);
    for (let page = 2; page < 500; page++) await ask(`?pageNo=${page}`);
    expect([await ask('?pageNo=1'), await ask('?vassalage=NOVA')]).toEqual([0, 0]);
    expect(cache.peek(popular, popularKey, () => Promise.reject(new Error('asked')))).toBeDefined();
    // Control: they do evict each other.
    expect(await ask('?pageNo=2')).toBe(1);
    expect(cache.size).toBeLessThanOrEqual(limits.newItems + 3);
  });

  it('never exceed their share of memory, however long their answers are', async () => {
    const { cache, ask } = setUpSmall();
    for (let round = 0; round < 2; round++)
      for (let page = 2; page < 30; page++) for (let again = 0; again < 2; again++) await ask(`?pageNo=${page}`, 'x'.repeat(2_000));
    expect(cache.bytes).toBeGreaterThan(20_000);
    expect(cache.bytes).toBeLessThanOrEqual(limits.bytesOfCall);
  });
});

it('only calls without a token are ever cached', () => {
  expect(CALLS.filter(({ cacheSeconds, token, method }) => cacheSeconds > 0 && (token !== 'none' || method !== 'GET'))).toEqual([]);
});

describe('an answer requested before a change', () => {
  it('is requested again, and sent later only if no newer one is available', async () => {
    const { time, cache, key, nextValue } = setUp();
    expect(await nextValue()).toBe(1);
    cache.invalidate();
    time.now += 1;
    const down = async () => {
      throw new UpstreamFault('upstream_unavailable', 'connect');
    };
    expect((await cache.get(popular, key, down)).envelope).toEqual({ success: true, value: { loads: 1 } });
    expect([await nextValue(), await nextValue()]).toEqual([2, 2]);
  });

  it('is not cached when it arrives after the change', async () => {
    const { time, cache, key, nextValue } = setUp();
    let arrive = (_answer: UpstreamAnswer) => {};
    const late = cache.get(popular, key, () => new Promise((resolve) => (arrive = resolve)));
    time.now += 1;
    cache.invalidate();
    time.now += 1;
    arrive(answerOf({ loads: 0 }));
    expect((await late).envelope).toEqual({ success: true, value: { loads: 0 } });
    expect(await nextValue()).toBe(1);
  });
});
