import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
let window: Window | undefined;

afterEach(async () => {
  expect(window?.problems ?? []).toEqual([]);
  await window?.close();
  window = undefined;
});

async function open(path: string, { screen = 'desktop' as Screen, signedIn = false } = {}): Promise<Page> {
  window = await openWindow(stage.browser, { screen, url: stage.service.url });
  if (signedIn) await enter(window, DEMO.member);
  await window.page.goto(path);
  return window.page;
}

const REFUSED = { success: false, value: null, code: 'upstream_unavailable', message: 'Not now' };
const tiles = (page: Page) => page.locator('lagoon-island[name="game-grid"] article');
const found = (page: Page) => page.locator('lagoon-island[name="game-grid"] p[role="status"]').first();

describe('a list of games', () => {
  test('is searched as one types, tolerant of accents, with the address to match; Back leads out of it', async () => {
    const page = await open('/rng');
    const all = await tiles(page).count();
    await page.getByRole('searchbox').pressSequentially('KÓI', { delay: 20 });
    await page.waitForURL(/gameName=K/);
    await expect.poll(() => tiles(page).count()).toBeLessThan(all + 1);
    await expect
      .poll(() =>
        tiles(page)
          .allInnerTexts()
          .then((texts) => texts.every((text) => /koi/i.test(text))),
      )
      .toBe(true);
    const count = await tiles(page).count();
    await page.reload();
    expect(await tiles(page).count()).toBe(count);
    await page.getByRole('link', { name: 'Clear all' }).first().click();
    await page.waitForURL(/\/rng$/);
    expect(await tiles(page).count()).toBe(24);
    await page.goBack();
    await page.waitForURL(/gameName=K/);
    expect(await tiles(page).count()).toBe(count);
  });

  test('says how many games a choice of vendors has before it is made, and shows the choice as chips', async () => {
    const page = await open('/rng', { screen: 'phone' });
    await page.getByRole('button', { name: 'Filters' }).click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const all = await panel.getByRole('button', { name: /^Show \d+ games$/ }).innerText();
    await panel.getByRole('checkbox').nth(0).check();
    await panel.getByRole('checkbox').nth(1).check();
    const shown = panel.getByRole('button', { name: /^Show \d+ games$/ });
    await expect.poll(() => shown.innerText()).not.toBe(all);
    await expectAccessible(page);
    const total = Number(/\d+/.exec(await shown.innerText())?.[0]);
    await shown.click();
    await page.waitForURL(/page=\w+(?:,|%2C|&page=)\w+/);
    await expect.poll(() => found(page).innerText()).toBe(`${total} games`);
    const chips = page.getByRole('list', { name: 'Filters that are set' });
    expect(await chips.getByRole('link').count()).toBe(3);
    await chips
      .getByRole('link', { name: /^Remove filter/ })
      .first()
      .click();
    await page.waitForURL(/\/rng\?page=\w+$/);
    await expectNoSidewaysScroll(page);
  });

  test('loads 24 more and comes back to all of them', async () => {
    const page = await open('/rng?sort=name');
    await page.getByRole('link', { name: 'Load 24 more games' }).click();
    await expect.poll(() => tiles(page).count()).toBe(48);
    await page.getByText(/^48 of \d+ games$/).waitFor();
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('article')?.parentElement?.children[24] === document.activeElement?.closest('article'),
      ),
    ).toBe(true);
    await page.goto('/promotions');
    await page.goBack();
    await page.waitForURL(/pageNo=2/);
    expect(await tiles(page).count()).toBe(48);
  });

  test('that finds nothing offers popular games, one that fails can be tried again', async () => {
    const page = await open('/fish?gameName=no+such+game');
    await page.getByText('No games match').waitFor();
    await page.getByRole('heading', { name: 'Popular games instead' }).waitFor();
    expect(await tiles(page).count()).toBeGreaterThan(0);
    let broken = true;
    await page.route('**/GCSGAME_gameList*', (route) => (broken ? route.fulfill({ json: REFUSED }) : route.continue()));
    await page.getByRole('searchbox').fill('koi');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    broken = false;
    await retry.click();
    await expect.poll(() => found(page).innerText()).toMatch(/^[1-9]/);
  });
});

