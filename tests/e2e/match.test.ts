import { expect, test } from 'vitest';
import { bettingRecord } from '../../shared/api/records/calls.ts';
import { matchList } from '../../shared/api/schedule/calls.ts';
import { lastRound } from '../../shared/api/vendors/calls.ts';
import { EVENT_API, type TicketsAnswer } from '../../shared/games/events/protocol.ts';
import { ENGINES, openGame } from '../kit/engines.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

test('a match is selected, bet on with the keyboard only, and its bet is open in the record', async () => {
  const player = await signIn(stage.service.url, DEMO.member);
  const listed = async () => (await player.call(matchList, { query: { gameCategory: 'SPORTS', count: 20 } })).value?.open ?? [];
  await expect.poll(async () => (await listed()).length).toBeGreaterThan(6);
  // Not one of the next matches, which may start meanwhile.
  const match = (await listed()).at(-1);
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await page.goto(`/game?gameId=${match?.gameId}&match=${match?.matchId}`);
  const frame = page.frameLocator('iframe');
  const detail = frame.locator('.match.looking .detail');
  await detail.getByText(match?.home.name ?? '', { exact: true }).waitFor();
  await detail.locator('.odds:not([aria-disabled="true"])').first().waitFor();
  await expectAccessible(page);

  await detail.locator('.odds').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await frame.getByRole('button', { name: 'Bet slip (1)' }).press('Enter');
  await frame
    .locator('.slip-leg')
    .getByText(match?.home.name ?? '', { exact: true })
    .waitFor();
  await expectAccessible(page);
  await frame.getByRole('button', { name: 'Place bet' }).press('Enter');
  await detail.getByRole('button', { name: 'Back to the matches' }).press('Enter');
  await frame.getByRole('button', { name: 'Open bets (1)' }).click();
  await frame.locator('.ticket-open').getByText('Stake', { exact: false }).first().waitFor();
  await expect.poll(() => frame.locator('.ticket-open').count()).toBe(1);
  await expectAccessible(page);
  expect(window.problems).toEqual([]);
  await window.close();

  const { bets = [] } = (await player.call(bettingRecord, { query: {} })).value ?? {};
  expect(bets).toMatchObject([{ gameId: match?.gameId, status: 'open', verifyUrl: null }]);
});

test('a bet notice closes automatically, and a lost multiple has no leg that looks open', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  // Simulates a lost first match while the second one is still to be played. A lost bet has a notice of its own, which would replace the
  // one under test.
  let answerLost = () => {};
  const noticeClosed = new Promise<void>((resolve) => {
    answerLost = resolve;
  });
  await page.route(`**${EVENT_API.tickets}`, async (route) => {
    const response = await route.fetch();
    const { tickets, balance } = (await response.json()) as TicketsAnswer;
    if (tickets.some(({ legs }) => legs.length > 1)) await noticeClosed;
    const lost = tickets.map((ticket) => ({
      ...ticket,
      status: ticket.legs.length > 1 ? 'lost' : ticket.status,
      payout: '0.0000',
      legs: ticket.legs.map((leg, index) => ({ ...leg, state: index === 0 ? 'lost' : leg.state })),
    }));
    await route.fulfill({ response, json: { tickets: lost, balance } });
  });
  const frame = await openGame(page, ENGINES.matches, 'button.action');
  await frame.getByRole('button', { name: 'Upcoming' }).click();
  const upcoming = frame.locator('.match-panel[data-tab="upcoming"] .fixture');
  for (const index of [3, 4]) await upcoming.nth(index).locator('.odds:not([aria-disabled="true"])').first().click();
  await frame.getByRole('button', { name: 'Bet slip (2)' }).click();
  await frame.getByRole('button', { name: 'Place bet' }).click();
  const betMessage = frame.locator('.message.shown').getByText('Bet placed');
  await betMessage.waitFor();
  await betMessage.waitFor({ state: 'detached' });
  answerLost();
  await frame.getByRole('button', { name: 'Settled' }).click();
  const legs = frame.locator('.ticket-lost .leg-state');
  await expect.poll(() => legs.allTextContents()).toEqual(['Lost', 'Not needed']);
  await expectAccessible(page);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('an open round is reported where it covers no part of the game; an open bet on a match, which the game lists, is not', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.member);
  await page.route(`**${lastRound.path}*`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { value: object };
    const gameId = new URL(route.request().url()).searchParams.get('gameId');
    const round = {
      betId: 'b1',
      roundId: 'round-4711',
      gameId,
      gameName: 'Game',
      state: 'open',
      currencySymbol: '$',
      stake: '5.0000',
      payout: '0.0000',
      refunded: '0.0000',
      placedAt: '2026-01-01T00:00:00.000Z',
      settledAt: null,
    };
    await route.fulfill({ response, json: { ...answer, value: { round } } });
  });
  const card = page.getByRole('status').filter({ hasText: 'Your last round' });
  const openWithRound = async (gameId: string) => {
    const answered = page.waitForResponse(`**${lastRound.path}*`);
    await openGame(page, gameId, 'button.action');
    await answered;
  };
  await openWithRound(ENGINES.slots);
  await card.waitFor();
  expect(await card.textContent()).not.toContain('round-4711');
  const [box, game] = [await card.boundingBox(), await page.locator('iframe').boundingBox()];
  expect(game?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  await expectAccessible(page);
  await openWithRound(ENGINES.matches);
  await expectAccessible(page);
  await expect.poll(() => card.count()).toBe(0);
  expect(window.problems).toEqual([]);
  await window.close();
});
