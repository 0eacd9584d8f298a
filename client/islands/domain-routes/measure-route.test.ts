import { expect, it } from 'vitest';
import { fastest, measureRoute } from './measure-route.ts';

it.each([
  [[30, 12, null], 1],
  [[null, null], -1],
  [[undefined, 40], 1],
  [[12, 12], 0],
])('finds the fastest of %j', (measurements, index) => {
  expect(fastest(measurements)).toBe(index);
});

it('takes the better of two tries, without cookies and uncached', async () => {
  const times = [0, 80, 100, 112];
  const seen: RequestInit[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    seen.push(init ?? {});
    return new Response();
  };
  expect(await measureRoute('https://a.example', fetch as typeof globalThis.fetch, () => times.shift() ?? 0)).toBe(12);
  for (const init of seen) expect(init).toMatchObject({ mode: 'no-cors', cache: 'no-store', credentials: 'omit' });
});

it('returns null without a response', async () => {
  expect(await measureRoute('https://a.example', () => Promise.reject(new TypeError()))).toBeNull();
});
