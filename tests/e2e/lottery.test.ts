import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bettingRecord } from '../../shared/api/records/calls.ts';
import { LOTTERY_API, type LotteryDrawsAnswer } from '../../shared/games/lottery/protocol.ts';
import { openGame } from '../kit/engines.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const FOUR = 'TCG_SEA_SEA_FOUR';
const MINUTE = 'HALO_HALO_MINUTE';
const NORTH = 'TCG_LOTTO_VN_NORTHERN_SET';
/** A ticket is placed, looked up and cancelled within this time. */
const NEEDED_MS = 20_000;

/** Waits until the draw on sale stays open long enough. */
async function longOpen(gameId: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${stage.service.url}${LOTTERY_API.draws}?gameId=${gameId}`);
        const { now, open } = (await answer.json()) as LotteryDrawsAnswer;
        const at = Date.parse(now);
        return open.some(({ opensAt, closesAt }) => Date.parse(opensAt) <= at && Date.parse(closesAt) - at > NEEDED_MS);
      },
      { interval: 500 },
    )
    .toBe(true);
}

async function fits(page: Page, frame: FrameLocator): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect(await frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
}

test('on a phone a ticket is placed from the board, listed, cancelled, repeated, and in the betting record', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await longOpen(FOUR);
  const frame = await openGame(page, FOUR);
  await frame.getByRole('radio', { name: 'Positions' }).click();
  await frame.getByRole('radio', { name: 'Digit 1', exact: true, checked: true }).waitFor();
  await frame.getByRole('button', { name: 'Numbers: Big' }).click();
  await frame.getByRole('button', { name: 'Slip 5 bets · $5.00' }).waitFor();
  await expectAccessible(page, { bothThemes: true });
  await clearOfTheBar(frame);
  await frame.locator('.lotto-sheet').click();
  await frame.getByText('Bets: 5 · Cost: $5.00 · Possible win: $9.50').waitFor();
  await expectAccessible(page, { bothThemes: true });
  await page.keyboard.press('Escape');
  await frame.locator('.readouts').waitFor({ state: 'hidden' });
  await fits(page, frame);
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await expectConfirmed(frame, 'Ticket placed: $5.00');
  await frame.getByRole('button', { name: 'My tickets' }).click();
  await frame.locator('.ticket-open').getByText('5 6 7 8 9').waitFor();
  await expectAccessible(page, { bothThemes: true });
  await frame.getByRole('button', { name: 'Cancel ticket' }).click();
  await frame.locator('.ticket-cancelled').getByText('Returned $5.00').waitFor();
  await frame.locator('.lotto-sheet').click();
  await frame.getByRole('button', { name: 'Repeat last' }).click();
  await frame.getByText('Bets: 5 · Cost: $5.00 · Possible win: $9.50').waitFor();
  // The sheet, which is open, makes way for the confirmation.
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await expectConfirmed(frame, 'Ticket placed: $5.00');
  await frame.getByRole('button', { name: 'My tickets' }).click();
  await frame.locator('.ticket-open').waitFor();
  await frame.locator('.ticket-open').getByRole('button', { name: 'Ticket details' }).click();
  const dialog = frame.getByRole('dialog');
  await dialog.getByText('5: 5 6 7 8 9').waitFor();
  const ticketId = await dialog.locator('dd').last().innerText();
  await expectAccessible(page);
  // The last ticket is that of the list when the page is opened again.
  await page.reload();
  await frame.locator('.lotto-sheet').click();
  await frame.getByRole('button', { name: 'Repeat last', disabled: false }).click();
  await frame.getByText('Bets: 5 · Cost: $5.00 · Possible win: $9.50').waitFor();
  await frame.getByRole('radio', { name: 'Digit 1', exact: true, checked: true }).waitFor();
  expect(window.problems).toEqual([]);
  await window.close();
  const player = await signIn(stage.service.url, DEMO.member);
  const { bets = [] } = (await player.call(bettingRecord, { query: {} })).value ?? {};
  expect(bets.find(({ status }) => status === 'open')).toMatchObject({ gameId: FOUR, roundId: ticketId });
});

/** The text is announced, on a background of its own, above the bar and with the sheet closed. */
async function expectConfirmed(frame: FrameLocator, text: string): Promise<void> {
  const message = frame.locator('.message.shown').filter({ hasText: text });
  await message.waitFor();
  await frame.getByRole('status').filter({ hasText: text }).waitFor();
  const shown = await message.evaluate((element) => {
    const { top = 0, bottom = 0 } = element.getBoundingClientRect();
    const bar = document.querySelector('.bar');
    return {
      isOpaque: /^(rgb\(|oklch\([^/]+\)$)/.test(getComputedStyle(element).backgroundColor),
      isAboveBar: top > 0 && bottom <= (bar?.getBoundingClientRect().top ?? 0),
      isSheetOpen: bar?.classList.contains('open'),
    };
  });
  expect(shown).toEqual({ isOpaque: true, isAboveBar: true, isSheetOpen: false });
}

/** The last part of the betting tab scrolls to a place above the collapsed bar. */
async function clearOfTheBar(frame: FrameLocator): Promise<void> {
  const panel = frame.locator('.lotto-panel').first();
  const last = panel.locator('> :last-child');
  await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const end = async () => (await last.boundingBox().then((box) => box && box.y + box.height)) ?? 0;
  const bar = async () => (await frame.locator('.bar').boundingBox())?.y ?? 0;
  await expect.poll(async () => (await end()) <= (await bar())).toBe(true);
}

test('sound is off until the player turns it on, and stays on for this device', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await page.addInitScript(() => {
    const counted = globalThis as { made?: number };
    counted.made = 0;
    const Original = AudioContext;
    globalThis.AudioContext = class extends Original {
      constructor() {
        super();
        counted.made = (counted.made ?? 0) + 1;
      }
    };
  });
  await enter(window, DEMO.member);
  const frame = await openGame(page, MINUTE);
  const made = () => frame.locator('html').evaluate(() => (globalThis as { made?: number }).made);
  const toggle = (pressed: boolean) => frame.getByRole('button', { name: 'Sound and vibration', pressed });
  await toggle(false).waitFor();
  await frame.getByRole('radio', { name: 'Positions' }).click();
  expect(await made()).toBe(0);
  await toggle(false).click();
  await toggle(true).waitFor();
  expect(await made()).toBe(1);
  await page.reload();
  await toggle(true).waitFor();
  // Browsers allow sound after a touch or key only.
  expect(await made()).toBe(0);
  await frame.getByRole('radio', { name: 'Positions' }).click();
  await expect.poll(made).toBe(1);
  await toggle(true).click();
  await page.reload();
  await toggle(false).waitFor();
  expect(window.problems).toEqual([]);
  await window.close();
});

test('the betting screen is used by keyboard alone: type, numbers, multiplier, following draws, text, and the order', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await longOpen(MINUTE);
  const frame = await openGame(page, MINUTE);
  const focused = frame.locator(':focus');
  const focusIsSeen = () =>
    focused.evaluate((element) => element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none');
  await frame.locator('.lotto-families [aria-checked="true"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  // A key on a chosen play type never places a ticket.
  expect(await frame.locator('.ticket-open').count()).toBe(0);
  await frame.locator('.lotto-value').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  expect(await focused.getAttribute('aria-pressed')).toBe('true');
  expect(await focusIsSeen()).toBe(true);
  await page.keyboard.press('Tab');
  expect(await focused.getAttribute('class')).toBe('lotto-quick-pick');
  expect(await focusIsSeen()).toBe(true);
  const field = frame.getByLabel('Bets', { exact: true });
  await field.focus();
  await field.fill('');
  await page.keyboard.type('12345 67890');
  await page.keyboard.press('Enter');
  await page.keyboard.type('11111');
  await frame.getByText('Bets: 3 ·').waitFor();
  expect(await field.inputValue()).toBe('12345 67890\n11111');
  await frame.locator('.lotto-chase > summary').focus();
  await page.keyboard.press('Enter');
  await frame.getByLabel('Number of draws', { exact: true }).waitFor();
  expect(await focusIsSeen()).toBe(true);
  await page.keyboard.press('Space');
  await frame.getByLabel('Number of draws', { exact: true }).waitFor({ state: 'hidden' });
  await frame.getByRole('radio', { name: '$0.10' }).click();
  await frame.getByLabel('Multiplier', { exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  await frame.getByText('Bets: 3 · Cost: $0.60').waitFor();
  await longOpen(MINUTE);
  const session = page.locator('[data-private]').filter({ hasText: '$' });
  const staked = async () => Number(/Staked\s*\$([\d.]+)/.exec((await session.allInnerTexts()).join(' '))?.[1] ?? 0);
  const before = await staked();
  await frame.getByRole('button', { name: 'Place ticket' }).focus();
  expect(await focusIsSeen()).toBe(true);
  await page.keyboard.press('Enter');
  await frame.locator('.message').getByText('Ticket placed: $0.60').waitFor();
  await frame.getByRole('button', { name: 'My tickets' }).click();
  await frame.locator('.ticket-open').waitFor();
  // The session of play follows the cancel at once.
  await expect.poll(staked).toBeCloseTo(before + 0.6);
  await frame.getByRole('button', { name: 'Cancel ticket' }).click();
  await frame.locator('.ticket-cancelled').first().waitFor();
  await expect.poll(staked).toBeCloseTo(before);
  // From a ticket to its line of the betting record, which names what it was on.
  const [record] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('button', { name: 'Betting record' }).first().click(),
  ]);
  await record.locator('[data-line="bets"]').getByText('12345 67890 11111').waitFor();
  await record.close();
  expect(window.problems).toEqual([]);
  await window.close();
});

test('an order follows the next draws until the rest is cancelled', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await longOpen(MINUTE);
  const frame = await openGame(page, MINUTE);
  await frame.getByRole('radio', { name: 'Positions' }).click();
  await frame.getByRole('button', { name: 'Numbers: All' }).click();
  await frame.getByText('Following draws').click();
  await frame.getByLabel('Number of draws', { exact: true }).fill('3');
  await frame.getByLabel('Multiplier rises each draw by', { exact: true }).fill('1');
  // All digits win at every draw.
  await frame.getByLabel('Stop after the first win').uncheck();
  const sums = frame.locator('.lotto-chase-sums > div');
  await expect
    .poll(() => sums.allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringMatching(/Cost of a ticket\s+\$10.00 to \$30.00/)]));
  await expect.poll(() => sums.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/Most that can be lost\s+\$60.00/)]));
  await frame.locator('.lotto-chase-each > summary').click();
  await expect.poll(() => frame.locator('.lotto-chase-tickets > li').count()).toBe(3);
  await expectAccessible(page, { bothThemes: true });
  await fits(page, frame);
  await longOpen(MINUTE);
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.locator('.message').getByText('First of 3 tickets placed: $10.00').waitFor();
  await frame.getByRole('button', { name: 'My tickets' }).click();
  await frame.locator('.chase-running').getByText('1 of 3 draws').waitFor();
  await frame.locator('.chase-running').getByText('2 of 3 draws').waitFor({ timeout: 120_000 });
  await expectAccessible(page, { bothThemes: true });
  await frame.getByRole('button', { name: 'Cancel the rest' }).click();
  await frame.locator('.chase-ended').getByText('You cancelled the rest.').waitFor();
  await fits(page, frame);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('on a desktop malformed entries are listed, and a ticket is drawn, paid and verified', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await longOpen(MINUTE);
  const frame = await openGame(page, MINUTE);
  await frame.getByLabel('Bets', { exact: true }).fill('12345 1234 x 12345');
  await frame.getByText('1 bet · 1 repeated, left out · 2 not valid').waitFor();
  await expect
    .poll(() => frame.locator('.lotto-faults li').allInnerTexts())
    .toEqual(['No. 2, “1234”: has the wrong number of digits or numbers', 'No. 3, “x”: has characters that do not belong there']);
  await expectAccessible(page, { bothThemes: true });
  await fits(page, frame);
  await frame.getByRole('radio', { name: 'Positions' }).click();
  await frame.getByRole('radio', { name: 'Digit 1', exact: true, checked: true }).waitFor();
  await frame.locator('[data-value="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await frame.getByText('Bets: 1 ·').waitFor();
  await frame.getByRole('button', { name: 'Numbers: All' }).click();
  await longOpen(MINUTE);
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.getByRole('button', { name: 'My tickets' }).click();
  // A ticket of the order on following draws may be there as well.
  const own = (state: string) => frame.locator(`.ticket-${state}`).filter({ hasNotText: 'order on following draws' });
  await own('open').waitFor();
  await own('won').getByText('Paid $9.80').waitFor({ timeout: 120_000 });
  await own('won').getByRole('button', { name: 'Ticket details' }).click();
  const verify = frame.getByRole('dialog').getByRole('link', { name: 'Verify draw and ticket' });
  const address = await verify.getAttribute('href');
  await page.goto(String(address));
  await page.getByText('$9.80').first().waitFor();
  await page.locator('.verdict-line.good').waitFor();
  await expectAccessible(page);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('an address opens a play type, and a set of prizes fits both screens', async () => {
  for (const screen of ['phone', 'desktop'] as const) {
    const window = await openWindow(stage.browser, { screen, url: stage.service.url });
    const { page } = window;
    await enter(window, DEMO.member);
    await page.goto(`/game?gameId=${NORTH}&play=1&playType=xien2`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('radio', { name: 'Xiên 2', checked: true }).waitFor();
    for (const number of ['05', '17', '88']) await frame.locator(`.lotto-board [data-value="${number}"]`).click();
    const slip = screen === 'phone' ? frame.getByRole('button', { name: 'Slip 3 bets' }) : frame.getByText('Bets: 3 ·');
    await slip.waitFor();
    await expectAccessible(page, { bothThemes: true });
    await fits(page, frame);
    await frame.getByRole('button', { name: 'Rules and pay table' }).click();
    await frame.getByRole('dialog').getByText('Lô, 2 digits').waitFor();
    await expectAccessible(page);
    expect(window.problems).toEqual([]);
    await window.close();
  }
});

test('without script a form places a ticket, and its answer reports the outcome', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, javaScript: false });
  const { page } = window;
  await enter(window, DEMO.member);
  await longOpen(FOUR);
  await page.goto(`/game?gameId=${FOUR}&play=1`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Play types').selectOption('digit1');
  await frame.getByLabel('Bets', { exact: true }).fill('1 22');
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.getByText('No. 2, “22”: has the wrong number of digits or numbers').waitFor();
  await fits(page, frame);
  await frame.getByLabel('Bets', { exact: true }).fill('1 2');
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.getByText('Ticket placed: $2.00 on issue').waitFor();
  await frame.getByRole('button', { name: 'Cancel ticket' }).first().click();
  await frame.getByText('Ticket cancelled. $2.00 returned.').waitFor();
  await fits(page, frame);
  await window.close();
});

test('the lobby shows trends of past draws, and an address opens the page of the game', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await page.goto(`/lottery?gameCode=${MINUTE}&backUrl=/elott`);
  await page.getByRole('heading', { name: 'Trends' }).waitFor();
  await page.getByText('Draws do not remember').waitFor();
  expect(await page.getByRole('link', { name: 'Back', exact: true }).getAttribute('href')).toBe('/elott');
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);
  await enter(window, DEMO.member);
  await page.goto(`/seaLottery?gameCode=${FOUR}&view=betting&playType=box&backUrl=/elott`);
  await page.frameLocator('iframe').getByRole('radio', { name: 'All 4 digits in any order', checked: true }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/game');
  expect(window.problems).toEqual([]);
  await window.close();
});
