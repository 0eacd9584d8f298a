import { beforeEach, expect, test, vi } from 'vitest';

type Module = typeof import('./favourites.ts');
const answers: ((ok: boolean) => void)[] = [];
const sent: { gameId?: string; favourite?: boolean }[] = [];
let stored: Record<string, string>;

beforeEach(() => {
  vi.resetModules();
  answers.length = sent.length = 0;
  stored = {};
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => void delete stored[key],
  });
  vi.doMock('../../runtime/page-session.ts', () => ({ pageAccount: () => 'marina' }));
  vi.doMock('../../page/call.ts', () => ({
    call: (definition: { id: string }, input: { body?: { gameId: string; favourite: boolean } } = {}) => {
      sent.push(input.body ?? {});
      if (definition.id === 'games.favouriteIds') return Promise.resolve({ success: true, value: { gameIds: ['A', 'B'] } });
      return new Promise((resolve) => {
        answers.push((ok) =>
          resolve(ok ? { success: true, value: input.body } : { success: false, code: 'upstream_timeout', message: '' }),
        );
      });
    },
  }));
});

const load = (): Promise<Module> => import('./favourites.ts');
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a favourite is shown at once and reverted if the platform refuses', async () => {
  const { isFavourite, loadFavourites, toggleFavourite } = await load();
  await loadFavourites();
  const turned = toggleFavourite('C');
  expect(isFavourite('C')).toBe(true);
  answers[0]?.(false);
  expect(await turned).toMatchObject({ code: 'upstream_timeout' });
  expect(isFavourite('C')).toBe(false);
});

test('after several clicks the last one counts, with one call at a time', async () => {
  const { isFavourite, loadFavourites, toggleFavourite } = await load();
  await loadFavourites();
  sent.length = 0;
  const first = toggleFavourite('A');
  void toggleFavourite('A');
  void toggleFavourite('A');
  expect(sent).toEqual([{ gameId: 'A', favourite: false }]);
  answers[0]?.(true);
  expect(await first).toBeUndefined();
  expect([isFavourite('A'), sent.length]).toEqual([false, 1]);
  const again = toggleFavourite('A');
  void toggleFavourite('A');
  answers[1]?.(true);
  await settled();
  answers[2]?.(true);
  await again;
  expect(isFavourite('A')).toBe(false);
  expect(sent.map(({ favourite }) => favourite)).toEqual([false, true, false]);
});

test('ids are loaded once per tab and account, and stored with every change', async () => {
  const one = await load();
  await Promise.all([one.loadFavourites(), one.loadFavourites()]);
  expect(sent).toHaveLength(1);
  const turned = one.toggleFavourite('C');
  answers[0]?.(true);
  await turned;
  vi.resetModules();
  const two = await load();
  await two.loadFavourites();
  expect([sent.length, two.isFavourite('C'), two.isFavourite('B')]).toEqual([2, true, true]);
  stored.favGames = JSON.stringify({ account: 'marina', ids: ['Z'], at: Date.now() - 6 * 60_000 });
  vi.resetModules();
  const late = await load();
  await late.loadFavourites();
  expect([late.isFavourite('Z'), late.isFavourite('A')]).toEqual([false, true]);
  stored.favGames = JSON.stringify({ account: 'somebody', ids: ['Z'], at: Date.now() });
  vi.resetModules();
  const three = await load();
  await three.loadFavourites();
  expect([three.isFavourite('Z'), three.isFavourite('A')]).toEqual([false, true]);
});

test("a visitor's favourite is stored for one use, for ten minutes", async () => {
  const { storeIntent, takeIntent } = await load();
  storeIntent('A');
  expect([takeIntent(), takeIntent()]).toEqual(['A', undefined]);
  stored.favouriteIntent = JSON.stringify({ gameId: 'A', at: Date.now() - 11 * 60_000 });
  expect(takeIntent()).toBeUndefined();
});
