import type { FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { expectFocus, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** Uses the keyboard only. */
const stage = openStage({ pictures: false });
let window: Window;
let page: Page;

beforeAll(async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
});

test('the first tab stop skips to the content', async () => {
  await page.goto('/index');
  await page.keyboard.press('Tab');
  await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expectFocus(page.locator('#main'));
});

test('the dropdown of games opens, is navigated, and returns the focus', async () => {
  const opener = page.getByRole('button', { name: 'Show providers of Slots' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
  const vendors = page.getByRole('list', { name: 'Providers' }).getByRole('link');
  await expectFocus(vendors.nth(0));
  await page.keyboard.press('ArrowDown');
  await expectFocus(vendors.nth(1));
  await page
    .getByRole('region', { name: /^Games of / })
    .getByRole('link')
    .first()
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await expectFocus(
    page
      .getByRole('region', { name: /^Games of / })
      .getByRole('link')
      .first(),
  );
  await page.keyboard.press('ArrowLeft');
  await expectFocus(vendors.nth(1));
  const games = page.getByRole('region', { name: /^Games of / }).getByRole('link');
  await page.keyboard.press('Tab');
  await expectFocus(games.nth(0));
  await page.keyboard.press('Tab');
  await expectFocus(games.nth(1));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expectFocus(vendors.nth(1));
  await page.keyboard.press('Shift+Tab');
  await expectFocus(opener);
  await page.keyboard.press('Tab');
  await expectFocus(vendors.nth(1));
  await page.keyboard.press('Escape');
  await expectFocus(opener);
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
});

test('the side menu opens, closes on Escape, and returns the focus', async () => {
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.locator('#drawer');
  await drawer.waitFor();
  await page.keyboard.press('Tab');
  expect(await isFocusIn(drawer)).toBe(true);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expectFocus(opener);
});

test('the login dialog traps the focus, closes on Escape, and returns the focus', async () => {
  // The empty form of the header opens the dialog.
  const opener = page.getByRole('banner').getByRole('button', { name: 'Log in' }).filter({ visible: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expectFocus(dialog.getByLabel('User name'));
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(opener);
});

test('logging in', async () => {
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('dialog').getByLabel('User name'));
  await page.keyboard.type(DEMO.member.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO.member.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Account of ${DEMO.member.username}` }).waitFor();
});

test('a deposit', async () => {
  await page.goto('/member/depositv2');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await tabTo(page, amount);
  await page.keyboard.type('25');
  await page.keyboard.press('Enter');
  for (const name of ['Open the payment page', 'Pay']) {
    const next = page.getByRole(name === 'Pay' ? 'button' : 'link', { name, exact: true });
    await next.waitFor();
    await tabTo(page, next);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: 'Deposit credited' }).waitFor();
});

test('a slot spins with Space', async () => {
  const frame = await play('NOVA_GEM_CASCADE');
  await frame.locator('body').evaluate((body) => body.ownerDocument.defaultView?.focus());
  await page.locator('iframe').focus();
  await page.keyboard.press('Space');
  await expectResult(frame);
});

test('roulette places chips with arrows and Enter, removes one, and spins', async () => {
  const frame = await play('NOVA_NOVA_ROULETTE');
  const spots = frame.getByRole('group', { name: /table/i }).getByRole('button');
  await tabTo(page, frame.locator('[data-spot="straight-0"]'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  const second = frame.locator('.spot:focus');
  const name = await second.getAttribute('data-spot');
  expect(name).not.toBe('straight-0');
  await page.keyboard.press('Enter');
  await expect.poll(() => spots.filter({ has: frame.locator('.chip-on') }).count()).toBe(2);
  await page.keyboard.press('Backspace');
  await expect.poll(() => spots.filter({ has: frame.locator('.chip-on') }).count()).toBe(1);
  await tabTo(page, frame.locator('button.action'));
  await page.keyboard.press('Enter');
  await expectResult(frame);
});

test('dice are set with arrows and rolled', async () => {
  const frame = await play('NOVA_COMET_DICE');
  const slider = frame.getByRole('slider');
  await tabTo(page, slider);
  const before = await slider.inputValue();
  await page.keyboard.press('ArrowRight');
  expect(await slider.inputValue()).not.toBe(before);
  await tabTo(page, frame.locator('button.action'));
  await page.keyboard.press('Enter');
  await expectResult(frame);
});

test('keno numbers are picked with arrows and Space, and drawn', async () => {
  const frame = await play('STARFALL_STARFALL_KENO');
  await tabTo(page, frame.locator('[data-number="1"]'));
  for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect.poll(() => frame.locator('[data-number][aria-pressed="true"]').count()).toBe(3);
  await tabTo(page, frame.locator('button.action'));
  await page.keyboard.press('Enter');
  await expectResult(frame);
});

test('a target is selected by number and arrows, and shot with Space', async () => {
  const frame = await play('TIDAL_HARPOON_BAY');
  await tabTo(page, frame.locator('[role="radio"][aria-checked="true"]'));
  for (const key of ['3', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => frame.locator('[data-value="seahorse"]').getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Space');
  await expectResult(frame);
});

test('a number is typed, and drawn with Space', async () => {
  const frame = await play('HALO_HALO_THREE');
  await page.locator('iframe').focus();
  for (const key of ['4', '7', 'Backspace', '0', '2', 'Space']) await page.keyboard.press(key);
  await expectResult(frame);
});

test('signing out', async () => {
  await page.goto('/index');
  await tabTo(page, page.getByRole('button', { name: /^Account of/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('#account-menu').getByRole('button', { name: 'Log out' }));
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log out' }));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Join now' }).filter({ visible: true }).waitFor();
});

test('no page had an error', () => {
  expect(window.problems).toEqual([]);
});

async function play(gameId: string): Promise<FrameLocator> {
  await page.goto(`/game?gameId=${gameId}&play=1`);
  const frame = page.frameLocator('iframe');
  await frame.locator('button.action:not([aria-disabled="true"])').waitFor();
  return frame;
}

/** The round has ended: the page shows the result and a new round can start. */
async function expectResult(frame: FrameLocator): Promise<void> {
  await frame
    .getByRole('status')
    .filter({ hasText: /No win|You won|Paid/ })
    .waitFor();
}

function isFocusIn(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.contains(element.ownerDocument.activeElement));
}

/** Presses Tab until the target has the focus; a page that needs more stops is not usable by keyboard. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 120; stop++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reachable by Tab: ${target}`);
}
