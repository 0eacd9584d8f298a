import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentPasswordChange, payoutAdd } from '../../shared/api/payout-accounts/calls.ts';
import { amountText } from '../../shared/money/amount-text.ts';
import { ENGINES, openGame, READY } from '../kit/engines.ts';
import { type OwnMerchant, openOwnMerchant } from '../kit/own-merchant.ts';
import { takePicture } from '../kit/pictures.ts';
import { accepted, type Credentials, signIn } from '../kit/player.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrateIslands, type Screen } from '../kit/screen.ts';
import { windowPerTest } from '../kit/window-per-test.ts';

/** A merchant whose currency has no decimals, from registration to a withdrawal: everything is entered, shown and staked in whole units. */
interface OtherCurrency {
  readonly currency: string;
  /** The largest amounts are shown on the narrowest screen. */
  readonly screen: Screen;
  readonly symbol: string;
  readonly timeZone: string;
  /** The strictest policy, with the highest age of registration. */
  readonly jurisdiction: string;
  readonly minimumAge: number;
  readonly method: { readonly min: string; readonly max: string; readonly presets: readonly string[] };
  readonly deposit: string;
  readonly minBets: readonly string[];
  readonly limits: readonly string[];
  /** A fraction, and a grouped amount that is another one to some readers. */
  readonly refused: readonly string[];
  /** The first preset as people of the country type it. */
  readonly grouped: string;
}

const CURRENCIES: readonly OtherCurrency[] = [
  {
    currency: 'VND',
    screen: 'phone',
    symbol: '₫',
    timeZone: 'Asia/Ho_Chi_Minh',
    jurisdiction: 'VN',
    minimumAge: 21,
    method: { min: '50000', max: '10000000', presets: ['100000', '500000', '2000000'] },
    deposit: '5000000',
    minBets: ['2000', '10000', '20000', '100000'],
    limits: ['2000000', '5000000', '10000000', '20000000'],
    refused: ['100000.50', '100.00'],
    grouped: '100.000',
  },
  {
    currency: 'JPY',
    screen: 'desktop',
    symbol: '¥',
    timeZone: 'Asia/Tokyo',
    jurisdiction: 'JP',
    minimumAge: 20,
    method: { min: '1000', max: '100000', presets: ['1000', '5000', '20000'] },
    deposit: '30000',
    minBets: ['10', '50', '100', '500'],
    limits: ['10000', '25000', '50000', '100000'],
    refused: ['1500.5', '1,50'],
    grouped: '1,000',
  },
];

/** Operators look at its payments, and the file gives no time. */
const BANK = {
  code: 'ATOLL_BANK',
  kind: 'BANK',
  name: 'Transfer',
  account: { holder: 'Atoll Ltd', bank: 'Example Bank', number: '000-17' },
};
const PASSWORD = 'Reef-Garden-41';
const PAYMENT_PASSWORD = '480159';
/** Browser messages about refused forms. */
const REFUSED = /status of 422/;
const windows = windowPerTest();
afterEach(() => {
  expect(windows.problems().filter((problem) => !REFUSED.test(problem))).toEqual([]);
});

