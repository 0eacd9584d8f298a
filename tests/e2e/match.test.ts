import { expect, test } from 'vitest';
import { matchList } from '../../shared/api/lottery-calls.ts';
import { bettingRecord } from '../../shared/api/record-calls.ts';
import { EVENT_API, type TicketsAnswer } from '../../shared/studio/events/protocol.ts';
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
  expect(await frame.locator('.ticket-open').count()).toBe(1);
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
  // Simulates a lost first match while the second one is still to be played.
  await page.route(`**${EVENT_API.tickets}`, async (route) => {
    const response = await route.fetch();
    const { tickets, balance } = (await response.json()) as TicketsAnswer;
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
  await frame.getByRole('button', { name: 'Settled' }).click();
  const legs = frame.locator('.ticket-lost .leg-state');
  await expect.poll(() => legs.allTextContents()).toEqual(['Lost', 'Not needed']);
  await expectAccessible(page);
  expect(window.problems).toEqual([]);
  await window.close();
});
