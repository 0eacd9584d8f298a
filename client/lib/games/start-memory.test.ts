import { beforeEach, expect, test, vi } from 'vitest';
import { changeStart, countVisit, readStart } from './start-memory.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

test('pages of one visit count once, and each member has a separate count', () => {
  for (const now of [HOUR, HOUR + 1, 2 * HOUR, 3 * HOUR]) countVisit('marina', now);
  expect(readStart('marina').visits).toBe(3);
  expect(countVisit('bo', HOUR).visits).toBe(1);
});

test('a hidden card stays hidden, and malformed storage hides nothing', () => {
  changeStart('marina', { welcomeHidden: true });
  expect(readStart('marina')).toMatchObject({ welcomeHidden: true, secureHidden: false });
  localStorage.setItem('start', '"x"');
  expect(readStart('marina').welcomeHidden).toBe(false);
});
