import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { lotteryMenu } from '../../shared/api/schedule/calls.ts';
import { LOTTERY_API, type LotteryDrawsAnswer } from '../../shared/games/lottery/protocol.ts';
import { openGame } from '../kit/engines.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const FOUR = 'TCG_SEA_SEA_FOUR';
const MINUTE = 'HALO_HALO_MINUTE';
/** A ticket is placed within this time. */
const NEEDED_MS = 20_000;
/** 4D is drawn every five minutes. */
const UNTIL_DRAWN = { timeout: 360_000, interval: 1_000 };

vi.setConfig({ testTimeout: 720_000 });

async function draws(gameId: string): Promise<LotteryDrawsAnswer> {
  const answer = await fetch(`${stage.service.url}${LOTTERY_API.draws}?gameId=${gameId}`);
  return (await answer.json()) as LotteryDrawsAnswer;
}

/** Waits until the draw on sale stays open long enough; returns its issue. */
async function longOpen(gameId: string): Promise<string> {
  let issue = '';
  await expect
    .poll(
      async () => {
        const { now, open } = await draws(gameId);
        const at = Date.parse(now);
        const sale = open.find(({ opensAt, closesAt }) => Date.parse(opensAt) <= at && Date.parse(closesAt) - at > NEEDED_MS);
        issue = sale?.issue ?? '';
        return issue;
      },
      { timeout: 60_000, interval: 500 },
    )
    .not.toBe('');
  return issue;
}

test('4D shows its 23 prizes in their classes, and pays tickets on them', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  const issue = await longOpen(FOUR);
  await page.goto(`/game?gameId=${FOUR}&play=1&playType=bigStraight`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Bets', { exact: true }).fill('1234 5678');
  await frame.getByRole('button', { name: 'Slip 2 bets · $2.00' }).waitFor();
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.locator('.message').getByText('Ticket placed: $2.00').waitFor();
  // The digits of the first prize: one of ten bets wins.
  await frame.getByRole('radio', { name: 'Positions' }).click();
  await frame.getByRole('radio', { name: 'Digit 1', exact: true, checked: true }).waitFor();
  await frame.getByRole('button', { name: 'Numbers: All' }).click();
  await frame.getByRole('button', { name: 'Slip 10 bets · $10.00' }).waitFor();
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.locator('.message').getByText('Ticket placed: $10.00').waitFor();
  const drawn = async () => (await draws(FOUR)).results.find((one) => one.issue === issue)?.numbers ?? [];
  await expect.poll(async () => (await drawn()).length, UNTIL_DRAWN).toBe(23);
  const numbers = await drawn();

  await frame.getByRole('button', { name: 'Results' }).click();
  const result = frame.locator('.lotto-item').filter({ hasText: issue });
  const shown = (prize: string) => result.locator(`[data-class="${prize}"] li`).allInnerTexts();
  await expect.poll(() => shown('first')).toEqual(numbers.slice(0, 1));
  await expect.poll(() => shown('second')).toEqual(numbers.slice(1, 2));
  await expect.poll(() => shown('third')).toEqual(numbers.slice(2, 3));
  await expect.poll(() => shown('starter')).toEqual(numbers.slice(3, 13));
  await expect.poll(() => shown('consolation')).toEqual(numbers.slice(13));
  await expectAccessible(page, { bothThemes: true });

  await frame.getByRole('button', { name: 'My tickets' }).click();
  const ticket = (cost: string) => frame.locator('.lotto-item').filter({ hasText: issue }).filter({ hasText: cost });
  await expect.poll(() => ticket('$10.00').locator('.lotto-status').allInnerTexts()).toEqual(['Won']);
  await ticket('$10.00').getByText('Paid $9.50').waitFor();
  const hasWon = ['1234', '5678'].some((number) => numbers.includes(number));
  await expect.poll(() => ticket('$2.00').locator('.lotto-status').allInnerTexts()).toEqual([hasWon ? 'Won' : 'Lost']);
  await ticket('$2.00').getByRole('button', { name: 'Ticket details' }).click();
  const verify = frame.getByRole('dialog').getByRole('link', { name: 'Verify draw and ticket' });
  await expect.poll(() => verify.getAttribute('href')).toMatch(/^\/studio\/verify\/t/);
  await page.goto(String(await verify.getAttribute('href')));
  await page.locator('.verdict-line.good').waitFor();
  expect(window.problems).toEqual([]);
  await window.close();
});

