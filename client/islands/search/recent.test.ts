import { beforeEach, expect, test, vi } from 'vitest';
import { addSearch, clearSearches, recentSearches } from './recent.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

test('stores the last five searches, newest first, each once', () => {
  for (const text of ['koi', 'gem', ' ', 'eye', 'Koi ', 'sea', 'sun', 'sky']) addSearch(text);
  expect(recentSearches()).toEqual(['sky', 'sun', 'sea', 'Koi', 'eye']);
  clearSearches();
  expect(recentSearches()).toEqual([]);
});

test('returns nothing from malformed or unavailable storage', () => {
  localStorage.setItem('searches', '{"a":1}');
  expect(recentSearches()).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  expect(recentSearches()).toEqual([]);
  expect(() => addSearch('koi')).not.toThrow();
});
