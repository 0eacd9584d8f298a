import { beforeEach, expect, test, vi } from 'vitest';
import { countVisit, readStartCards, updateStartCards } from './start-cards-store.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

test('pages of one visit count once, and each member has a separate count', () => {
  for (const now of [HOUR, HOUR + 1, 2 * HOUR, 3 * HOUR]) countVisit('marina', now);
  expect(readStartCards('marina').visits).toBe(3);
  expect(countVisit('bo', HOUR).visits).toBe(1);
});

test('a hidden card stays hidden, and malformed storage hides nothing', () => {
  updateStartCards('marina', { welcomeHidden: true });
  expect(readStartCards('marina')).toMatchObject({ welcomeHidden: true, secureHidden: false });
  localStorage.setItem('start', '"x"');
  expect(readStartCards('marina').welcomeHidden).toBe(false);
});
