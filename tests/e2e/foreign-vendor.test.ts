import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../kit/browser.ts';
import { type ForeignVendor, startForeignVendor } from '../kit/foreign-vendor/start.ts';
import { type OwnMerchant, openOwnMerchant } from '../kit/own-merchant.ts';
import { enterAs, openWindow, type Screen, type Window } from '../kit/screen.ts';

/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const KEY = 'the-key-that-reef-and-the-merchant-share';

let vendor: ForeignVendor;
let merchant: OwnMerchant;
let browser: Browser;
let window: Window | undefined;

beforeAll(async () => {
  vendor = await startForeignVendor({ code: 'REEF', key: KEY, site: () => merchant.service.url });
  const provider = {
    code: 'REEF',
    name: 'Reef Works',
    keyVariable: 'REEF_KEY',
    launchUrl: `${vendor.url}/open?token={ticket}&game={game}&lang={language}&theme={theme}`,
    permissions: ['bet', 'games'],
    addresses: ['127.0.0.1'],
    currencies: ['THB'],
    languages: ['EN', 'TH'],
    vendors: [{ code: 'REEF', name: 'Reef' }],
  };
  merchant = await openOwnMerchant({ file: { vendors: { builtIn: [], providers: [provider] } }, env: { REEF_KEY: KEY } });
  browser = await launchBrowser();
  const reported = await vendor.reportGames();
  expect(reported).toEqual({ status: 'OK' });
});
afterAll(async () => {
  await browser?.close();
  await merchant?.close();
  await vendor?.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && window) await picture(window.page, `failed-${task.name}`);
  await window?.close();
  window = undefined;
});

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name.replaceAll(/[^\w]+/g, '-')}.png`) });
}

describe.each<Screen>(['desktop', 'phone'])('an outside vendor on a %s', (screen) => {
  test('is listed with its pictures, and plays with the balance of the site', async () => {
    const { player } = await merchant.member(`reef${screen}`, '500');
    window = await openWindow(browser, { screen, url: merchant.service.url, language: 'EN' });
    const { page, problems } = window;
    await enterAs(window, player);
    await page.goto('/rng');
    const tile = page.locator('[data-tile]', { hasText: 'Pearl Finder' });
    const cover = tile.locator('img').first();
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);
    expect(await cover.getAttribute('data-failed')).toBeNull();
    await page.locator('[data-tile]', { hasText: 'Anemone Gold' }).waitFor();
    await picture(page, `vendor-lobby-${screen}`);

    await tile.getByRole('link', { name: 'Pearl Finder' }).first().click();
    const game = page.frameLocator('iframe');
    await game.getByText('Where is the pearl?').waitFor();
    await expect.poll(() => balanceOf(page)).toBe('฿500.00');
    await game.locator('#balance').filter({ hasText: '500.0000 THB' }).waitFor();
    await picture(page, `vendor-game-${screen}`);

    vendor.pearls.splice(0, Infinity, 'left', 'right');
    await game.getByRole('button', { name: 'Left shell' }).click();
    await game.getByText('Won 19.2000').waitFor();
    await expect.poll(() => balanceOf(page)).toBe('฿509.20');
    await game.locator('#balance').filter({ hasText: '509.2000 THB' }).waitFor();
    await game.getByRole('button', { name: 'Left shell' }).click();
    await game.getByText('Lost').waitFor();
    await expect.poll(() => balanceOf(page)).toBe('฿499.20');
    await picture(page, `vendor-played-${screen}`);

    await page.goto('/member/personalHistoryCopy');
    const record = page.locator('main');
    await record.getByText('Pearl Finder').first().waitFor();
    const text = await record.innerText();
    expect(text).toContain('Reef');
    expect(text).toContain('19.20');
    await picture(page, `vendor-records-${screen}`);
    expect(problems).toEqual([]);
  });
});

test('a game that exchanges no messages is played, and the balance of the site follows', async () => {
  const { player } = await merchant.member('reefquiet', '500');
  window = await openWindow(browser, { screen: 'desktop', url: merchant.service.url });
  const { page, problems } = window;
  await enterAs(window, player);
  // Cookies of a merchant with a file have its code in front.
  await window.context.addCookies([{ name: 'atoll_lang', value: 'TH', url: window.url }]);
  await page.goto('/game?gameId=REEF_KELP');
  vendor.pearls.splice(0, Infinity, 'left', 'right');
  const game = page.frameLocator('iframe');
  await game.getByRole('button', { name: 'หอยซ้าย' }).click();
  await game.getByText('ชนะ 19.2000').waitFor();
  await expect.poll(() => balanceOf(page)).toBe('฿509.20');
  await game.getByRole('button', { name: 'หอยซ้าย' }).click();
  await game.getByText('แพ้').waitFor();
  await expect.poll(() => balanceOf(page)).toBe('฿499.20');
  expect(problems).toEqual([]);
});

test('each bet came twice and was booked once; the vendor got an answer to everything', () => {
  const bets = vendor.wallet.sent.filter(({ operation }) => operation === 'bet');
  expect(bets).toHaveLength(12);
  expect(new Set(bets.map(({ body }) => body.transactionId)).size).toBe(6);
  expect(vendor.wallet.sent.filter(({ status }) => status !== 'OK')).toEqual([]);
});

/** In the header, or on a phone above the game. */
function balanceOf(page: Page): Promise<string> {
  const amounts = page.getByText(/^฿[\d,]+\.\d\d$/).filter({ visible: true });
  return (page.viewportSize()?.width === 390 ? amounts.last() : amounts.first()).innerText();
}
