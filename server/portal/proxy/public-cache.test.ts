import { describe, expect, it } from 'vitest';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { gameList, popularGames } from '../../../shared/api/game-calls.ts';
import { createPublicCache, UncachedAnswer } from './public-cache.ts';
import { type UpstreamAnswer, UpstreamFault } from './upstream-client.ts';

const list = gameList as unknown as AnyCall;
const popular = popularGames as unknown as AnyCall;
const answerOf = (value: unknown): UpstreamAnswer => ({
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify({ success: true, value })),
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
  it('asks once while an answer is fresh, for everybody at once', async () => {
    const { cache, key, load, loads, nextValue } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => cache.get(popular, key, load)));
    expect([await nextValue(), loads()]).toEqual([1, 1]);
  });

  it('serves an aged answer and refreshes it behind the scenes', async () => {
    const { time, nextValue, loads } = setUp();
    await nextValue();
    time.now += popular.cacheSeconds * 1000;
    expect(await nextValue()).toBe(1);
    expect(loads()).toBe(2);
    expect(await nextValue()).toBe(2);
  });

  it('waits for a new answer when the old one is far too old', async () => {
    const { time, nextValue } = setUp();
    await nextValue();
    time.now += popular.cacheSeconds * 11_000;
    expect(await nextValue()).toBe(2);
  });

  it('keeps serving while the upstream is down, for an hour', async () => {
    const { time, cache, key, nextValue } = setUp();
    const down = () => Promise.reject(new UpstreamFault('upstream_unavailable'));
    await nextValue();
    time.now += 59 * 60_000;
    expect((await cache.get(popular, key, down)).envelope).toEqual({ success: true, value: { loads: 1 } });
    time.now += 2 * 60_000;
    await expect(cache.get(popular, key, down)).rejects.toThrow('upstream_unavailable');
  });

  it('never keeps a refusal', async () => {
    const { cache, key, load } = setUp();
    const refused = async () => ({ status: 200, headers: {}, body: Buffer.from('{"success":false,"code":"server_busy"}') });
    await expect(cache.get(popular, key, refused)).rejects.toBeInstanceOf(UncachedAnswer);
    expect((await cache.get(popular, key, load)).envelope.success).toBe(true);
  });
});