describe('favourites', () => {
  const heart = (page: Page, index = 3) =>
    tiles(page)
      .nth(index)
      .getByRole('button', { name: /^Favourite/ });

  test('are marked at once, on every page; a refusal turns the mark back and says so', async () => {
    const page = await open('/live', { signedIn: true });
    await heart(page).click();
    await expect.poll(() => heart(page).getAttribute('aria-pressed')).toBe('true');
    await page.goto('/favourites');
    expect(await page.locator('main article').count()).toBe(1);
    await page.goto('/live');
    await expect.poll(() => heart(page).getAttribute('aria-pressed')).toBe('true');
    await page.route('**/MCSFE_setFavoriteGame', (route) => route.fulfill({ json: REFUSED }));
    await heart(page).click();
    await page.getByText('Not now').waitFor();
    expect(await heart(page).getAttribute('aria-pressed')).toBe('true');
    await expectAccessible(page);
  });

  test('of a visitor wait for the sign-in', async () => {
    const page = await open('/live');
    await heart(page, 4).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'User name' }).fill(DEMO.member.username);
    await dialog.getByLabel('Password', { exact: true }).fill(DEMO.member.password);
    const name = await heart(page, 4).getAttribute('aria-label');
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    const marked = page.getByRole('button', { name: name ?? '', exact: true });
    await expect.poll(() => marked.getAttribute('aria-pressed')).toBe('true');
  });
});

test('a tap on a tile opens its sheet with both ways in', async () => {
  const page = await open('/rng', { screen: 'phone' });
  await page.locator('lagoon-island[name="game-grid"]').evaluate((island) => (island as HTMLElement & { wake(): Promise<boolean> }).wake());
  await tiles(page).first().tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('link', { name: 'Play', exact: true }).waitFor();
  await sheet.getByRole('link', { name: /free$/ }).waitFor();
  await sheet.getByText('Return to player').waitFor();
  await expectAccessible(page);
});

describe('lotteries', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');
  const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

  test('count down by the clock of the server, warn, close, and show what was drawn', async () => {
    window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
    const { page } = window;
    let issue = 1;
    // This device is a day ahead of the server.
    await page.clock.install({ time: NOW + 86_400_000 });
    const draw = (number: number) => ({
      gameCode: 'X',
      issue: `I-${number}`,
      numbers: ['4', '0', '2'],
      drawnAt: at(-60),
      verifyUrl: '/studio/verify/x',
    });
    await page.route('**/game_menu*', (route) =>
      route.fulfill({
        json: {
          success: true,
          value: {
            now: issue === 1 ? at(0) : at(75),
            games: [
              {
                ...{
                  code: 'X',
                  gameName: 'Tide digits',
                  vassalage: 'V',
                  lottoArea: 'LOTT',
                  prizeMode: 'Lott',
                  showIcon: '/brand/mark.svg',
                },
                ...{ isGame: true, defaultPlayType: '', issueSeconds: 120, maintenance: false, latest: draw(issue - 1) },
                current: { issue: `I-${issue}`, closesAt: at(issue === 1 ? 70 : 190), drawsAt: at(issue === 1 ? 74 : 194) },
              },
            ],
          },
        },
      }),
    );
    await page.route('**/opened/numero*', (route) =>
      route.fulfill({ json: { success: true, value: { list: Array.from({ length: issue }, (_, back) => draw(issue - 1 - back)) } } }),
    );
    await page.goto('/lottery');
    const clock = page.getByRole('timer', { name: 'Closes in' }).last();
    await expect.poll(() => clock.innerText()).toBe('1:10');
    expect(await clock.getAttribute('data-urgency')).toBe('calm');
    await page.clock.runFor(11_000);
    await expect.poll(() => clock.innerText()).toBe('0:59');
    expect(await clock.getAttribute('data-urgency')).toBe('soon');
    await page.getByText('Tide digits: one minute left.').waitFor({ state: 'attached' });
    await page.clock.runFor(50_000);
    await expect.poll(() => clock.getAttribute('data-urgency')).toBe('last');
    await expectAccessible(page);
    issue = 2;
    await page.clock.runFor(11_000);
    await page.getByText('Tide digits: issue I-1 is closed.').waitFor({ state: 'attached' });
    await page.clock.runFor(5_000);
    await page.getByText('Issue I-2', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Verify issue I-1' }).waitFor();
  });
});
