import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, openWindow, payDeposit, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const PASSWORD = 'Harbour-2026';
const stage = openStage({ pictures: false });

describe.each(['desktop', 'phone'] as const)('from visitor to player on a %s', (screen) => {
  let window: Window;
  let page: Page;
  const account = `sailor${screen}1`;

  beforeAll(async () => {
    window = await openWindow(stage.browser, { screen, url: stage.service.url });
    page = window.page;
  });
  afterAll(async () => {
    await window.close();
  });

  test('1. the root leads to the home page', async () => {
    await page.goto('/');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
    await page.getByRole('heading', { name: 'Popular now' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('2. registering shows errors at the fields, then signs in', async () => {
    await page.getByRole('link', { name: 'Join now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create account', exact: true }).click();
    await expect.poll(() => dialog.getByText('Fill in this field.').count()).toBe(2);
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'User name' }).fill(account);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const terms = dialog.getByRole('checkbox', { name: /18 or older/ });
    if (!(await terms.isChecked())) await terms.check();
    await dialog.getByRole('button', { name: 'Create account', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectSignedIn(page, screen, account);
  });

  test('3. a reload keeps the session', async () => {
    await page.reload();
    await expectSignedIn(page, screen, account);
  });

  test('4. a deposit updates the balance in every open tab without a reload', async () => {
    const other = await window.tab();
    await other.goto('/index');
    await expectBalance(other, '$0.00');
    await page.goto('/member/depositv2');
    await page.getByRole('textbox', { name: 'Amount' }).fill('50');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).waitFor();
    await expectAccessible(page);
    await payDeposit(page);
    await expectBalance(page, '$50.00');
    await expectBalance(other, '$50.00');
    await other.close();
  });

  test('5. the slots of a vendor are found, paged and opened', async () => {
    await page.goto('/index');
    if (screen === 'desktop') {
      await page.getByRole('button', { name: 'Show providers of Slots' }).click();
      await page
        .getByRole('list', { name: 'Providers' })
        .getByRole('link', { name: /Northlight/ })
        .click();
    } else {
      await page.goto('/rng?page=NOVA');
    }
    await page.waitForURL(/\/rng\?page=NOVA/);
    await expectAccessible(page);
    const tiles = page.locator('main a[data-part="name"][href^="/game?gameId=NOVA"]');
    await expect.poll(() => tileCount(tiles)).toBe(24);
    await page
      .getByRole('link', { name: /Load \d+ more games/ })
      .or(page.getByRole('button', { name: /Load \d+ more games/ }))
      .click();
    await expect.poll(() => tileCount(tiles)).toBe(48);
  });

  test('6. a round is played in the frame and updates the balance', async () => {
    await page.goto('/game?gameId=NOVA_GEM_CASCADE');
    const game = page.frameLocator('iframe');
    await game.getByRole('button', { name: 'Spin' }).click();
    await game
      .getByText(/No win|You won|Paid/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  test('7. the betting record names the round and its ledger transfers', async () => {
    await page.goto('/member/personalHistoryCopy');
    await page.getByText('Gem Cascade').first().click();
    await page.getByText('Details', { exact: true }).filter({ visible: true }).first().click();
    await page.getByRole('columnheader', { name: 'Transfer ID' }).waitFor();
    await expectAccessible(page);
    const [proof] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Verify this round yourself' }).first().click(),
    ]);
    await expect.poll(() => new URL(proof.url()).pathname).toMatch(/^\/studio\/verify\//);
    await page.goto(proof.url());
    await proof.close();
    await page
      .getByText(/This round checks out|matches|verified/i)
      .first()
      .waitFor();
  });

  test('8. logging out asks for confirmation and ends at the home page', async () => {
    await page.goto('/index');
    await openAccountMenu(page, screen);
    await page
      .getByRole('link', { name: 'Log out' })
      .or(page.getByRole('button', { name: 'Log out' }))
      .first()
      .click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Log out?' }));
    await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Log out' }).click()]);
    await page.getByRole('link', { name: 'Join now' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  });

  test('9. a game requires a login, and opens after it', async () => {
    await page.goto('/game?gameId=NOVA_COMET_DICE');
    await page
      .getByText(/You are not logged in, please login/)
      .first()
      .waitFor();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'User name' }).fill(` ${account} `);
    await dialog.getByLabel('Password', { exact: true }).fill('wrong-password-1');
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.getByText(/wrong user name or password/i).waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.frameLocator('iframe').getByRole('button', { name: 'Roll', exact: true }).waitFor();
  });

  test('no page had an error', () => {
    expect(window.problems).toEqual([]);
  });
});

async function expectSignedIn(page: Page, screen: Screen, account: string): Promise<void> {
  await expectBalance(page, /\$\d/);
  if (screen === 'desktop') await page.getByText(account).first().waitFor();
}

async function expectBalance(page: Page, amount: string | RegExp): Promise<void> {
  await page.getByRole('banner').getByText(amount).filter({ visible: true }).first().waitFor();
}

async function openAccountMenu(page: Page, screen: Screen): Promise<void> {
  if (screen === 'desktop') await page.getByRole('button', { name: /^Account of/ }).click();
  else await page.getByRole('button', { name: 'Menu' }).click();
}

async function tileCount(tiles: ReturnType<Page['locator']>): Promise<number> {
  return new Set(await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).size;
}
