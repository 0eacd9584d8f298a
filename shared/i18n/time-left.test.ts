import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test.each([
  [3 * 86_400 + 5, 'in 3 days'],
  [2 * 86_400 - 1, 'in 47 hours'],
  [3_600, 'in 1 hour'],
  [3_599, 'in 59 minutes'],
  [59, 'in 59 seconds'],
  [0.5, 'in 0 seconds'],
  [-4, 'in 0 seconds'],
])('%s seconds are "%s"', (seconds, text) => {
  expect(timeLeft(seconds, 'en')).toBe(text);
});

test('every language of the site has its own words', () => {
  const texts = ['en', 'zh-Hans', 'ja', 'th', 'vi', 'id'].map((tag) => timeLeft(3 * 86_400, tag));
  expect(new Set(texts).size).toBe(6);
});
