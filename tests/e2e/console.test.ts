import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestPayee, requestedBy } from '../../server/platform/money/withdrawal/test-inputs.ts';
import { addOperator, codeFor, OPERATOR_PASSWORD } from '../../server/platform/operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openWindow, SCREENS } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/**
 * The platform runs in this process, so that the test can compute the operator's codes; the built portal calls it over
 * HTTP.
 */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

test('an operator signs in with an app, pays a member out, and publishes a notice that the portal shows', async () => {
  const payee = await addTestPayee(platform);
  const id = await requestedBy(platform, payee);
  const name = await addOperator(platform, 'admin');
  const window = await openWindow(browser, { screen: 'desktop', url: service.adminUrl });
  const { page } = window;
  const expectAccess = async () => {
    // The element may be rendered before the style sheet has loaded.
    await page.waitForLoadState();
    await expectAccessible(page);
  };
  await page.emulateMedia({ colorScheme: 'dark' });

  await page.goto('/console');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(OPERATOR_PASSWORD);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log in' }).click();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await expectAccess();
  await page.getByLabel('Six digits').fill(codeFor(platform, secret));
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('The books balance').waitFor();
  await expectAccess();
  await page.getByRole('navigation').getByRole('link', { name: 'Withdrawals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Withdrawals' }).waitFor();
  await expectAccess();
  await page.getByRole('link', { name: id }).click();
  await page.locator('form[action$="/approve"]').waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccess();
  for (const [form, statusText] of [
    ['/approve', 'Approved.'],
    ['/paid', 'Marked as paid.'],
  ] as const) {
    const decision = page.locator(`form[action$="${form}"]`);
    await decision.getByLabel('Reason').fill('Checked with the bank');
    await decision.getByRole('button').click();
    await page.getByRole('status').getByText(statusText).waitFor();
  }
  expect((await platform.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirst())?.status).toBe('paid');

  await page.getByRole('navigation').getByRole('link', { name: 'Content' }).click();
  await page.getByRole('link', { name: 'Write a new one' }).click();
  await page.getByLabel('Title (EN)').fill('Tide tables');
  await page.getByLabel('Text (EN)').fill('<p>High water at nine.</p>');
  await page.getByLabel('Reason').fill('For the regatta');
  await expectAccess();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The site shows it from its start time.').waitFor();
  // The portal caches notices for some seconds.
  const noticePage = async () => (await fetch(`${service.url}/noticePage`)).text();
  await expect.poll(noticePage, { timeout: 90_000, interval: 1_000 }).toContain('Tide tables');

  // All areas, on a phone, a tablet and a desktop.
  await page.setViewportSize(SCREENS.phone.viewport);
  const menu = page.getByRole('navigation', { name: 'Areas' });
  const openMenu = page.getByRole('button', { name: 'Menu' });
  await openMenu.click();
  await expectAccess();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  const areas = await page.locator('nav#areas a').allTextContents();
  expect(areas.length).toBeGreaterThan(30);
  for (const [index, area] of areas.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'dark' : 'light' });
    await openMenu.click();
    await menu.getByRole('link', { name: area, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: area, exact: true }).waitFor();
    await expectAccess();
    await expectNoSidewaysScroll(page);
    for (const width of [820, 1_440]) {
      await page.setViewportSize({ width, height: 1_180 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(SCREENS.phone.viewport);
  }
  await page.goto(`/console/members/${payee.memberId}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('You are logged out.').waitFor();
  expect([window.problems, platform.faults]).toEqual([[], []]);
  await window.close();
});
