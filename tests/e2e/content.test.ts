import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PROMOTION_TYPES } from '../../shared/api/publishing/constants.ts';
import { NOTICES_PER_PAGE } from '../../shared/constants.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** Content pages that `accessibility.test.ts` does not cover. */
const PAGES = [
  '/promoDetail?id=trial',
  '/promoDetail?id=no-such-promotion',
  '/vip',
  '/pointMall',
  '/join',
  '/help',
  '/help?q=passkey',
  '/helpmc?article=seeds',
  '/down',
  '/down?app=ios',
  '/offline',
];

const stage = openStage();
const at = (options: Partial<Parameters<typeof openWindow>[1]> = {}) =>
  openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, ...options });

test.each(['desktop', 'phone'] as const)('every page of content is accessible and fits on a %s', async (screen) => {
  const window = await at({ screen, theme: screen === 'phone' ? 'dark' : 'light' });
  const { page } = window;
  for (const path of PAGES) {
    await page.goto(path);
    await page.evaluate(hydrateIslands);
    // Markup and colors are the same at both sizes, and this size checks both themes.
    if (screen === 'desktop') await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
  }
  expect(window.problems.filter((problem) => !problem.includes('no-such-promotion'))).toEqual([]);
  await window.close();
});

test('promotions are filtered by links, distinguished and read without script', async () => {
  const window = await at({ javaScript: false });
  const { page } = window;
  await page.goto('/promotions');
  const cards = page.getByRole('main').locator('article');
  const all = await cards.count();
  const filters = page.getByRole('navigation', { name: 'Promotion types' });
  let sum = 0;
  for (const type of PROMOTION_TYPES) {
    await filters.locator(`a[href="/promotions?type=${type}"]`).click();
    await page.waitForURL(`**/promotions?type=${type}`);
    sum += await cards.count();
  }
  expect(sum).toBe(all);
  await cards.first().getByRole('link').click();
  await page.waitForURL(/\/promoDetail\?id=/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await window.close();
});

test('the help centre finds words without script, ignoring case and accents', async () => {
  const window = await at({ javaScript: false });
  const { page } = window;
  await page.goto('/help');
  await page.getByRole('searchbox', { name: 'Search the help centre' }).fill('PÁSSKEY');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await page.getByRole('link', { name: /^What is a passkey\?/ }).click();
  await page.waitForURL(/\/help\?article=what-is-a-passkey/);
  await page.getByRole('heading', { level: 1, name: 'What is a passkey?' }).waitFor();
  await page.goto('/help?q=no+such+words');
  await page.getByText('No answer for “no such words”').waitFor();
  await window.close();
});

test('notices come in pages of nine, and the keyboard moves through them', async () => {
  const window = await at();
  const { page } = window;
  await page.goto('/index');
  await openModal(page, 'notice');
  const dialog = page.getByRole('dialog', { name: 'Notices' });
  const titles = dialog.getByRole('list', { name: 'All notices' }).getByRole('button');
  await expect.poll(() => titles.count()).toBe(NOTICES_PER_PAGE);
  await titles.first().focus();
  await page.keyboard.press('ArrowDown');
  const second = (await titles.nth(1).locator('span').first().textContent()) ?? '';
  await dialog.getByRole('heading', { level: 3, name: second }).waitFor();
  expect(await titles.nth(1).textContent()).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  await expectAccessible(page, { bothThemes: true });
  const first = await titles.first().textContent();
  await dialog.getByRole('link', { name: 'Page 2' }).click();
  await expect.poll(() => titles.first().textContent()).not.toBe(first);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  expect(window.problems).toEqual([]);
  await window.close();
});

describe('pop-ups', () => {
  test('are shown to a visitor once and never to a member', async () => {
    const window = await at({ popups: true });
    const { page } = window;
    const popup = page.getByRole('dialog').filter({ has: page.getByRole('checkbox', { name: 'Do not show again today' }) });
    await page.goto('/login');
    await page.evaluate(hydrateIslands);
    await expect.poll(() => page.locator('template[data-popup]').count()).toBe(0);
    await page.goto('/promotions');
    await popup.waitFor();
    await expect.poll(() => popup.getByText('This site uses play money').isVisible()).toBe(true);
    await expectAccessible(page, { bothThemes: true });
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });

    const beginVisit = () =>
      page.evaluate(() => {
        const memory = JSON.parse(localStorage.getItem('popups') ?? '{}');
        localStorage.setItem('popups', JSON.stringify({ ...memory, seenAt: 0, account: '' }));
      });
    await beginVisit();
    await quietPage(page, '/vip');
    await expect.poll(() => popup.count()).toBe(0);
    expect(window.problems).toEqual([]);
    await window.close();

    const member = await at({ popups: true });
    await enter(member, DEMO.member);
    await quietPage(member.page, '/index');
    await expect.poll(() => member.page.getByRole('dialog').count()).toBe(0);
    expect(member.problems).toEqual([]);
    await member.close();
  });
});

