import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type SlipRequest, TABLE_API } from '../../shared/games/live/protocol.ts';
import { type PlayRequest, STUDIO_API } from '../../shared/games/protocol.ts';
import { ENGINES, openGame, READY } from '../kit/engines.ts';
import { type Player, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, expectFocus, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const RED = '[data-spot="red"][aria-disabled="false"]';
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
    ['abc', 'Type an amount such as $2.50.'],
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
  const max = Math.min(500, Number((await balance.textContent())?.replace(/[$,]/g, '')));
  await frame.getByRole('button', { name: 'Highest stake that limits and balance allow' }).press('Enter');
  await expect.poll(() => field.inputValue()).toBe(`$${max.toFixed(2)}`);
  await close(window);
});

test('on a phone a chip of roulette is typed: rounded down visibly, and no chip is placed while it is invalid', async () => {
  const { window, page } = await member('phone');
  const played = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(STUDIO_API.play));
  const frame = await openGame(page, ENGINES.roulette, RED);
  const { field, state, total } = partsOf(frame);
  await frame.getByRole('button', { name: 'Custom chip', exact: true }).click();
  await expectFocus(field);
  expect(await field.evaluate(selectedText)).toBe(await field.inputValue());
  await page.keyboard.type('7.80');
  await expect.poll(() => state.textContent()).toBe('Stakes go in steps of $0.50: $7.50 is staked.');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'hidden' });
  const chip = frame.getByRole('button', { name: 'Custom chip of $7.50' });
  expect(await chip.getAttribute('aria-pressed')).toBe('true');
  await frame.locator(RED).click();
  await frame.locator('[data-spot="straight-7"]').click();
  await frame.locator(RED).click();
  await expect.poll(() => total.textContent()).toBe('$22.50');

  await chip.click();
  await field.fill('0.30');
  await expect.poll(() => state.textContent()).toBe('The lowest stake here is $0.50.');
  await frame.locator('[data-spot="black"]').click();
  await frame.locator('.message.shown').getByText('The lowest stake here is $0.50.').waitFor();
  expect(await total.textContent()).toBe('$22.50');
  // The chip without a value shows its field again.
  await frame.getByRole('button', { name: 'Custom chip', exact: true }).click();
  await field.fill('4');
  await frame.getByRole('button', { name: 'Double the stake' }).click();
  await expect.poll(() => field.inputValue()).toBe('$8.00');
  await frame.locator('[data-spot="black"]').click();
  await expect.poll(() => total.textContent()).toBe('$30.50');

  await frame.locator(READY).click();
  const { bet } = (await played).postDataJSON() as PlayRequest;
  expect(bet).toEqual({
    engine: 'roulette',
    chips: [
      { spot: 'red', stake: '15.0000' },
      { spot: 'straight-7', stake: '7.5000' },
      { spot: 'black', stake: '8.0000' },
    ],
  });
  await frame.locator(READY).waitFor();
  await close(window);
});

const TYPED: readonly (readonly [game: keyof typeof ENGINES, spot: string])[] = [
  ['baccarat', 'banker'],
  ['table roulette', 'red'],
  ['sic bo', 'small'],
  ['dragon tiger', 'tie'],
];
test.each(TYPED)('%s: the seventh key opens the custom chip, and whole amounts are placed', async (game, spot) => {
  const { window, page } = await member('desktop');
  const frame = await openGame(page, ENGINES[game], `[data-spot="${spot}"][aria-disabled="false"]`);
  await frame.locator('.readouts').click();
  await page.keyboard.press('7');
  const { field, state } = partsOf(frame);
  await expectFocus(field);
  await page.keyboard.type('13.95');
  await expect.poll(() => state.textContent()).toBe('Stakes go in steps of $1.00: $13.00 is staked.');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      await frame.locator(`[data-spot="${spot}"]`).click();
      return frame.locator(`[data-spot="${spot}"].unconfirmed`).count();
    })
    .toBe(1);
  const placed = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(TABLE_API.slip));
  await frame.locator('button.action').click();
  const { chips } = (await placed).postDataJSON() as SlipRequest;
  expect(chips).toEqual([{ spot, stake: expect.stringMatching(/^(?:13|26|39)\.0000$/) }]);
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
