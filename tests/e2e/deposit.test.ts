import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_VOUCHERS } from '../../server/platform/money/deposit/index.ts';
import { depositCreate } from '../../shared/api/deposit/calls.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow, payDeposit, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const PAGE = '/member/depositv2';
/** Expected errors of simulated network failures and refused forms. */
const EXPECTED = /status of 422|ERR_FAILED|Failed to load resource/;
const stage = openStage();
let window: Window;
let page: Page;

async function open(options: Partial<Parameters<typeof openWindow>[1]> = {}): Promise<void> {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, ...options });
  page = window.page;
  await enter(window, DEMO.member);
  await page.goto(PAGE);
}
afterEach(async () => {
  const problems = window.problems.filter((problem) => !EXPECTED.test(problem));
  await window.close();
  expect(problems).toEqual([]);
});

const heading = (name: string) => page.getByRole('heading', { name });
async function order(amount: string, method: RegExp): Promise<void> {
  await page.getByRole('radio', { name: method }).check();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('the page of deposits', () => {
  test('starts empty, offers a limit, and follows a payment that is declined', async () => {
    await open();
    await page.getByText('No deposits yet').waitFor();
    await page.getByText('Set a limit before you start?').click();
    await page.getByRole('textbox', { name: 'Limit' }).waitFor();
    await expectAccessible(page, { bothThemes: true });
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('radio', { name: /E-wallet/ }).check();
    for (const text of ['$1.50', '$98.50']) await page.getByRole('definition').filter({ hasText: text }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Go to the e-wallet' }).click();
    await expectAccessible(page);
    // The payment page follows the site's theme, not the system's.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByText('Returning to Lagoon in').waitFor();
    // Returns automatically, without a click.
    await heading('The payment failed').waitFor();
    await page.getByText('The payment provider did not accept the payment.').waitFor();
    await expectAccessible(page);
  });

  test('on a phone receives the payment and its reversal while it is open', async () => {
    await open({ screen: 'phone' });
    await order('40', /QR payment/);
    const pay = page.getByRole('link', { name: 'Open the payment page' });
    await pay.waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const bank = await window.tab();
    await bank.goto((await pay.getAttribute('href')) ?? '');
    await expectNoSidewaysScroll(bank);
    await bank.getByRole('button', { name: 'Pay', exact: true }).click();
    await bank.getByRole('link', { name: 'Stay on this page' }).click();
    await bank.waitForURL((address) => !address.searchParams.has('decided'));
    await heading('Deposit credited').waitFor();
    await page.reload();
    await heading('Deposit credited').waitFor();
    await bank.getByRole('button', { name: /chargeback/ }).click();
    await heading('The payment was reversed').waitFor();
    await page.getByRole('link', { name: /Demo QR.*Reversed/ }).waitFor();
  });

  test('accepts a picture of the receipt, and repeated reports of the payment', async () => {
    await open();
    await order('75', /Bank transfer/);
    const proof = page.getByLabel('Pictures of your receipt');
    await proof.setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await page.getByText('Choose a PNG or JPG picture.').waitFor();
    await proof.setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PICTURE });
    await page.getByRole('button', { name: 'I have paid' }).click();
    await heading('We are checking your payment').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open the bank’s page' }).waitFor();
  });

  test('opens one deposit despite repeated network failures, and redeems a voucher once', async () => {
    await open();
    let failures = 0;
    await page.route(`**${depositCreate.path}`, async (route) => {
      failures += 1;
      if (failures === 1) return route.abort();
      if (failures > 2) return route.continue();
      // The request is processed, but the response is lost.
      await route.fetch();
      return route.abort();
    });
    await order('33', /QR payment/);
    const before = await page.getByRole('link', { name: /Demo QR/ }).count();
    for (let times = 0; times < 2; times += 1) {
      await page.getByRole('alert').filter({ hasText: 'We received no reply' }).waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await page.getByRole('link', { name: 'Open the payment page' }).waitFor();
    await page.goto(`${PAGE}?new=1`);
    await expect.poll(() => page.getByRole('link', { name: /Demo QR/ }).count()).toBe(before + 1);
    await page.getByRole('radio', { name: /Voucher/ }).check();
    await page.getByRole('textbox', { name: 'Voucher code' }).fill(DEMO_VOUCHERS[2].code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading('Deposit credited').waitFor();
  });

  test('works without script, refusals included', async () => {
    await open({ javaScript: false });
    await page.goto(`${PAGE}?new=1`);
    await order('5', /QR payment/);
    await page.getByText('Enter an amount from $10.00 to $5,000.00.').first().waitFor();
    await page.getByRole('radio', { name: /Voucher/ }).check();
    await page.getByRole('textbox', { name: 'Voucher code' }).fill('NO-SUCH-CODE');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'This voucher code isn’t valid' }).waitFor();
    await order('20', /QR payment/);
    await page.getByRole('link', { name: 'Open the payment page' }).waitFor();
    await payDeposit(page);
  });
});

/** One grey pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