test('a member writes in the chat room, a visitor reads, a trial account sees why it cannot write', async () => {
  const [member, visitor, trial] = await Promise.all([at(), at({ screen: 'phone' }), at()]);
  await Promise.all([enter(member, DEMO.member), enter(trial, DEMO.trial)]);
  const rooms = await Promise.all([member, visitor, trial].map(({ page }) => openRoom(page)));
  const [written, read, trialWindow] = rooms;
  if (!written || !read || !trialWindow) throw new Error('no room');
  await read.getByText('Log in to write. Anyone can read.').waitFor();
  await trialWindow.getByText('A trial account can read.').waitFor();

  const field = written.getByRole('textbox', { name: 'Write a message' });
  await field.fill('x'.repeat(150));
  expect(await field.inputValue()).toBe('x'.repeat(140));
  await field.fill('Look at www.example.com');
  await field.press('Enter');
  await written.getByText('Links, addresses and phone numbers cannot be posted here').waitFor();
  expect(await field.inputValue()).toBe('Look at www.example.com');
  await expect.poll(() => written.getByRole('log').getByText('www.example.com').count()).toBe(0);

  await field.fill('Good evening, everybody');
  await field.press('Enter');
  for (const room of rooms) await room.getByRole('log').getByText('Good evening, everybody').waitFor();
  await expect.poll(() => read.getByRole('log').getByText(DEMO.member.username).count()).toBe(0);
  expect(await field.inputValue()).toBe('');
  await expectAccessible(member.page, { bothThemes: true });
  await expectAccessible(visitor.page);
  await expectNoSidewaysScroll(visitor.page);
  for (const window of [member, visitor, trial]) {
    expect(window.problems).toEqual([]);
    await window.close();
  }
});

test('a page load without a network shows the offline page in the visitor’s language, and recovers with the network', async () => {
  const window = await at({ language: 'EN' });
  const { page } = window;
  await page.goto('/down');
  await page.evaluate(hydrateIslands);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto('/vip');
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys();
    const paths = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    );
    return paths.flat();
  });
  expect(cachedPaths).toContain('/offline');
  expect(cachedPaths.filter((path) => !/^\/(?:assets\/.*|offline|icons\.svg|favicon\.svg)$/.test(path))).toEqual([]);
  await window.context.setOffline(true);
  await page.goto('/promotions');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  await window.context.setOffline(false);
  // The page may reload itself now, which interrupts the navigation: repeat it.
  const arrive = () =>
    page.goto('/promotions').then(
      () => page.getByRole('heading', { level: 1, name: 'Promotions' }).count(),
      () => 0,
    );
  await expect.poll(arrive).toBe(1);
  await window.close();
});

async function openRoom(page: Page) {
  await page.goto('/index');
  await openModal(page, 'chat-room');
  const room = page.getByRole('dialog', { name: 'Chat room' });
  await room.getByRole('log').waitFor();
  return room;
}

/** Clicks the control that opens the dialog. */
function openModal(page: Page, name: string): Promise<void> {
  return page.evaluate((modal) => {
    const control = document.createElement('button');
    control.dataset.modal = modal;
    document.body.append(control);
    control.click();
    control.remove();
  }, name);
}

/** Loads a page and waits longer than the delay of a pop-up. */
async function quietPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(hydrateIslands);
  await page.waitForTimeout(2_000);
}
