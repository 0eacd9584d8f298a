import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DROPDOWN_FIRST_PAGE } from '../../shared/constants.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow, SCREENS, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
let window: Window;
let page: Page;

const open = async (screen: 'desktop' | 'phone', path = '/index') => {
  window = await openWindow(stage.browser, { screen, url: stage.service.url });
  page = window.page;
  await page.goto(path);
};
const main = () => page.getByRole('navigation', { name: 'Main' });
const panel = () => page.getByRole('region', { name: /^Games of / });

describe('the header', () => {
  beforeAll(() => open('desktop'));
  afterEach(async () => {
    await page.keyboard.press('Escape');
    await page.mouse.move(720, 880);
  });

  test('has a separate sports vendor after live casino, and dashes for a rank', async () => {
    const names = await main().getByRole('list').first().getByRole('link').allTextContents();
    expect(names.slice(0, 4)).toEqual(['Home', 'Live casino', 'Deepwater Sports', 'Slots']);
    expect(names).toContain('E-sports');
    expect(await main().getByRole('link', { name: /^VIP/ }).textContent()).toContain('--');
  });

  test('opens under a resting pointer, lists 21 games of a vendor, then more, and closes after the pointer has left', async () => {
    await main().getByRole('link', { name: 'Slots' }).hover();
    await panel().waitFor();
    const games = panel().getByRole('listitem');
    await expect.poll(() => games.count()).toBe(DROPDOWN_FIRST_PAGE);
    await panel().getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => panel().getByRole('status').last().textContent()).toMatch(/^Page 2/);
    await expect.poll(() => games.count()).toBeLessThan(DROPDOWN_FIRST_PAGE);
    await page.mouse.move(720, 880);
    await panel().waitFor({ state: 'detached' });
  });

  test('stays open after a click on the hovered entry, and closes with the next click', async () => {
    const opener = main().getByRole('button', { name: 'Show providers of Slots' });
    await opener.hover();
    await panel().waitFor();
    await opener.click();
    await panel().waitFor();
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    await opener.click();
    await panel().waitFor({ state: 'detached' });
  });

  test('leads from a slot vendor to its list, from a sports vendor directly into its game', async () => {
    const vendors = page.getByRole('list', { name: 'Providers' }).getByRole('link');
    await main().getByRole('button', { name: 'Show providers of Slots' }).click();
    expect(await vendors.first().getAttribute('href')).toMatch(/^\/rng\?page=\w+$/);
    await main().getByRole('button', { name: 'Show providers of Sports' }).click();
    await expect.poll(() => vendors.first().getAttribute('href')).toMatch(/^\/game\?vassalage=\w+$/);
  });

  test('shows whole entries only, at every width', async () => {
    for (const width of [1440, 1280, 1024, 820]) {
      await page.setViewportSize({ width, height: 900 });
      const entries = await page.evaluate(() => {
        const list = document.querySelector('header nav ul');
        const row = list?.getBoundingClientRect() ?? new DOMRect();
        return [...(list?.children ?? [])].map((entry) => {
          const { left, right, top, bottom } = entry.getBoundingClientRect();
          if (top >= row.bottom) return 'hidden';
          return left >= row.left && right <= row.right && top >= row.top && bottom <= row.bottom ? 'whole' : 'cut';
        });
      });
      expect([width, entries.includes('whole'), entries.includes('cut')]).toEqual([width, true, false]);
    }
    await page.setViewportSize(SCREENS.desktop.viewport);
  });

  test('moves entries that do not fit to "More", also in the longest language', async () => {
    await expect.poll(() => page.getByRole('button', { name: 'More' }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1024, height: 768 });
    const more = page.getByRole('button', { name: 'More' });
    await more.click();
    await page.locator('#more-categories').getByRole('link', { name: 'Promotions' }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(SCREENS.desktop.viewport);
  });
});

