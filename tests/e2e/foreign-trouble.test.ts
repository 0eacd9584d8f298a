import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { takePicture } from '../kit/pictures.ts';
import { signIn } from '../kit/player.ts';
import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../kit/screen.ts';
import { closeSite, MEMBER, openSite, type Site } from '../kit/spec-platform/site.ts';
import { windowPerTest } from '../kit/window-per-test.ts';

const SCREENS: readonly Screen[] = ['desktop', 'phone'];
/** Of each answer of the platform, in milliseconds. */
const SLOW = 3_000;

let site: Site;
// Said before that of the window, so it runs after it.
afterEach(() => closeSite(site));
const windows = windowPerTest();

async function open(screen: Screen, member = false): Promise<Page> {
  site = await openSite();
  const { url } = site.service;
  const player = member ? { player: await signIn(url, MEMBER) } : {};
  return (await windows.open({ screen, url, language: 'EN', ...player })).page;
}
/** Without pictures that the platform does not have, and without the statuses of failed requests. */
const problems = () => windows.problems().filter((line) => !/\/icons\/|the server responded with a status of|^50\d for /.test(line));

describe('a slow platform', () => {
  test('shows a guest that games are loading, and then what it answers', async () => {
    const page = await open('desktop');
    await page.goto('/index');
    site.platform.delay = SLOW;
    const opener = page.getByRole('button', { name: 'Show providers of Slots' });
    const loading = page.getByRole('status', { name: 'Loading' });
    await opener.click();
    await loading.waitFor();
    await takePicture(page, 'slow-dropdown');
    // The page still reacts while the games are loading.
    await page.keyboard.press('Escape');
    await loading.waitFor({ state: 'detached' });
    await opener.click();
    await page.getByText('Log in to see the games.').waitFor();
    await takePicture(page, 'slow-dropdown-members');
    expect(problems()).toEqual([]);
  });

  test.each(SCREENS)('signs a member in on a %s, with a busy button until it answers', async (screen) => {
    const page = await open(screen);
    await page.goto('/login');
    site.platform.delay = SLOW;
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name="username"]').fill(MEMBER.username);
    await dialog.locator('input[name="password"]').fill(MEMBER.password);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.locator('button[type="submit"][aria-busy="true"]').waitFor();
    await takePicture(page, `slow-sign-in-${screen}`);
    await page
      .getByRole('button', { name: new RegExp(MEMBER.username) })
      .first()
      .waitFor({ state: 'attached' });
    await takePicture(page, `slow-signed-in-${screen}`);
    expect(problems()).toEqual([]);
  });

  test.each(SCREENS)('loads pages and further games on a %s', async (screen) => {
    const page = await open(screen, true);
    site.platform.delay = SLOW;
    for (const path of ['/rng', '/member/transferFund', '/member/transactionHistory']) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 200]);
      await expectNoSidewaysScroll(page);
      await takePicture(page, `slow-${screen}-${path}`);
    }
    await page.goto('/rng?page=PP');
    const more = page.getByRole('link', { name: 'Load more games' });
    await more.scrollIntoViewIfNeeded();
    await more.click();
    await expect.poll(() => page.locator('[data-tile]').count()).toBe(30);
    expect(problems()).toEqual([]);
  });
});

describe('a platform that has stopped', () => {
  test.each(SCREENS)('is reported on a %s, on each page and in each part', async (screen) => {
    const page = await open(screen, true);
    await page.goto('/rng');
    await site.platform.stop();
    await page.goto('/member/transferFund');
    await takePicture(page, `dead-wallet-${screen}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(await page.locator('main').innerText()).not.toMatch(/฿0\.00|ECONN|127\.0\.0\.1/);
    await page.goto('/game?gameId=1100');
    await takePicture(page, `dead-game-${screen}`);
    expect(await page.locator('main').innerText()).not.toMatch(/This session|ECONN|127\.0\.0\.1/);
    await page.goto('/member/transactionHistory');
    await takePicture(page, `dead-records-${screen}`);
    expect(await page.locator('main').innerText()).not.toMatch(/No movements|฿0\.00/);
    if (screen === 'desktop') {
      await page.goto('/index');
      await page.getByRole('button', { name: 'Show providers of Slots' }).click();
      await page.getByText('The games could not be loaded.').waitFor();
      await takePicture(page, 'dead-dropdown');
    }
    expect(problems()).toEqual([]);
  });
});

test('a member whose first sign-in it is chooses a password, with the old one', async () => {
  const page = await open('desktop');
  site.platform.change.set('POST /wps/session/login', (value) => ({ ...(value as object), firstTimeLogin: 'true' }));
  await page.goto('/login');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name="username"]').fill(MEMBER.username);
  await dialog.locator('input[name="password"]').fill(MEMBER.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.locator('input[name="oldPassword"]').fill(MEMBER.password);
  await takePicture(page, 'first-password');
  for (const name of ['newPassword', 'confirmNewPassword']) await dialog.locator(`input[name="${name}"]`).fill('River-Bank-78');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('button', { name: new RegExp(MEMBER.username) })
    .first()
    .waitFor({ state: 'attached' });
  const sent = site.platform.received.find(({ method, path }) => method === 'POST' && path === '/wps/member/password');
  expect(sent?.body).toEqual({ oldPassword: MEMBER.password, newPassword: 'River-Bank-78', confirmNewPassword: 'River-Bank-78' });
  expect(problems()).toEqual([]);
});
