import { beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../shared/time.ts';
import { countVisit, readStartCards, updateStartCards } from './start-cards-store.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

test('pages of one visit count once, and each member has a separate count', () => {
  for (const now of [HOUR_MS, HOUR_MS + 1, 2 * HOUR_MS, 3 * HOUR_MS]) countVisit('marina', now);
  expect(readStartCards('marina').visits).toBe(3);
  expect(countVisit('bo', HOUR_MS).visits).toBe(1);
});

test('a hidden card stays hidden, and malformed storage hides nothing', () => {
  updateStartCards('marina', { welcomeHidden: true });
  expect(readStartCards('marina')).toMatchObject({ welcomeHidden: true, secureHidden: false });
  localStorage.setItem('start', '"x"');
  expect(readStartCards('marina').welcomeHidden).toBe(false);
});