test('on touch the dropdown opens, shows the games of the tapped vendor, and closes', async () => {
  await open('phone');
  await page.setViewportSize({ width: 1024, height: 768 });
  const opener = main().getByRole('button', { name: 'Show providers of Slots' });
  await opener.tap();
  await panel().waitFor();
  const second = page.getByRole('list', { name: 'Providers' }).getByRole('link').nth(1);
  const name = await second.locator('span').first().textContent();
  await second.tap();
  await page.getByRole('region', { name: `Games of ${name}` }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  await opener.tap();
  await panel().waitFor({ state: 'detached' });
  await window.close();
});

describe('the side menu', () => {
  beforeAll(() => open('phone'));

  test('opens from the other side if chosen, and stores the choice', async () => {
    const drawer = page.locator('#drawer');
    const left = async () => (await drawer.boundingBox())?.x ?? -1;
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(left).toBe(0);
    await drawer.getByRole('button', { name: 'Show this menu on the other side' }).click();
    await expect.poll(left).toBe(SCREENS.phone.viewport.width - 340);
    await page.reload();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(left).toBe(SCREENS.phone.viewport.width - 340);
  });

  test('asks visitors to log in before a member page', async () => {
    await page.locator('#drawer').getByRole('link', { name: 'Withdraw' }).click();
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  });
});

describe('dialogs', () => {
  beforeAll(() => open('desktop'));

  test('freeze the page without a shift, are dragged by pointer and keys, and close on a click outside if allowed', async () => {
    const brand = page.getByRole('banner').getByRole('link', { name: 'Lagoon' });
    const before = await brand.boundingBox();
    const dialog = await dialogOf('Log in');
    expect(await brand.boundingBox()).toEqual(before);
    await page.mouse.move(720, 850);
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => scrollY)).toBe(0);

    // Pointer moves are applied with the next frame.
    const left = async () => Math.round((await dialog.boundingBox())?.x ?? 0);
    const start = await left();
    const bar = await dialog.getByRole('heading').first().boundingBox();
    if (!bar) throw new Error('the title bar has no place');
    await page.mouse.move(bar.x + 10, bar.y + 10);
    await page.mouse.down();
    await page.mouse.move(bar.x + 110, bar.y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(left).toBe(start + 100);
    await page.mouse.move(bar.x + 110, bar.y + 30);
    await page.mouse.down();
    await page.mouse.move(-900, -900, { steps: 4 });
    await page.mouse.up();
    await expect.poll(left).toBe(8);
    await dialog.getByRole('button', { name: 'Move this window with the arrow keys' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(left).toBe(32);

    await page.mouse.click(1400, 860);
    await dialog.waitFor({ state: 'hidden' });
    const stays = await dialogOf('Join now');
    await page.mouse.click(1400, 860);
    await expect.poll(() => stays.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await stays.waitFor({ state: 'hidden' });
    expect(window.problems).toEqual([]);
  });
});

test('a trial account on a member page sees that a real account is required, and stays on the page', async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
  await enter(window, DEMO.trial);
  await page.goto('/index');
  await page
    .getByRole('complementary')
    .or(page.getByRole('navigation', { name: 'Categories' }))
    .getByRole('link', { name: 'Betting record' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Real account required' });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  await window.close();
});

test('on a tablet the tools of the balance and the openers of the vendor lists have 40 pixels', async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
  await enter(window, DEMO.agent);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/index');
  const targets = page.locator('header').getByRole('button', { name: /^(Refresh|Hide|Show providers)/ });
  await expect.poll(() => targets.count()).toBeGreaterThan(3);
  const sizes = await targets.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
  );
  expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(40);
  await expectNoSidewaysScroll(page);
  await window.close();
});

test('an agent sees a rank next to the rewards, and a message while a game is loading', async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
  await enter(window, DEMO.agent);
  await page.goto('/index');
  expect(await main().getByRole('link', { name: /^VIP/ }).textContent()).not.toContain('--');

  await page.goto('/index');
  // A game that fails to load after a delay leaves the page unchanged.
  await page.route('**/game?*', (route) => void setTimeout(() => route.fulfill({ status: 204 }), 1_500));
  await main().getByRole('link', { name: 'Deepwater Sports' }).first().click({ noWaitAfter: true });
  await page.getByRole('dialog', { name: 'Loading…' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await window.close();
});

test('an unknown address is shown inside the site with its status, and is accessible with header and side menu open', async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await page.evaluate(hydrateIslands);
  await main().getByRole('link', { name: 'Slots' }).waitFor();
  await page.getByRole('main').getByRole('combobox').waitFor();
  await main().getByRole('button', { name: 'Show providers of Slots' }).click();
  await panel().getByRole('listitem').first().waitFor();
  await expectAccessible(page, { bothThemes: true });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expectAccessible(page);
  await window.close();
});

test('public pages stay in the back/forward cache, and linked pages may be prefetched', async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type === 'unload' || type === 'beforeunload') document.documentElement.dataset.leaving = type;
      return add.call(this, type, ...rest);
    };
  });
  const answer = await page.goto('/index');
  expect(answer?.headers()['cache-control']).not.toContain('no-store');
  await page.evaluate(hydrateIslands);
  expect(await page.evaluate(() => document.documentElement.dataset.leaving)).toBeUndefined();
  const rules = await page.request.get(JSON.parse(answer?.headers()['speculation-rules'] ?? '""'));
  expect(rules.headers()['content-type']).toBe('application/speculationrules+json');
  expect(await rules.text()).not.toMatch(/"\/(?:game|member|agent|login|register)/);
  await window.close();
});

async function dialogOf(opener: string): Promise<Locator> {
  const banner = page.getByRole('banner');
  const link = banner.getByRole('link', { name: opener, exact: true });
  // On wide screens the empty form of the header opens the sign-in.
  await link
    .or(banner.getByRole('button', { name: opener, exact: true }))
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}
