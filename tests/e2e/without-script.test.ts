import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { launchBrowser } from '../kit/browser.ts';
import { solvedChallenge } from '../kit/challenge.ts';
import { signIn } from '../kit/player.ts';
import { expectNoSidewaysScroll, openWindow, payDeposit, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

const ACCOUNT = { username: 'plainsailor', password: 'Harbour-2026' };
const GAME = '/game?gameId=NOVA_COMET_DICE';
let service: Service;
let browser: Browser;
let window: Window;
let page: Page;

beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
  window = await openWindow(browser, { screen: 'desktop', url: service.url, javaScript: false });
  page = window.page;
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test('the home page is complete and links work', async () => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Popular now' }).waitFor();
  await expect.poll(() => page.locator('main a[href^="/game?gameId="]').count()).toBeGreaterThan(20);
  for (const name of ['Slots', 'Live casino', 'Promotions'])
    expect(await page.getByRole('banner').getByRole('link', { name, exact: true }).getAttribute('href')).toMatch(/^\//);
});

test('language and theme change by form and are kept', async () => {
  await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('button', { name: '日本語' }).filter({ visible: true }).click();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja');
  await page.goto('/rng');
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /日本語/ })
    .click();
  await page.getByRole('button', { name: 'English' }).filter({ visible: true }).click();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/rng');
  await page.getByRole('banner').getByRole('button', { name: 'Switch to the light theme' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Switch to the dark theme' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
});

test('slots are paged, filtered and searched by links and forms', async () => {
  await page.goto('/rng?page=NOVA');
  const tiles = page.locator('main a[data-part="name"]');
  await expect.poll(() => tiles.count()).toBe(24);
  await page.getByRole('link', { name: /Load \d+ more games/ }).click();
  await page.waitForURL(/pageNo=2/);
  await expect.poll(() => tiles.count()).toBe(48);
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: /Blue Koi/ }).check();
  await filters.getByRole('combobox', { name: 'Lines' }).selectOption('10');
  await filters.getByRole('button', { name: /^Show \d+ games$/ }).click();
  await page.waitForURL(/page=NOVA.*minLineNum=10/);
  const chips = page.getByRole('list', { name: 'Applied filters' }).getByRole('link');
  await expect.poll(() => chips.count()).toBe(4);
  await page.goto('/rng?page=NOVA');
  await page.getByRole('link', { name: 'A to Z' }).click();
  await page.waitForURL(/sort=name/);
  await page.getByRole('searchbox', { name: 'Search games' }).fill('koi');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/gameName=koi/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const found = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((href) => !href.includes('KOI'))).toEqual([]);
  await page
    .getByRole('button', { name: /^Favourite: / })
    .first()
    .click();
  await page.waitForURL(/\/login\?next=/);
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Search games' }).fill('no such game');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No games match').waitFor();
  await page.getByRole('link', { name: 'Show all games' }).click();
  await page.locator('main a[href^="/game?gameId="]').first().waitFor();
});

