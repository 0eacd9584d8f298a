import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTransferVendor, type TransferVendor } from '../kit/foreign-vendor/transfer.ts';
import { type OwnMerchant, openOwnMerchant } from '../kit/own-merchant.ts';
import { takePicture } from '../kit/pictures.ts';
import { signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, expectNoSidewaysScroll, type Screen } from '../kit/screen.ts';
import { windowPerTest } from '../kit/window-per-test.ts';

/** A provider that keeps the balances of its players, with moves by members and with automatic ones. */
const KEY = 'the-key-that-tide-and-the-merchant-share-1';
const GAME = { id: 'TIDE_WHEEL', name: 'Tide Wheel', category: 'RNG' };
const MY_WALLET = '/member/transferFund';

const windows = windowPerTest();

async function openMerchant(moves: 'manual' | 'automatic'): Promise<{ merchant: OwnMerchant; vendor: TransferVendor }> {
  const vendor = await startTransferVendor({ key: KEY, currency: 'THB', games: [GAME.id] });
  const provider = {
    code: 'TIDE',
    name: 'Tide Works',
    keyVariable: 'TIDE_KEY',
    launchUrl: `${vendor.url}/game`,
    wallet: { kind: 'transfer', url: vendor.wallet, moves },
    vendors: [{ code: 'TIDE', name: 'Tide' }],
    games: [GAME],
  };
  const settings = {
    currency: 'THB',
    currencySymbol: '฿',
    timeZone: 'Asia/Bangkok',
    protection: { jurisdiction: 'CW' },
    transfers: { isSingle: moves === 'automatic' },
  };
  const file = { vendors: { builtIn: [], providers: [provider] }, settings };
  return { vendor, merchant: await openOwnMerchant({ file, env: { TIDE_KEY: KEY } }) };
}

const spin = async (page: Page, result: 'won' | 'lost') => {
  const game = page.frameLocator('iframe');
  await game.getByRole('button', { name: 'Spin for 10' }).click();
  await game.locator('#says').filter({ hasText: result }).waitFor();
};
const section = (page: Page, id: string) => page.locator(`[aria-labelledby="${id}"]`);
const move = async (page: Page, amount: string, direction: 'Move in' | 'Move back') => {
  const row = section(page, 'vendor-wallets').locator('details', { hasText: 'Tide' });
  if (!(await row.evaluate((details: HTMLDetailsElement) => details.open))) await row.locator('summary').click();
  await row.getByLabel('Amount').fill(amount);
  await row.getByRole('button', { name: new RegExp(`^${direction}`) }).click();
};
const totals = (page: Page) => section(page, 'wallet-total').innerText();