test('the slider exchanges odds for a rebate, which decides cost and payment, and is repeated with the ticket', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await longOpen(MINUTE);
  const frame = await openGame(page, MINUTE);
  await frame.getByRole('radio', { name: 'Positions' }).click();
  await frame.getByRole('radio', { name: 'Digit 1', exact: true, checked: true }).waitFor();
  await frame.getByRole('button', { name: 'Numbers: All' }).click();
  const [slider, state] = [frame.getByLabel('Rebate or odds'), frame.locator('.lotto-rebate-state')];
  await expect.poll(() => state.innerText()).toBe('0.0% · $0.00 · 9.80×');
  await slider.focus();
  await page.keyboard.press('End');
  await expect.poll(() => state.innerText()).toBe('5.0% · $0.50 · 9.30×');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Rebate 5.0%: 5.0% · $0.50 · 9.30×');
  await frame.getByText('Bets: 10 · Cost: $9.50 · Possible win: $9.30').waitFor();
  await expectAccessible(page, { bothThemes: true });
  const issue = await longOpen(MINUTE);
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.locator('.message').getByText('Ticket placed: $9.50').waitFor();
  await page.keyboard.press('Home');
  await frame.getByRole('button', { name: 'My tickets' }).click();
  const ticket = frame.locator('.lotto-item').filter({ hasText: issue }).filter({ hasText: 'Rebate 5.0%' });
  await expect.poll(() => ticket.locator('.lotto-status').allInnerTexts(), UNTIL_DRAWN).toEqual(['Won']);
  await ticket.getByText('Paid $9.30').waitFor();
  // The last ticket is repeated as it was placed, also after the page was opened again.
  await page.reload();
  await frame.getByRole('button', { name: 'Repeat last', disabled: false }).click();
  await expect.poll(() => state.innerText()).toBe('5.0% · $0.50 · 9.30×');
  await frame.getByText('Bets: 10 · Cost: $9.50 · Possible win: $9.30').waitFor();
  const next = await longOpen(MINUTE);
  await frame.getByRole('button', { name: 'Place ticket' }).click();
  await frame.getByRole('button', { name: 'My tickets' }).click();
  await frame.locator('.lotto-item').filter({ hasText: next }).filter({ hasText: 'Rebate 5.0%' }).first().waitFor();
  expect(window.problems).toEqual([]);
  await window.close();
});

/** Tops and heights of what a player uses next to the numbers. */
async function placesOf(page: Page): Promise<readonly unknown[]> {
  const parts = [page.getByRole('heading', { level: 2 }).first(), page.locator('[data-launch]').first(), page.locator('#lottery-history')];
  return Promise.all(parts.map(async (part) => [await part.boundingBox()].map((box) => box && [box.y, box.height])));
}

test('the lobby gets the numbers of a draw by push: without a reload, a request of the menu, or a jump', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await page.goto(`/lottery?gameCode=${MINUTE}`);
  const newest = page.locator('section[aria-labelledby="lottery-history"] tbody tr').first().locator('td').first();
  const countdown = page.getByRole('timer').last();
  await expect.poll(() => countdown.innerText()).toMatch(/^\d+:\d\d$/);
  const issue = await longOpen(MINUTE);
  await expect.poll(async () => (await newest.innerText()) < issue).toBe(true);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const before = await placesOf(page);
  const menus: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(lotteryMenu.path)) menus.push(request.url());
  });
  await expect.poll(() => newest.innerText(), { timeout: 120_000, interval: 250 }).toBe(issue);
  await expect.poll(() => placesOf(page)).toEqual(before);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(menus).toEqual([]);
  expect(window.problems).toEqual([]);
  await window.close();
});