test('registering shows every error at its field, keeps the input, then signs in', async () => {
  await page.goto('/register');
  const dialog = page.getByRole('dialog');
  // The first form already shows the captcha that a registration without script requires.
  const picture = dialog.getByRole('img', { name: TEXTS.EN?.['verify.captchaImage'] ?? '' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await dialog.getByRole('textbox', { name: TEXTS.EN?.['verify.captcha'] ?? '' }).waitFor();
  await dialog.getByLabel('User name').fill('a');
  await dialog.getByLabel('Password', { exact: true }).fill('x');
  await dialog.getByRole('checkbox').setChecked(true);
  const refused = await post(page, () => submit(page, 'Create account'));
  expect(refused).toBe(422);
  for (const label of ['User name', 'Password']) {
    const field = dialog.getByLabel(label, { exact: label === 'Password' });
    expect(await field.getAttribute('aria-invalid'), label).toBe('true');
    const [id] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').slice(-1);
    expect(await page.locator(`[id="${id}"]`).innerText(), label).not.toBe('');
  }
  expect(await page.title()).toMatch(/^Error:/);
  expect(await dialog.getByLabel('User name').inputValue()).toBe('a');
  expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await dialog.getByLabel('User name').fill(ACCOUNT.username);
  await dialog.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await dialog.getByRole('checkbox').setChecked(true);
  expect(await post(page, () => submit(page, 'Create account'))).toBe(422);
  // The captcha is for people; the test presents the other kind of proof.
  await dialog.getByRole('img', { name: TEXTS.EN?.['verify.captchaImage'] ?? '' }).waitFor();
  const { challenge } = await solvedChallenge(service.url, 'register');
  await dialog.locator('input[name="captchaKey"]').evaluate((field: HTMLInputElement, solution) => {
    Object.assign(field, { name: 'challenge', value: solution });
  }, challenge);
  await dialog.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await submit(page, 'Create account');
  await page.getByRole('button', { name: `Account of ${ACCOUNT.username}` }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  const welcome = page.getByRole('main').getByRole('region', { name: `Welcome, ${ACCOUNT.username}` });
  await welcome.getByText('Choose how to begin:').waitFor();
  await welcome.getByRole('link', { name: 'Make a deposit' }).waitFor();
  await expect.poll(() => welcome.getByRole('button').count()).toBe(0);
  // Nothing shows a permanent loading state.
  await expect.poll(() => page.locator('main [aria-busy="true"]').filter({ visible: true }).count()).toBe(0);
});

test('logging out by form', async () => {
  await page.getByRole('button', { name: `Account of ${ACCOUNT.username}` }).click();
  await page.locator('#account-menu').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Join now' }).filter({ visible: true }).first().waitFor();
});

test('a game asks for a login and opens after it, with a wrong password first', async () => {
  await page.goto(GAME);
  await page
    .getByText(/You are not logged in, please login/)
    .first()
    .waitFor();
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await page.getByRole('link', { name: 'Log in' }).last().click();
  await dialog.getByLabel('User name').fill(ACCOUNT.username);
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-word-1');
  expect(await post(page, () => submit(page, 'Log in'))).toBe(422);
  await dialog.getByText(/wrong user name or password/i).waitFor();
  expect(await dialog.getByLabel('User name').inputValue()).toBe(ACCOUNT.username);
  await dialog.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await submit(page, 'Log in');
  await page.locator('iframe').waitFor();
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(GAME);
  // A browser without script may parse the fallback of a frame as one text or as elements.
  const instead = page.locator('iframe').contentFrame().locator('noscript');
  await instead.waitFor();
  expect(await instead.textContent()).toContain('This game needs JavaScript.');
  expect(await instead.evaluate((element) => getComputedStyle(element).placeContent)).toBe('center');
});

test('the target game is kept when switching from login to registration', async () => {
  const visitor = await openWindow(browser, { screen: 'phone', url: service.url, javaScript: false });
  await visitor.page.goto(`/login?next=${encodeURIComponent(GAME)}`);
  await visitor.page.getByRole('dialog').getByRole('link', { name: 'Create account' }).click();
  await visitor.page.waitForURL(/\/register/);
  await expect.poll(() => new URL(visitor.page.url()).searchParams.get('next')).toBe(GAME);
  await expectNoSidewaysScroll(visitor.page);
  await visitor.page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click();
  await visitor.page.waitForURL(/\/login/);
  await expect.poll(() => new URL(visitor.page.url()).searchParams.get('next')).toBe(GAME);
  await visitor.close();
});

test('a deposit in three steps, with an invalid amount first', async () => {
  await page.goto('/member/depositv2');
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.01');
  expect(await post(page, () => page.getByRole('button', { name: 'Continue' }).click())).toBe(422);
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.01');
  expect(await page.getByRole('textbox', { name: 'Amount' }).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('textbox', { name: 'Amount' }).fill('75');
  await page.getByRole('button', { name: 'Continue' }).click();
  await payDeposit(page);
  // The payment may be reported after the payer returns: without script the page must be reloaded.
  const credited = page.getByRole('banner').getByText('$75.00').filter({ visible: true });
  await expect
    .poll(async () => {
      await page.reload();
      return credited.count();
    })
    .toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Make another deposit' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).waitFor();
});

test('the betting record is filtered and opened', async () => {
  const player = await signIn(service.url, ACCOUNT);
  const seat = await player.openGame('NOVA_COMET_DICE');
  const { answer } = await seat.play({ engine: 'dice', stake: '1.0000', over: true, target: 50 });
  expect(answer.error).toBeUndefined();
  await page.goto('/member/personalHistoryCopy');
  await page.locator('main details > summary:has(strong)').first().click();
  await page.getByText('Details', { exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('columnheader', { name: 'Transfer ID' }).first().waitFor();
  const [proof] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Verify this round yourself' }).first().click(),
  ]);
  await expect.poll(() => new URL(proof.url()).pathname).toMatch(/^\/studio\/verify\//);
  await proof.close();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('No bets in this period').waitFor();
  await page.getByRole('link', { name: 'Last 7 days' }).click();
  await page.waitForURL(/period=7d/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.locator('main details > summary:has(strong)').first().waitFor();
  await page.getByRole('link', { name: 'Other period' }).click();
  await page.getByLabel('From').waitFor();
});

test('menus and pages of the footer open without script', async () => {
  await page.goto('/index');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.locator('#drawer').getByRole('link', { name: 'Slots' }).click();
  await page.waitForURL(/\/rng/);
  for (const name of ['General Terms and Conditions', 'Privacy Policy', 'About Company']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
});

test('no page had an error', () => {
  expect(window.problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
});

async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Status of the response to the form that `act` sends. */
async function post(page: Page, act: () => Promise<void>): Promise<number> {
  const isPost = (response: Response) => response.request().method() === 'POST';
  // Waits for the next page, not for the current one.
  const [answer] = await Promise.all([page.waitForResponse(isPost), page.waitForEvent('load'), act()]);
  return answer.status();
}
