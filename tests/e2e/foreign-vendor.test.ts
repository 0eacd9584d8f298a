import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReef, type Reef } from '../kit/foreign-vendor/reef.ts';
import { takePicture } from '../kit/pictures.ts';
import type { Screen } from '../kit/screen.ts';
import { windowPerTest } from '../kit/window-per-test.ts';

const windows = windowPerTest();
let reef: Reef;
beforeAll(async () => {
  reef = await openReef({ permissions: ['bet', 'games'], addresses: ['127.0.0.1'] });
  expect(await reef.vendor.reportGames()).toEqual({ status: 'OK' });
});
afterAll(() => reef?.close());

describe.each<Screen>(['desktop', 'phone'])('an outside vendor on a %s', (screen) => {
  test('is listed with its pictures, and plays with the balance of the site', async () => {
    const { vendor, merchant } = reef;
    const { player } = await merchant.member(`reef${screen}`, '500');
    const { page, problems } = await windows.open({ screen, url: merchant.service.url, language: 'EN', player });
    await page.goto('/rng');
    const tile = page.locator('[data-tile]', { hasText: 'Pearl Finder' });
    const cover = tile.locator('img').first();
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);
    expect(await cover.getAttribute('data-failed')).toBeNull();
    await page.locator('[data-tile]', { hasText: 'Anemone Gold' }).waitFor();
    await takePicture(page, `vendor-lobby-${screen}`);

    await tile.getByRole('link', { name: 'Pearl Finder' }).first().click();
    const game = page.frameLocator('iframe');
    await game.getByText('Where is the pearl?').waitFor();
    await expect.poll(() => balanceOf(page)).toBe('฿500.00');
    await game.locator('#balance').filter({ hasText: '500.0000 THB' }).waitFor();
    await takePicture(page, `vendor-game-${screen}`);

    vendor.pearls.splice(0, Infinity, 'left', 'right');
    await game.getByRole('button', { name: 'Left shell' }).click();
    await game.getByText('Won 19.2000').waitFor();
    await expect.poll(() => balanceOf(page)).toBe('฿509.20');
    await game.locator('#balance').filter({ hasText: '509.2000 THB' }).waitFor();
    await game.getByRole('button', { name: 'Left shell' }).click();
    await game.getByText('Lost').waitFor();
    await expect.poll(() => balanceOf(page)).toBe('฿499.20');
    await takePicture(page, `vendor-played-${screen}`);

    await page.goto('/member/personalHistoryCopy');
    const record = page.locator('main');
    await record.getByText('Pearl Finder').first().waitFor();
    const text = await record.innerText();
    expect(text).toContain('Reef');
    expect(text).toContain('19.20');
    await takePicture(page, `vendor-records-${screen}`);
    expect(problems).toEqual([]);
  });
});

test('a game that exchanges no messages is played, and the balance of the site follows', async () => {
  const { vendor, merchant } = reef;
  const { player } = await merchant.member('reefquiet', '500');
  const { context, page, problems, url } = await windows.open({ screen: 'desktop', url: merchant.service.url, player });
  // Cookies of a merchant with a file have its code in front.
  await context.addCookies([{ name: 'atoll_lang', value: 'TH', url }]);
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

test('each bet came twice and was booked once, and no answer was a refusal', () => {
  const { vendor } = reef;
  // On a busy machine the vendor may give up waiting for an answer.
  const { sent } = vendor.wallet;
  expect(sent.filter(({ status }) => status !== undefined && status !== 'OK')).toEqual([]);
  const bets = sent.filter(({ operation }) => operation === 'bet').map(({ body }) => String(body.transactionId));
  const ids = [...new Set(bets)];
  expect(ids).toHaveLength(6);
  expect(ids.filter((id) => bets.filter((one) => one === id).length < 2)).toEqual([]);
});

/** In the header, or on a phone above the game. */
function balanceOf(page: Page): Promise<string> {
  const amounts = page.getByText(/^฿[\d,]+\.\d\d$/).filter({ visible: true });
  return (page.viewportSize()?.width === 390 ? amounts.last() : amounts.first()).innerText();
}