describe('moves by members', () => {
  let merchant: OwnMerchant;
  let vendor: TransferVendor;
  beforeAll(async () => {
    ({ merchant, vendor } = await openMerchant('manual'));
  });
  afterAll(async () => {
    await merchant?.close();
    await vendor?.stop();
  });

  test.each<Screen>(['desktop', 'phone'])('money is moved in, played and moved back (%s)', async (screen) => {
    const { player } = await merchant.member(`tide${screen}`, '500');
    const { page, problems } = await windows.open({ screen, url: merchant.service.url, language: 'EN', player });
    await page.goto(MY_WALLET);
    await move(page, '200', 'Move in');
    await page.getByText('฿200.00 has been moved to Tide.').waitFor();
    await expect.poll(() => totals(page)).toContain('฿300.00');
    expect(await totals(page)).toContain('฿500.00');
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    await takePicture(page, `transfer-wallet-moved-${screen}`, { fullPage: true });

    await page.goto(`/game?gameId=${GAME.id}`);
    await page.frameLocator('iframe').getByText('200.00 THB').waitFor();
    vendor.wins.splice(0, Infinity, true, false);
    await spin(page, 'won');
    await spin(page, 'lost');
    await takePicture(page, `transfer-wallet-game-${screen}`, { fullPage: true });

    const record = page.locator('main');
    await expect
      .poll(async () => {
        await page.goto('/member/personalHistoryCopy');
        return (await record.innerText()).split(GAME.name).length - 1;
      })
      .toBeGreaterThanOrEqual(2);
    await takePicture(page, `transfer-wallet-records-${screen}`, { fullPage: true });

    await page.goto(MY_WALLET);
    await move(page, '50', 'Move back');
    await page.getByText('฿50.00 has been moved from Tide to your wallet.').waitFor();
    await page.getByRole('button', { name: 'Collect everything' }).click();
    await page.getByText('฿150.00 is back in your wallet.').waitFor();
    await expect.poll(() => totals(page)).toContain('฿500.00');
    expect(problems).toEqual([]);
  });

  test.each<Screen>(['desktop', 'phone'])(
    'a lost answer is shown as being moved until the vendor has said what it did (%s)',
    async (screen) => {
      const { player } = await merchant.member(`lost${screen}`, '500');
      const { page, problems } = await windows.open({ screen, url: merchant.service.url, language: 'EN', player });
      await page.goto(MY_WALLET);
      vendor.fault = (operation) => (operation === 'deposit' ? 'dropped' : undefined);
      await move(page, '120', 'Move in');
      const moving = section(page, 'wallet-moving');
      await moving.getByText('฿120.00 to Tide').waitFor();
      expect(await totals(page)).toContain('฿380.00');
      expect(await totals(page)).toContain('฿500.00');
      await expectAccessible(page, { bothThemes: true });
      await expectNoSidewaysScroll(page);
      await takePicture(page, `transfer-wallet-moving-${screen}`, { fullPage: true });
      vendor.fault = () => undefined;
      await moving.waitFor({ state: 'detached', timeout: 120_000 });
      await expect.poll(() => section(page, 'vendor-wallets').innerText()).toContain('฿120.00');
      expect(vendor.received.filter(({ operation, body }) => operation === 'deposit' && body.amount === '1200000')).toHaveLength(
        screen === 'desktop' ? 1 : 2,
      );
      expect(problems).toEqual([]);
    },
  );

  test('moves work without script, and a refusal names what has happened', async () => {
    const { player } = await merchant.member('tidenoscript', '500');
    const { page } = await windows.open({ screen: 'desktop', url: merchant.service.url, language: 'EN', javaScript: false, player });
    await page.goto(MY_WALLET);
    await move(page, '200', 'Move in');
    await page.getByText('Done: your money has been moved.').waitFor();
    vendor.fault = (operation) => (operation === 'withdraw' ? 'refused' : undefined);
    await move(page, '50', 'Move back');
    await page.getByText('The game vendor did not accept this transfer. Your money is where it was.').waitFor();
    vendor.fault = () => undefined;
    expect(await totals(page)).toContain('฿300.00');
  });

  test('nothing is moved to a vendor that is gone, and its games do not open', async () => {
    const { player } = await merchant.member('tidegone', '500');
    const { page } = await windows.open({ screen: 'phone', url: merchant.service.url, language: 'EN', player });
    await vendor.stop();
    await page.goto(MY_WALLET);
    await move(page, '200', 'Move in');
    await page.getByText('The game vendor does not respond. Nothing was moved.').first().waitFor();
    await takePicture(page, 'transfer-wallet-gone', { fullPage: true });
    expect(await totals(page)).toContain('฿500.00');
    await page.goto(`/game?gameId=${GAME.id}`);
    await page.getByText('The game vendor does not respond.').first().waitFor();
    await takePicture(page, 'transfer-wallet-gone-game', { fullPage: true });
  });
});

describe('automatic moves', () => {
  let merchant: OwnMerchant;
  let vendor: TransferVendor;
  beforeAll(async () => {
    ({ merchant, vendor } = await openMerchant('automatic'));
  });
  afterAll(async () => {
    await merchant?.close();
    await vendor?.stop();
  });

  test('a game opens with the wallet, and the money comes back when the session ends', async () => {
    const { player, credentials } = await merchant.member('tideauto', '500');
    const window = await windows.open({ screen: 'desktop', url: merchant.service.url, language: 'EN', player });
    const { page, problems } = window;
    await page.goto(`/game?gameId=${GAME.id}`);
    await page.frameLocator('iframe').getByText('500.00 THB').waitFor();
    // The header and the strip above the game show where the money is, and follow the reports of the vendor.
    const elsewhere = page.locator('[data-at-vendors]');
    await expect
      .poll(() => elsewhere.allInnerTexts())
      .toEqual([/In games\s*฿500.00/, /In games\s*฿500.00/].map((text) => expect.stringMatching(text)));
    vendor.wins.splice(0, Infinity, true);
    await spin(page, 'won');
    await expect
      .poll(() => elsewhere.allInnerTexts(), { timeout: 60_000 })
      .toEqual([/฿510.00/, /฿510.00/].map((text) => expect.stringMatching(text)));
    await page.getByRole('region', { name: 'Session of Tide Wheel' }).getByText('+฿10.00').waitFor();
    await takePicture(page, 'transfer-wallet-in-game', { fullPage: true });
    await page.goto('/member/withdraw');
    await page.getByText('฿510.00 more is at game vendors').waitFor();
    await takePicture(page, 'transfer-wallet-withdraw', { fullPage: true });
    await page.goto(MY_WALLET);
    await expect.poll(() => totals(page)).toContain('At game vendors');
    await takePicture(page, 'transfer-wallet-automatic', { fullPage: true });
    // An open page would ask for its balance when the money comes back, and the refusal would be a problem of the page.
    await page.goto('about:blank');
    const ended = await window.context.request.post('/form/session.logout', { form: { back: '/index' }, headers: { origin: window.url } });
    expect(ended.ok()).toBe(true);
    await expect.poll(() => [...vendor.book.balances.values()]).toEqual([0n]);
    await enterAs(window, await signIn(merchant.service.url, credentials));
    await page.goto(MY_WALLET);
    await expect.poll(() => totals(page)).toContain('฿510.00');
    expect(problems).toEqual([]);
  });
});
