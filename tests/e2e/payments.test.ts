import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentPasswordChange, payoutAdd } from '../../shared/api/payout-accounts/calls.ts';
import { type AcmePayments, startAcme } from '../kit/acme-payments.ts';
import { launchBrowser } from '../kit/browser.ts';
import { testFolder } from '../kit/database.ts';
import { type DocumentedMerchant, signInToConsole, startDocumentedMerchant } from '../kit/documented-merchant.ts';
import { join } from '../kit/newcomer.ts';
import { accepted, signIn } from '../kit/player.ts';
import {
  enterAs,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrateIslands,
  openWindow,
  SCREENS,
  type Screen,
  type Window,
} from '../kit/screen.ts';
import { killRunning } from '../kit/service.ts';

/** A merchant from its file, whose deposits and withdrawals go through a provider that was written from docs/payments/protocol.md alone. */
const SECRET = 'the-key-that-acme-and-lantern-share-01';
const PASSWORD = 'lantern-in-the-fog-9';
const PAYMENT_PASSWORD = '480159';
let dir: string;
let acme: AcmePayments;
let merchant: DocumentedMerchant;
let browser: Browser;
const windows: Window[] = [];

beforeAll(async () => {
  dir = testFolder();
  acme = await startAcme({ secret: SECRET, callbackUrl: () => `${merchant.service.url}/payments/acme`, now: Date.now });
  merchant = await startDocumentedMerchant(dir, 'lantern', {
    env: { PAYMENT_SECRET_ACME: SECRET, TRUST_PROXY: '127.0.0.1', ADDRESS_ALLOW: '127.0.0.1,198.51.100.0/24' },
    change: (file) => ({
      ...file,
      payments: {
        providers: [{ code: 'acme', url: `${acme.url}/page`, payouts: `${acme.url}/v2/pay` }],
        channels: [{ code: 'LANTERN_ACME', kind: 'E_WALLET', name: 'Acme', provider: 'acme', min: '100', max: '20000', presets: ['500'] }],
        payouts: [{ provider: 'acme' }],
      },
      settings: {
        ...file.settings,
        deposits: { turnoverPercent: 0 },
        withdrawals: { min: '50', secondApprovalFrom: null },
        payoutAccounts: { ...(file.settings.payoutAccounts as object), coolingHours: 0 },
      },
    }),
  });
  browser = await launchBrowser();
});
afterEach(async () => {
  const problems = windows.flatMap((one) => one.problems);
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect(problems).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  const ended = await merchant?.service.stop();
  await acme?.close();
  await killRunning();
  rmSync(dir, { recursive: true, force: true });
  expect(ended).toBe(0);
});

let members = 0;
/** A new member with a payment password and an account to be paid to. */
async function member(screen: Screen): Promise<Page> {
  members += 1;
  const { url } = merchant.service;
  const credentials = { username: `lantern0${members}`, password: PASSWORD };
  await join(merchant.service, credentials.username, credentials.password, `198.51.100.${members}`);
  const player = await signIn(url, credentials);
  accepted(
    await player.call(paymentPasswordChange, { body: { paymentPassword: PAYMENT_PASSWORD, confirmPaymentPassword: PAYMENT_PASSWORD } }),
  );
  accepted(
    await player.call(payoutAdd, { body: { provider: 'EXAMPLE_BANK', holder: 'Ann Lantern', accountNumber: `01234500${members}` } }),
  );
  const window = await openWindow(browser, { url, screen });
  windows.push(window);
  // A merchant with a file has its code in the names of its cookies.
  await window.context.addCookies([{ name: 'lantern_lang', value: 'EN', url }]);
  await enterAs(window, player);
  return window.page;
}

