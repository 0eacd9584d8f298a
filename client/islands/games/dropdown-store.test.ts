import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedGames, storeGames, type VendorGames } from './dropdown-store.ts';

const ready: VendorGames = { state: 'ready', games: [], pages: 2 };
let items: Map<string, string>;
const page = { lang: 'en' };
beforeEach(() => {
  items = new Map();
  page.lang = 'en';
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: page });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the games of a vendor are stored for the tab as gameVendor, in one language and for five minutes', () => {
  storeGames(
    new Map([
      ['RNG NOVA 1', ready],
      ['RNG LATE 1', { ...ready, state: 'failed' as const }],
    ]),
  );
  expect([...items.keys()]).toEqual(['gameVendor']);
  expect(storedGames()).toEqual([['RNG NOVA 1', ready]]);
  page.lang = 'th';
  expect(storedGames()).toEqual([]);
  page.lang = 'en';
  vi.advanceTimersByTime(4 * 60_000);
  storeGames(
    new Map([
      ['RNG NOVA 1', ready],
      ['RNG NOVA 2', ready],
    ]),
  );
  expect(storedGames()).toHaveLength(2);
  vi.advanceTimersByTime(61_000);
  expect(storedGames()).toEqual([]);
});

test('malformed content and a full store change nothing', () => {
  items.set('gameVendor', '{');
  expect(storedGames()).toEqual([]);
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(() => storeGames(new Map([['RNG NOVA 1', ready]]))).not.toThrow();
});
