import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, codeFor, OPERATOR_PASSWORD } from '../../server/platform/operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { FOREIGN_GAMES } from '../kit/foreign-vendor/games.ts';
import { type ForeignVendor, startForeignVendor } from '../kit/foreign-vendor/start.ts';
import { takePicture } from '../kit/pictures.ts';
import { expectAccessible, expectNoSidewaysScroll, openWindow, SCREENS } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

const KEY = 'the-key-that-reef-and-the-operator-share';

/** The platform runs in this process, so that the test can compute the operator's codes. */
let platform: TestPlatform;
let service: Service;
let vendor: ForeignVendor;
let browser: Browser;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  vendor = await startForeignVendor({ code: 'REEF', key: KEY, site: () => service.url, slowMs: 0 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await vendor?.stop();
  await service?.stop();
  await platform?.close();
});

/** At both sizes, dark and light. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [screen, scheme] of [
    ['desktop', 'dark'],
    ['desktop', 'light'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const) {
    await page.setViewportSize(SCREENS[screen].viewport);
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForLoadState();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, `console-${name}-${screen}-${scheme}`, { fullPage: true });
  }
}

test('an operator connects a provider, sets its key, and places its games', async () => {
  const name = await addOperator(platform, 'admin');
  const { page, problems } = await openWindow(browser, { screen: 'desktop', url: service.adminUrl });
  await page.goto('/console');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('Six digits').fill(codeFor(platform, secret));
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('navigation').getByRole('link', { name: 'Game providers' }).click();
  await page.getByText('No provider yet.').waitFor();
  await page.getByRole('link', { name: 'Add a provider' }).click();
  await page.getByLabel('Code', { exact: true }).fill('REEF');
  await page.getByLabel('Name', { exact: true }).fill('Reef Works');
  await page.getByLabel('Address of a game').fill(`${vendor.url}/open?token={ticket}&game={game}`);
  await page.getByLabel('Vendors', { exact: true }).fill('REEF Reef');
  await page.getByLabel('Permissions').fill('bet games everything');
  await page.getByLabel('Reason').fill('Signed a contract');
  await inspect(page, 'new-provider');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByText('Enter one of bet, games, events, rooms, slips, reverse.', { exact: true }).waitFor();
  await page.getByLabel('Permissions').fill('bet games');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByText('The provider was saved.').waitFor();

  await page.getByText('Set the key', { exact: true }).first().click();
  const key = page.locator('form[action$="/providers/key"]');
  await key.getByLabel('Key of the provider').fill(KEY);
  await key.getByLabel('Reason').fill('Received from the provider');
  await key.getByRole('button', { name: 'Set the key' }).click();
  await page.getByText('The key was set.').waitFor();
  expect(await page.content()).not.toContain(KEY);
  expect(await vendor.reportGames()).toEqual({ status: 'OK' });

  await page.reload();
  await page.getByText('Kelp Garden').waitFor();
  const row = page.getByRole('row', { name: /Kelp Garden/ });
  await row.getByText('Badges and position').click();
  await row.getByLabel('Hot').selectOption('yes');
  await row.getByLabel('Position', { exact: true }).fill('0');
  await row.getByLabel('Reason').fill('Opening week');
  await row.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The game was placed.').waitFor();
  await inspect(page, 'provider');
  await page.goto('/console/providers');
  await page.getByText('Reef Works').waitFor();
  const listed = page.locator('tr', { hasText: 'Reef Works' });
  await listed.getByText(String(FOREIGN_GAMES.length), { exact: true }).waitFor();
  await inspect(page, 'providers');
  // The refused form is answered 422.
  expect(problems.filter((line) => !/\/providers\/save: .* 422 /.test(line))).toEqual([]);
});