/** Opens a deposit and the provider's page of it. */
async function openDeposit(page: Page, amount: string): Promise<void> {
  await page.goto('/member/depositv2');
  await page.evaluate(hydrateIslands);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Go to the e-wallet' }).click();
  await page.getByRole('heading', { name: 'Acme payments' }).waitFor();
}
const back = (page: Page) => page.getByRole('link', { name: 'Back to the shop' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const allOk = async () => expect(new Set(await acme.deliver())).toEqual(new Set(['200 OK']));

/** Requests a withdrawal and approves it in the console; the provider then has its order. */
async function withdraw(page: Page, desk: Page): Promise<string> {
  const known = acme.payouts.size;
  await page.goto('/member/withdraw');
  await page.evaluate(hydrateIslands);
  await page.getByLabel('Amount').fill('200');
  await page.getByLabel('Payment password').first().fill(PAYMENT_PASSWORD);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: /^Withdraw ฿200/ }).click();
  await page.waitForURL(/withdrawalId=w_/);
  const id = new URL(page.url()).searchParams.get('withdrawalId') ?? '';
  await desk.goto(`${merchant.service.adminUrl}/console/withdrawals/${id}`);
  const decision = desk.locator('form[action$="/approve"]');
  await decision.getByLabel('Reason').fill('Checked');
  await decision.getByRole('button').click();
  await desk.getByRole('status').getByText('Approved.').waitFor();
  await expect.poll(() => acme.payouts.size, { timeout: 60_000 }).toBe(known + 1);
  return id;
}

let operator: Promise<Page> | undefined;
/** The operator's page, signed in once: a code is valid once in 30 seconds. */
function console(): Promise<Page> {
  operator ??= (async () => {
    const context = await browser.newContext({ viewport: SCREENS.desktop.viewport });
    const page = await context.newPage();
    await signInToConsole(page, merchant, 'a-long-and-quiet-passphrase');
    await heading(page, 'Overview');
    return page;
  })();
  return operator;
}

describe.each<Screen>(['desktop', 'phone'])('with an own payment provider, on a %s', (screen) => {
  test('deposits are paid whole, with another amount, refused, and late', async () => {
    const page = await member(screen);
    await openDeposit(page, '500');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await allOk();
    await back(page);
    await heading(page, 'Deposit credited');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, { bothThemes: true });

    await openDeposit(page, '500');
    await page.getByLabel('Amount').fill('350.50');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await allOk();
    await back(page);
    await heading(page, 'Deposit credited');
    for (const text of ['฿350.50', '฿500.00']) await page.getByText(text).first().waitFor();
    await expectAccessible(page);

    await openDeposit(page, '700');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await back(page);
    // The report is on its way; the page shows what is known, and follows it.
    await page
      .getByRole('heading', { name: /฿700|Pay|Waiting/ })
      .first()
      .waitFor();
    await allOk();
    await heading(page, 'The payment failed');
    await expectNoSidewaysScroll(page);

    await openDeposit(page, '900');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await back(page);
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await heading(page, 'Deposit cancelled');
    await allOk();
    await heading(page, 'Deposit credited');
    await page.goto('/member/depositv2');
    for (const text of ['฿500.00', '฿350.50', '฿900.00'])
      await page
        .getByRole('link', { name: new RegExp(text.replace('.', '\\.')) })
        .first()
        .waitFor();
  });

  test('a withdrawal is paid by the provider, and one that it refuses goes back to operators and then to the wallet', async () => {
    const [page, desk] = [await member(screen), await console()];
    await openDeposit(page, '1000');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await allOk();
    await back(page);
    await heading(page, 'Deposit credited');

    await withdraw(page, desk);
    await page.getByText(/Your request is approved/).waitFor();
    acme.payPayouts();
    await allOk();
    await heading(page, 'Has the money arrived?');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, { bothThemes: true });
    await page.getByText('Yes, all of it').click();

    const id = await withdraw(page, desk);
    acme.refusePayouts();
    await allOk();
    await desk.reload();
    for (const text of ['Failed', 'Refused without a reason']) await desk.getByText(text, { exact: true }).first().waitFor();
    const rejection = desk.locator('form[action$="/reject"]');
    await rejection.getByLabel('Reason').fill('The account is closed');
    await rejection.getByRole('button').click();
    await desk.getByRole('status').getByText('Rejected').waitFor();
    await page.goto(`/member/withdraw?withdrawalId=${id}`);
    await page.getByText('The account is closed').first().waitFor();
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    await page.goto('/member/withdraw');
    await page.getByText('฿800.00').filter({ visible: true }).first().waitFor();
  });
});
