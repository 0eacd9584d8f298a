import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { favouriteSet } from '../../shared/api/games/calls.ts';
import { DEMO } from '../kit/player.ts';
import {
  enter,
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  hydrateIslands,
  openWindow,
  type Screen,
  type Window,
} from '../kit/screen.ts';
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
  test('counts matches as matches', async () => {
    const page = await open('/sports');
    await expect.poll(() => found(page).innerText()).toMatch(/^\d+ sports$/);
    expect(await page.locator('lagoon-island[name="game-grid"] input[type="search"]').getAttribute('placeholder')).toMatch(
      /^Search \d+ sports$/,
    );
  });

  test('is searched while typing, ignores accents, updates the address, and Back leaves it', async () => {
    const page = await open('/rng');
    await page.getByRole('searchbox').pressSequentially('KÓI', { delay: 20 });
    // A slow typist gets results after two letters already.
    const whole = /gameName=K%C3%93I$/;
    await page.waitForURL(whole);
    const texts = () => tiles(page).allInnerTexts();
    await expect.poll(texts).toSatisfy((all: string[]) => all.length > 0 && all.every((text) => /koi/i.test(text)));
    const count = await tiles(page).count();
    await page.reload();
    await expect.poll(() => tiles(page).count()).toBe(count);
    await page.getByRole('link', { name: 'Clear all' }).first().click();
    await page.waitForURL(/\/rng$/);
    await expect.poll(() => tiles(page).count()).toBe(24);
    await page.goBack();
    await page.waitForURL(whole);
    await expect.poll(() => tiles(page).count()).toBe(count);
  });

  test('shows the number of games of a vendor selection before it is applied, and shows the selection as chips', async () => {
    const page = await open('/rng', { screen: 'phone' });
    await page.getByRole('button', { name: 'Filters' }).click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const showButton = panel.getByRole('button', { name: /^Show \d+ games$/ });
    const vendors = panel.getByRole('checkbox');
    const chosen = await Promise.all([0, 1].map((index) => vendors.nth(index).locator('xpath=..').locator('span').last().innerText()));
    for (const index of [0, 1]) await vendors.nth(index).check();
    const total = chosen.reduce((sum, count) => sum + Number(count), 0);
    await expect.poll(() => showButton.innerText()).toBe(`Show ${total} games`);
    await expectAccessible(page);
    await showButton.click();
    await page.waitForURL(/page=\w+(?:,|%2C|&page=)\w+/);
    await expect.poll(() => found(page).innerText()).toBe(`${total} games`);
    const chips = page.getByRole('list', { name: 'Applied filters' });
    await expect.poll(() => chips.getByRole('link').count()).toBe(3);
    await chips
      .getByRole('link', { name: /^Remove filter/ })
      .first()
      .click();
    await page.waitForURL(/\/rng\?page=\w+$/);
    await expectNoSidewaysScroll(page);
  });

  test('loads 24 more and shows all of them after returning', async () => {
    const page = await open('/rng?sort=name');
    await page.getByRole('link', { name: 'Load 24 more games' }).click();
    await expect.poll(() => tiles(page).count()).toBe(48);
    await page.getByText(/^48 of \d+ games$/).waitFor();
    await expectFocus(tiles(page).nth(24).locator('[data-part="name"]'));
    await page.waitForURL(/pageNo=2/);
    await page.goto('/promotions');
    await page.goBack();
    await page.waitForURL(/pageNo=2/);
    await expect.poll(() => tiles(page).count()).toBe(48);
  });

  test('loads more while scrolling, up to three pages, so that the footer is reached, then by the button', async () => {
    const page = await open('/rng?sort=name');
    await page.evaluate(hydrateIslands);
    const toEnd = async () => {
      await page.mouse.move(720, 450);
      await page.mouse.wheel(0, 20_000);
    };
    for (const count of [48, 72, 96]) {
      await expect
        .poll(async () => {
          await toEnd();
          return tiles(page).count();
        })
        .toBeGreaterThanOrEqual(count);
    }
    await page.waitForURL(/pageNo=4/);
    await toEnd();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await expect
      .poll(() => page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().top < innerHeight))
      .toBe(true);
    await expect.poll(() => tiles(page).count()).toBe(96);

    const choice = page.getByRole('checkbox', { name: 'Load more games while scrolling' });
    await choice.uncheck();
    await page.getByRole('link', { name: 'Load 24 more games' }).click();
    await expect.poll(() => tiles(page).count()).toBe(120);
    await toEnd();
    await page.reload();
    await page.evaluate(hydrateIslands);
    await expect.poll(() => choice.isChecked()).toBe(false);
  });

  test('without matches offers popular games, after a failure offers a retry', async () => {
    const page = await open('/fish?gameName=no+such+game');
    await page.getByText('No games match').waitFor();
    await page.getByRole('heading', { name: 'Popular games instead' }).waitFor();
    await expect.poll(() => tiles(page).count()).toBeGreaterThan(0);
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

  test('are shown at once, on every page; a refusal reverts the favourite with a message', async () => {
    const page = await open('/live', { signedIn: true });
    // The favourite is shown before the platform has saved it; the next page loads it from the platform.
    const saved = page.waitForResponse(`**${favouriteSet.path}`);
    await heart(page).click();
    await expect.poll(() => heart(page).getAttribute('aria-pressed')).toBe('true');
    await (await saved).finished();
    await page.goto('/favourites');
    await expect.poll(() => page.locator('main article').count()).toBe(1);
    await page.goto('/live');
    await expect.poll(() => heart(page).getAttribute('aria-pressed')).toBe('true');
    await page.route(`**${favouriteSet.path}`, (route) => route.fulfill({ json: REFUSED }));
    await heart(page).click();
    await page.getByText('Not now').waitFor();
    await expect.poll(() => heart(page).getAttribute('aria-pressed')).toBe('true');
    await expectAccessible(page);
  });

  test('of a visitor are set after the sign-in', async () => {
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

test('a tap on a tile opens its sheet with both play buttons', async () => {
  const page = await open('/rng', { screen: 'phone' });
  await page
    .locator('lagoon-island[name="game-grid"]')
    .evaluate((island) => (island as HTMLElement & { hydrate(): Promise<boolean> }).hydrate());
  await tiles(page).first().tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('link', { name: 'Play', exact: true }).waitFor();
  await sheet.getByRole('link', { name: /free$/ }).waitFor();
  await sheet.getByText('Return to player').waitFor();
  await expectAccessible(page);
});

/** The accessibility checker uses the page's clock, which is advanced only as far as it needs. */
async function whileTimeCreeps(page: Page, work: () => Promise<void>): Promise<void> {
  let stopped = false;
  const creep = async () => {
    while (!stopped) await page.clock.runFor(1);
  };
  const worked = work().finally(() => {
    stopped = true;
  });
  await Promise.all([worked, creep()]);
}

describe('lotteries', () => {
  test('explain their play types without script, and an address opens one', async () => {
    window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, javaScript: false });
    const { page } = window;
    await page.goto('/seaLottery?gameCode=TCG_SEA_SEA_FOUR&playType=last2');
    const section = page.getByRole('region', { name: 'Play types' });
    const open = section.locator('details[open]');
    await expect.poll(() => section.locator('details').count()).toBeGreaterThan(20);
    expect(await open.locator('summary').innerText()).toContain('Last 2 digits');
    // The example enters two numbers, one of which is drawn.
    expect((await open.locator('dd').allInnerTexts()).map((text) => text.trim())).toEqual(
      expect.arrayContaining(['7/23', '2 × $1.00', '$2.00', '72: 95×', '$95.00']),
    );
    await section.getByText('Sum of the digits', { exact: true }).click();
    const total = section.getByRole('region', { name: 'Chances and odds: Sum of the digits' });
    await total.getByText('1 in 10,000', { exact: true }).first().waitFor();
    await expectNoSidewaysScroll(page);
    await page.goto('/lottery?playType=spots5');
    expect(await page.getByRole('region', { name: 'Play types' }).locator('details[open] summary').innerText()).toContain('5 numbers');
  });

  const NOW = Date.parse('2026-01-01T00:00:00Z');
  const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

  test("count down by the server's clock, warn, close, and show the result", async () => {
    window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
    const { page } = window;
    let issue = 1;
    // This device is a day ahead of the server. Its clock stops between the steps.
    await page.clock.install({ time: NOW + 82_800_000 });
    await page.clock.pauseAt(NOW + 86_400_000);
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
                code: 'X',
                gameName: 'Tide digits',
                vassalage: 'V',
                lottoArea: 'LOTT',
                prizeMode: 'Lott',
                showIcon: '/brand/mark.svg',
                isGame: true,
                defaultPlayType: '',
                issueSeconds: 120,
                maintenance: false,
                latest: draw(issue - 1),
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
    await page.evaluate(hydrateIslands);
    const clock = page.getByRole('timer', { name: 'Closes in' }).last();
    await expect.poll(() => clock.innerText()).toBe('1:10');
    expect(await clock.getAttribute('data-urgency')).toBe('calm');
    await page.clock.runFor(11_000);
    await expect.poll(() => clock.innerText()).toBe('0:59');
    expect(await clock.getAttribute('data-urgency')).toBe('soon');
    await page.getByText('Tide digits: one minute left.').waitFor({ state: 'attached' });
    await page.clock.runFor(50_000);
    await expect.poll(() => clock.getAttribute('data-urgency')).toBe('last');
    await whileTimeCreeps(page, () => expectAccessible(page));
    issue = 2;
    await page.clock.runFor(11_000);
    await page.getByText('Tide digits: issue I-1 is closed.').waitFor({ state: 'attached' });
    await page.clock.runFor(5_000);
    await page.getByText('Issue I-2', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Verify issue I-1' }).waitFor();
  });
});
