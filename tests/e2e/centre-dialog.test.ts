import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectFocus, expectNoSidewaysScroll, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
const windows: Window[] = [];
afterEach(async () => {
  const problems = windows.flatMap((one) => one.problems);
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect(problems).toEqual([]);
});

async function open(path: string, options: Partial<Parameters<typeof openWindow>[1]> = {}, who: keyof typeof DEMO = 'member') {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, ...options });
  windows.push(window);
  await enter(window, DEMO[who]);
  await window.page.goto(path);
  if (options.javaScript !== false) await window.page.evaluate(hydrateIslands);
  return window.page;
}
const dialog = (page: Page) => page.getByRole('dialog');
const entry = (page: Page, name: string) => dialog(page).getByRole('link', { name, exact: true }).first();
const pathOf = (page: Page) => new URL(page.url()).pathname;
const openDeposit = (page: Page) => page.locator('lagoon-island[name="header-bar"]').getByRole('link', { name: 'Deposit' }).first().click();

test('opens over the page it was opened from, with an address of its own', async () => {
  const page = await open('/promotions');
  await openDeposit(page);
  await expectFocus(dialog(page).getByRole('heading', { name: 'Deposit', exact: true, level: 2 }));
  expect([pathOf(page), await page.title()]).toEqual(['/member/depositv2', 'Deposit · Lagoon']);
  await expect.poll(() => page.locator('main').getByRole('heading', { name: 'Promotions', level: 1 }).count()).toBe(1);
  await entry(page, 'Safer play').click();
  await dialog(page).getByRole('heading', { name: 'Your limits' }).waitFor();
  expect(await entry(page, 'Safer play').getAttribute('aria-current')).toBe('page');
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);

  await page.goBack();
  await dialog(page).getByRole('heading', { name: 'Deposit', exact: true, level: 2 }).waitFor();
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  expect([pathOf(page), await page.title()]).toEqual(['/promotions', 'Promotions · Lagoon']);
});

test('a click outside closes nothing; Escape and Back keep what was typed', async () => {
  const page = await open('/index');
  await openDeposit(page);
  const amount = dialog(page).getByRole('textbox', { name: 'Amount' });
  await amount.fill('77');
  await page.mouse.click(4, 450);
  await expect.poll(() => dialog(page).count()).toBe(1);

  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => pathOf(page)).toBe('/index');
  await openDeposit(page);
  await expect.poll(() => amount.inputValue()).toBe('77');

  await entry(page, 'My wallet').click();
  await dialog(page).getByRole('heading', { name: 'My wallet', exact: true, level: 2 }).waitFor();
  await page.goBack();
  await expect.poll(() => amount.inputValue()).toBe('77');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => pathOf(page)).toBe('/index');
  await page.goForward();
  await expect.poll(() => amount.inputValue()).toBe('77');

  // A page without input is loaded again.
  await amount.fill('');
  await page.keyboard.press('Escape');
  await expect.poll(() => pathOf(page)).toBe('/index');
  const loaded = page.waitForResponse((response) => new URL(response.url()).pathname === '/member/depositv2');
  await openDeposit(page);
  await loaded;
});

test('the keyboard stays inside, and returns to the link', async () => {
  const page = await open('/index');
  const link = page.locator('lagoon-island[name="header-bar"]').getByRole('link', { name: 'Withdraw' }).first();
  await link.focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await expectFocus(link);
});

test('forms without script show their result in the dialog', async () => {
  const page = await open('/index', {}, 'agent');
  await page
    .locator('lagoon-island[name="header-bar"]')
    .getByRole('button', { name: /agent01/ })
    .click();
  await page.locator('#account-menu').getByRole('link', { name: 'Safer play' }).click();
  const check = dialog(page).locator('form[action="/form/protection.setCheck"]');
  await check.getByRole('radio').first().check();
  await check.getByRole('button').click();
  await dialog(page).getByRole('status').first().waitFor();
  await expect.poll(() => pathOf(page)).toBe('/member/protection');
  await expect.poll(() => page.locator('main [data-centre]').count()).toBe(0);
});

test('a reload shows the page itself, and Back leads on', async () => {
  const page = await open('/promotions');
  await openDeposit(page);
  await dialog(page).waitFor();
  await page.reload();
  await page.locator('main').getByRole('heading', { name: 'Deposit', level: 1 }).waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  await page.evaluate(hydrateIslands);
  await page.goBack();
  await page.locator('main').getByRole('heading', { name: 'Promotions', level: 1 }).waitFor();
});

test('an agent has the agent centre as a dialog too', async () => {
  const page = await open('/join', {}, 'agent');
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/agent/agentTeamOverview';
    link.textContent = 'Team';
    document.querySelector('main')?.append(link);
  });
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await dialog(page).getByRole('navigation', { name: 'Agent centre' }).waitFor();
  await dialog(page).getByRole('link', { name: 'Team betting' }).click();
  await expect.poll(() => pathOf(page)).toBe('/agent/agentTeamBetting');
});

test('narrow screens, other tabs and windows without script show the page', async () => {
  const phone = await open('/index', { screen: 'phone' });
  await phone.locator('nav a[href="/member/depositv2"]').last().click();
  await phone.locator('main').getByRole('heading', { name: 'Deposit', level: 1 }).waitFor();
  const plain = await open('/index', { javaScript: false });
  await openDeposit(plain);
  await plain.locator('main').getByRole('heading', { name: 'Deposit', level: 1 }).waitFor();
});
