import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type PlayRequest, STUDIO_API } from '../../shared/studio/protocol.ts';
import { ENGINES, openGame, READY } from '../kit/engines.ts';
import { type Player, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url);
});

test('on a phone a slot accepts a typed stake: rounded down visibly, refused outside the limits, halved and doubled', async () => {
  const { window, page } = await member('phone');
  const stakes = playedStakes(page);
  const frame = await openGame(page, ENGINES.slots);
  const { field, state, total } = partsOf(frame);
  await field.click();
  expect(await field.getAttribute('inputmode')).toBe('decimal');
  expect(await field.evaluate(selectedText)).toBe(await field.inputValue());
  await page.keyboard.type('1.39');
  await expect.poll(() => state.textContent()).toBe('Stakes go in steps of $0.20: $1.20 is staked.');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('$1.20');
  expect(await total.textContent()).toBe('$1.20');

  for (const [typed, fault] of [
    ['0.05', 'The lowest stake here is $0.20.'],
    ['100.20', 'The highest stake here is $100.00.'],
    ['abc', 'Type an amount such as 2.50.'],
  ] as const) {
    await field.fill(typed);
    await expect.poll(() => state.textContent()).toBe(fault);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await frame.locator('button.action').click();
    await frame.locator('.message.shown').getByText(fault).waitFor();
  }
  expect(stakes).toEqual([]);
  await expectAccessible(page);

  // The first press restores the last stake.
  await frame.getByRole('button', { name: 'Half the stake' }).click();
  await expect.poll(() => field.inputValue()).toBe('$0.60');
  expect(await state.textContent()).toBe('');
  await frame.getByRole('button', { name: 'Double the stake' }).click();
  await frame.locator(READY).click();
  await expect.poll(() => stakes).toEqual(['1.2000']);
  await frame.locator(READY).waitFor();
  await close(window);
});

test('with the keyboard dice accept any amount in cents, and the maximum stake is bounded by the balance', async () => {
  const { window, page } = await member('desktop');
  const stakes = playedStakes(page);
  const frame = await openGame(page, ENGINES.dice);
  const { field, balance } = partsOf(frame);
  await field.focus();
  await page.keyboard.type('7,35');
  await page.keyboard.press('Tab');
  await expect.poll(() => field.inputValue()).toBe('$7.35');
  await frame.locator(READY).press('Enter');
  await expect.poll(() => stakes).toEqual(['7.3500']);
  await frame.locator(READY).waitFor();
  await field.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => field.inputValue()).toBe('$8.00');
  const most = Math.min(500, Number((await balance.textContent())?.replace(/[$,]/g, '')));
  await frame.getByRole('button', { name: 'Highest stake that limits and balance allow' }).press('Enter');
  await expect.poll(() => field.inputValue()).toBe(`$${most.toFixed(2)}`);
  await close(window);
});

test('on the slip a typed stake updates the possible return of a multiple, and is placed', async () => {
  const { window, page } = await member('desktop');
  const placed = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/studio/api/ticket'));
  const frame = await openGame(page, ENGINES.matches, 'button.action');
  await frame.getByRole('button', { name: 'Upcoming' }).click();
  const upcoming = frame.locator('.match-panel[data-tab="upcoming"] .fixture');
  // Not the next matches, which may start meanwhile.
  for (const index of [3, 4]) await upcoming.nth(index).locator('.odds:not([aria-disabled="true"])').first().click();
  const { field, total } = partsOf(frame);
  await field.fill('12.34');
  const odds = (await frame.locator('.slip-leg .leg-odds b').allTextContents()).map((text) => BigInt(text.replace('.', '')));
  const cents = odds.reduce((product, one) => product * one, 1234n) / 100n ** BigInt(odds.length);
  const possible = `$${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  await expect.poll(() => frame.locator('.readout-win dd').textContent()).toBe(possible);
  expect(await total.textContent()).toBe('$12.34');
  await field.fill('0.50');
  await frame.locator('.stake-state').getByText('The lowest stake here is $1.00.').waitFor();
  await frame.locator('button.action').click();
  await frame.locator('.message.shown').getByText('The lowest stake here is $1.00.').waitFor();
  await field.fill('12.34');
  await frame.getByRole('button', { name: 'Place bet' }).click();
  expect((await placed).postDataJSON()).toMatchObject({ stake: '12.3400', legs: [{}, {}] });
  await frame.getByRole('button', { name: 'Open bets (1)' }).click();
  await frame.locator('.ticket-open').getByText('$12.34').waitFor();
  await close(window);
});

function partsOf(frame: FrameLocator) {
  return {
    field: frame.locator('.stake-value'),
    state: frame.locator('.stake-state'),
    total: frame.locator('.readout-total dd'),
    balance: frame.locator('.readout-balance dd'),
  };
}

/** Stakes of the rounds requested by the page. */
function playedStakes(page: Page): readonly string[] {
  const stakes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(STUDIO_API.play)) return;
    const { bet } = request.postDataJSON() as PlayRequest;
    if ('stake' in bet) stakes.push(bet.stake);
  });
  return stakes;
}

function selectedText(field: Element): string {
  const { value, selectionStart, selectionEnd } = field as HTMLInputElement;
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
}

async function member(screen: Screen): Promise<{ window: Window; page: Page }> {
  const window = await openWindow(stage.browser, { url: stage.service.url, screen });
  await enterAs(window, player);
  return { window, page: window.page };
}

async function close(window: Window): Promise<void> {
  expect(window.problems).toEqual([]);
  await window.close();
}
