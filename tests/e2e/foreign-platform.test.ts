import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takePicture } from '../kit/pictures.ts';
import type { Screen } from '../kit/screen.ts';
import { closeSite, MEMBER, openSite, type Site } from '../kit/spec-platform/site.ts';
import { windowPerTest } from '../kit/window-per-test.ts';

const SCREENS: readonly Screen[] = ['desktop', 'phone'];
const windows = windowPerTest();

async function open({ service }: Site, screen: Screen): Promise<Page> {
  return (await windows.open({ screen, url: service.url, language: 'EN' })).page;
}
const problems = () => windows.problems().filter((line) => !line.includes('/icons/'));

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await fill(page, 'username', MEMBER.username);
  await fill(page, 'password', MEMBER.password);
  await page.locator('input[name="password"]').first().press('Enter');
  await signedIn(page, MEMBER.username);
}

describe.each([
  ['every specified call', undefined],
  ['the necessary calls only', ({ essential }: { readonly essential: boolean }) => essential],
] as const)('a platform with %s', (kind, has) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(has ? { has } : {});
  });
  afterAll(() => closeSite(site));

  test.each(SCREENS)('signs a member in on a %s, with a text of the site for a wrong password', async (screen) => {
    const page = await open(site, screen);
    await page.goto('/login');
    await fill(page, 'username', MEMBER.username);
    await fill(page, 'password', 'Wrong-1');
    await page.locator('input[name="password"]').first().press('Enter');
    await page.getByText('Wrong user name or password. Check both and try again.').first().waitFor();
    await takePicture(page, `${kind}-${screen}-wrong-password`);
    await fill(page, 'password', MEMBER.password);
    await page.locator('input[name="password"]').first().press('Enter');
    await signedIn(page, MEMBER.username);
    await page.goto('/member/transferFund');
    await page.getByRole('heading', { name: 'Total balance' }).waitFor();
    const main = await page.locator('main').innerText();
    expect(main).toContain('฿1,234.50');
    // The platform names neither held money nor what may be withdrawn.
    expect(main).not.toMatch(/฿0\.00|On hold|Held/);
    await takePicture(page, `${kind}-${screen}-wallet`);
    expect(problems()).toEqual([]);
  });

  test('follows the balance without an event stream', async () => {
    const page = await open(site, 'desktop');
    await signIn(page);
    site.platform.change.set('GET /wps/v2/wallets/balance', () => ({ sumBalance: '2000' }));
    await page.locator('header').getByText('฿2,000.00').first().waitFor();
    site.platform.change.delete('GET /wps/v2/wallets/balance');
    expect(problems()).toEqual([]);
  });
});

describe('a platform with every specified call', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({});
    const { change, url } = site.platform;
    change.set('POST /wps/game/launchGame', () => ({ game_url: `${url}/play/1` }));
  });
  afterAll(() => closeSite(site));

  test.each(SCREENS)('registers a member on a %s, launches a game and shows records', async (screen) => {
    const page = await open(site, screen);
    await page.goto('/register');
    await fill(page, 'username', MEMBER.username);
    await fill(page, 'password', 'River-Bank-77');
    const box = page.locator('input[name="agreed"]').first();
    if (!(await box.isChecked())) await box.check();
    await page.locator('input[name="password"]').first().press('Enter');
    await page.getByText('This user name is taken. Choose another one.').first().waitFor();
    await takePicture(page, `register-${screen}-taken`);
    const name = `river${screen}`;
    await fill(page, 'username', name);
    await page.locator('input[name="password"]').first().press('Enter');
    await signedIn(page, name);

    await page.goto('/rng?page=PP');
    await page.getByRole('link', { name: 'RNG PP number 100' }).first().click();
    await page.frameLocator('iframe').getByText('The game runs').waitFor();
    await takePicture(page, `launch-${screen}`);
    await page.goto('/member/transactionHistory');
    await page.locator('main').getByText('2026-03-14').first().waitFor();
    await takePicture(page, `records-${screen}`);
    expect(problems()).toEqual([]);
  });

  test('shows the name of a game whose picture is dead, in its tile', async () => {
    const page = await open(site, 'desktop');
    await signIn(page);
    await page.goto('/rng?page=PP');
    // The platform has no picture of every fourth game.
    const dead = page.locator('[data-tile]', { hasText: 'RNG PP number 101' }).locator('img').first();
    await expect.poll(() => dead.getAttribute('data-failed')).toBe('');
    expect(decodeURIComponent((await dead.getAttribute('src')) ?? '')).toMatch(/<text [^>]*>RNG PP</);
    const live = page.locator('[data-tile]', { hasText: 'RNG PP number 103' }).locator('img').first();
    await expect.poll(() => live.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await live.getAttribute('data-failed')).toBeNull();
    await takePicture(page, 'dead-pictures');
  });

  test('is down: known pages stay available, others report it, and no text of the connection is shown', async () => {
    const page = await open(site, 'phone');
    await page.goto('/index');
    await page.goto('/noticePage');
    await site.platform.stop();
    const response = await page.goto('/noticePage');
    expect(response?.status()).toBe(200);
    const other = await page.goto('/login?next=%2Fvip');
    expect(other?.status()).toBe(200);
    await fill(page, 'username', MEMBER.username);
    await fill(page, 'password', MEMBER.password);
    await page.locator('input[name="password"]').first().press('Enter');
    await page.getByText('Network link abnormal, try again.').first().waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/ECONN|127\.0\.0\.1|fetch failed/);
    await takePicture(page, 'platform-down');
  });
});

async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`input[name="${name}"]`).first().fill(value);
}

async function signedIn(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .waitFor({ state: 'attached' });
}