describe.each(CURRENCIES)('a merchant in $currency', (given) => {
  const { currency, screen, symbol, timeZone, jurisdiction, minimumAge, method, deposit, minBets, limits, refused, grouped } = given;
  const shown = (amount: string) => amountText(`${amount}.0000`, currency);
  let merchant: OwnMerchant;

  beforeAll(async () => {
    merchant = await openOwnMerchant({
      method: { ...method, name: 'Acme QR' },
      methods: [{ ...BANK, ...method }],
      file: {
        vendors: { builtIn: ['*'] },
        settings: {
          currency,
          currencySymbol: symbol,
          timeZone,
          protection: { jurisdiction },
          registration: { minimumAge },
          // The form of withdrawals is not closed by open turnover.
          deposits: { turnoverPercent: 0 },
          payoutAccounts: { coolingHours: 0, providers: [{ code: 'EXAMPLE_BANK', kind: 'BANK', name: 'Example Bank' }] },
        },
      },
    });
  });
  afterAll(() => merchant?.close());

  /** Texts, attributes and field values of the page and its frames with an amount that has decimals. */
  async function decimals(page: Page): Promise<readonly string[]> {
    const amount = new RegExp(`.{0,30}${symbol}[\\d,]*\\d\\.\\d.{0,20}`, 'g');
    const found = await Promise.all(
      page.frames().map(async (frame) => {
        const values = await frame.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
        return [await frame.locator('body').innerHTML(), ...values].flatMap((text) => [...text.matchAll(amount)].map(([part]) => part));
      }),
    );
    return found.flat();
  }

  async function expectSound(page: Page, picture: string): Promise<void> {
    expect(await decimals(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    // A link half below the fixed header would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await takePicture(page, `${currency}-${picture}-${page.viewportSize()?.width}`, { fullPage: true });
  }

  async function register(page: Page, { username, password }: Credentials): Promise<void> {
    await page.goto('/index');
    await page.locator('[data-modal="register"]').filter({ visible: true }).first().click();
    const dialog = page.getByRole('dialog').first();
    const field = (name: string) => dialog.locator(`input[name="${name}"]`).filter({ visible: true });
    await field('username').fill(username);
    await field('password').fill(password);
    await dialog.getByRole('checkbox').filter({ visible: true }).setChecked(true);
    await dialog.getByRole('button', { name: 'Create account', exact: true }).filter({ visible: true }).click();
    await page.getByText(username).filter({ visible: true }).first().waitFor({ state: 'attached' });
  }

  test('from registration to the form of withdrawals', async () => {
    const credentials = { username: `member${currency.toLowerCase()}`, password: PASSWORD };
    const { page } = await windows.open({ screen, url: merchant.service.url, language: 'EN' });
    await register(page, credentials);
    await expectSound(page, 'registered');

    await page.goto('/member/depositv2');
    await page.evaluate(hydrateIslands);
    const amount = page.getByRole('textbox', { name: 'Amount' });
    expect(await amount.getAttribute('inputmode')).toBe('numeric');
    const methods = page.getByRole('group', { name: 'Payment method' });
    await expect.poll(() => methods.getByText('Instant').count()).toBe(1);
    await expect.poll(() => methods.getByText('Checked by our team').count()).toBe(1);
    for (const preset of method.presets) await page.getByRole('button', { name: shown(preset), exact: true }).waitFor();
    for (const text of refused) {
      await amount.fill(text);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('whole').first().waitFor();
    }
    await amount.fill(grouped);
    const preset = page.getByRole('button', { name: shown(method.presets[0] ?? ''), exact: true });
    await expect.poll(() => preset.getAttribute('aria-pressed')).toBe('true');
    await amount.fill(refused[0] ?? '');
    await expect.poll(() => page.getByRole('link', { name: 'Open the payment page' }).count()).toBe(0);
    await expectSound(page, 'deposit-refused');
    await merchant.pay(await signIn(merchant.service.url, credentials), deposit);

    await page.goto('/member/transferFund');
    await page.locator('main').getByText(shown(deposit)).first().waitFor();
    await expectSound(page, 'wallet');
    await page.goto('/rng');
    const bets = page.locator('select[name="minBet"] option');
    await expect.poll(() => bets.allTextContents()).toEqual(['Any', ...minBets.map((bet) => `From ${shown(bet)}`)]);
    await expectSound(page, 'lobby');
    await page.goto(`/rng?minBet=${minBets[0]}`);
    await page.getByText(`Minimum bet from ${shown(minBets[0] ?? '')}`).waitFor();
    await expect.poll(() => page.locator('[data-min]').count()).toBeGreaterThan(0);
  });

  test('a slot and a table game', async () => {
    const { player } = await merchant.member(`play${currency.toLowerCase()}`, deposit);
    const { page } = await windows.open({ screen, url: merchant.service.url, language: 'EN', player });
    const slot = await openGame(page, ENGINES.slots);
    expect(await slot.locator('.stake-value').first().inputValue()).toContain(symbol);
    await slot.locator(READY).click();
    await slot.locator(READY).waitFor();
    await expectSound(page, 'slot');
    const roulette = await openGame(page, ENGINES.roulette, '[data-spot="red"][aria-disabled="false"]');
    await roulette.locator('[data-spot="red"]').click();
    await expectSound(page, 'roulette-chips');
    await roulette.locator(READY).click();
    await roulette.locator(READY).waitFor();
    await expectSound(page, 'roulette');
    await page.goto('/member/personalHistoryCopy');
    await page.locator('main').getByText(symbol).first().waitFor();
    await expectSound(page, 'records');
    expect((await player.balance()).sumBalance).toMatch(/\.0000$/);
  });

  test('the form of withdrawals and the limits of the member', async () => {
    const { player } = await merchant.member(`limit${currency.toLowerCase()}`, deposit);
    accepted(
      await player.call(paymentPasswordChange, { body: { paymentPassword: PAYMENT_PASSWORD, confirmPaymentPassword: PAYMENT_PASSWORD } }),
    );
    accepted(await player.call(payoutAdd, { body: { provider: 'EXAMPLE_BANK', holder: 'Ann Reef', accountNumber: '0123450099' } }));
    const { page } = await windows.open({ screen, url: merchant.service.url, language: 'EN', player });
    await page.goto('/member/withdraw');
    await page.evaluate(hydrateIslands);
    for (const text of refused) {
      await page.getByLabel('Amount').fill(text);
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await page.getByText('whole').first().waitFor();
    }
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expectSound(page, 'withdraw');

    await page.goto('/member/protection?limit=deposit-month#deposit-month');
    const row = page.locator('#deposit-month');
    await row.locator('input[name=value]').fill(refused[0] ?? '');
    await row.getByRole('button', { name: 'Set limit' }).click();
    await row.getByText('whole').waitFor();
    await expectSound(page, 'limits');
    await expect.poll(() => row.getByRole('link').allTextContents()).toEqual(limits.map(shown));
    await row.getByRole('link').first().click();
    await page.waitForURL(/value=/);
    await row.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('Saved. A stricter limit applies now.').first().waitFor();
    await expectSound(page, 'limit-set');
  });
});
