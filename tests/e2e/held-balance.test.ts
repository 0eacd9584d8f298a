import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { EVENT_API, type EventsAnswer } from '../../shared/games/events/protocol.ts';
import { STUDIO_API } from '../../shared/games/protocol.ts';
import { wireToScreen } from '../../shared/money/money.ts';
import { ENGINES, PLAYABLE, READY } from '../kit/engines.ts';
import { allBets, DEMO, type Player, signIn } from '../kit/player.ts';
import { enterAs, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';
import {
  amountsOf,
  amountsRiseOnlyAfter,
  creditsOf,
  creditsWithoutSign,
  messagesOf,
  recordAmounts,
  resultsOf,
} from '../kit/watched-amounts.ts';

const stage = openStage({ pictures: false });
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url, DEMO.member);
});

/** Far below the limit of a member's reads, which the page under test uses as well. */
const SECONDS_BETWEEN_READS = 3;

/** After this time a bet has been refused, because bets had closed, and is placed again in the next round. */
const CONFIRMATION_MS = 5_000;

/** After this time a payout of a settled round is not shown as an increase any more. */
const PAYOUT_MS = 20_000;

/** Enough rounds to reach one with a payout, with overwhelming probability. */
const MAX_ROUNDS = 60;

/** Selection required before a round. */
const ROUNDS: Readonly<Record<string, readonly [gameId: string, choice: string]>> = {
  slots: ['NOVA_COIN_HARBOUR', ''],
  cascades: ['FABLE_THIMBLE_AND_THORN', ''],
  roulette: ['NOVA_NOVA_ROULETTE', '[data-spot="red"]'],
  dice: ['NOVA_COMET_DICE', ''],
  duel: ['JADE_JADE_WAR', ''],
  fish: ['TIDAL_HARPOON_BAY', ''],
};

test.each(Object.entries(ROUNDS))(
  '%s: neither the header nor the bar over the game shows a win before the game does, and in the end all agree',
  async (_engine, [gameId, choice]) => {
    const { window, page } = await member();
    const lobby = await window.tab();
    await lobby.goto('/help/about');
    const frame = await open(page, gameId);
    for (let rounds = 0; rounds < MAX_ROUNDS && (await creditsOf(page)) === 0; rounds++) {
      if (choice) await frame.locator(choice).first().click();
      await frame.locator(READY).click();
      await expect.poll(() => resultsOf(page)).toBe(rounds + 1);
      await frame.locator(READY).waitFor();
    }
    await expectHonest(page, frame, lobby);
    await close(window);
  },
);

/** Bets of which one always pays. */
const TABLES: Readonly<Record<string, readonly [gameId: string, ...spots: string[]]>> = {
  baccarat: [ENGINES.baccarat, 'player', 'banker', 'tie'],
  'sic bo': [ENGINES['sic bo'], 'small', 'big', 'any-triple'],
  'dragon tiger': [ENGINES['dragon tiger'], 'dragon', 'tiger', 'tie'],
  wheel: [ENGINES['table roulette'], 'red', 'black', 'straight-0'],
};

test.each(Object.entries(TABLES))('%s: what a round pays is seen on the table first', async (_table, [gameId, ...spots]) => {
  const { window, page } = await member('.table-stage[data-phase="result"]');
  const frame = await open(page, gameId, '.bet-spot, [data-spot]');
  let confirmedAt = Number.POSITIVE_INFINITY;
  // A payout that is first read together with the next stake is no increase of the balance.
  for (let rounds = 0; rounds < MAX_ROUNDS && (await creditsOf(page, confirmedAt)) === 0; rounds++) {
    await placeOn(page, frame, spots);
    confirmedAt = Date.now();
    await expect.poll(openBets, { interval: SECONDS_BETWEEN_READS * 1_000 }).toEqual([]);
    await expect
      .poll(() => creditsOf(page, confirmedAt), { timeout: PAYOUT_MS })
      .toBeGreaterThan(0)
      .catch(() => undefined);
  }
  expect(await resultsOf(page)).toBeGreaterThan(0);
  expect(await creditsOf(page, confirmedAt)).toBeGreaterThan(0);
  expect(await creditsWithoutSign(page, confirmedAt)).toEqual([]);
  await expectHonest(page, frame);
  // A bet of a later round may be open; its payout must not arrive in the next test.
  await expect.poll(openBets, { interval: SECONDS_BETWEEN_READS * 1_000 }).toEqual([]);
  await close(window);
});

/**
 * Places a chip on each spot. The stake of a refused bet comes back, and a bet that was accepted late may pay: neither belongs to the next
 * bet, so both are awaited before it.
 */
async function placeOn(page: Page, frame: FrameLocator, spots: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      await showsFinalBalance(page, frame);
      // Bets may close before the chips are confirmed.
      await frame.locator('.table-stage[data-phase="betting"]').waitFor();
      for (const spot of spots) await frame.locator(`[data-spot="${spot}"]`).click();
      await frame.locator(READY).click();
      const message = frame.locator('.message');
      await message.filter({ hasText: 'Bet placed' }).waitFor({ timeout: CONFIRMATION_MS });
      return message.textContent();
    })
    .toContain('Bet placed');
}

async function showsFinalBalance(page: Page, frame: FrameLocator): Promise<void> {
  const interval = SECONDS_BETWEEN_READS * 1_000;
  await expect.poll(openBets, { interval }).toEqual([]);
  await expect
    .poll(async () => (await amountsOf(page, frame)).bar === `$${wireToScreen((await player.balance()).sumBalance, 'USD')}`, { interval })
    .toBe(true);
}

test('crash: a payout is shown at the bet first', async () => {
  const { window, page } = await member('.panel-note.gain');
  const frame = await open(page, ENGINES.crash, PLAYABLE);
  await frame.getByRole('switch', { name: 'Cash out automatically' }).first().click();
  await frame.getByLabel('Auto cash-out', { exact: true }).first().fill('1.01');
  // A flight may crash at the start.
  for (let flights = 0; flights < MAX_ROUNDS && (await creditsOf(page)) === 0; flights++) {
    await frame.locator(PLAYABLE).first().click();
    await expect.poll(() => resultsOf(page)).toBe(flights + 1);
    await frame.locator(PLAYABLE).first().waitFor();
  }
  expect(await creditsWithoutSign(page)).toEqual([]);
  await expectHonest(page, frame);
  await close(window);
});

async function openBets(): Promise<readonly string[]> {
  return (await allBets(player)).filter(({ status }) => status === 'open').map(({ roundId }) => roundId);
}

/** A draw rarely pays: a deposit replaces its credit. */
test.each(['keno', 'digits'] as const)('%s: a credit during a draw is shown after the draw', async (engine) => {
  const { window, page } = await member();
  const frame = await open(page, ENGINES[engine]);
  await frame.getByRole('button', { name: 'Quick pick' }).click();
  let answer = () => {};
  await page.route(`**${STUDIO_API.play}`, (route) => {
    answer = () => void route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().endsWith(STUDIO_API.play));
  await frame.locator(READY).click();
  await asked;
  await creditElsewhere();
  answer();
  await expect.poll(() => creditsOf(page)).toBeGreaterThan(0);
  await expectHonest(page, frame);
  await close(window);
});

test('matches: a credit during an open decision is shown when its match has advanced', async () => {
  const { window, page } = await member();
  let isDue = false;
  await page.route(hasPath(EVENT_API.stream), (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
  await page.route(hasPath(EVENT_API.events), async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as EventsAnswer;
    const nextAt = new Date(Date.now() + (isDue ? 0 : 3_600_000)).toISOString();
    await route.fulfill({ response, json: { ...answer, fixtures: answer.fixtures.map((match) => ({ ...match, nextAt })) } });
  });
  const frame = await open(page, ENGINES.matches, 'button.action');
  await frame.getByRole('button', { name: 'Upcoming' }).click();
  const upcoming = frame.locator('.match-panel[data-tab="upcoming"] .fixture');
  await upcoming.nth(3).locator('.odds:not([aria-disabled="true"])').first().click();
  await frame.getByRole('button', { name: 'Place bet' }).click();
  await expect.poll(() => resultsOf(page)).toBe(1);
  isDue = true;
  await expect.poll(() => messagesOf(page, 'result-due')).toBe(1);
  const before = await amountsOf(page, frame);
  await creditElsewhere();
  expect(await amountsOf(page, frame)).toEqual(before);
  isDue = false;
  await expect.poll(async () => (await amountsOf(page, frame)).header).not.toBe(before.header);
  await expectHonest(page, frame);
  await close(window);
});

test('a payout won in another tab reaches the balance of a game', async () => {
  const { window, page } = await member();
  const frame = await open(page, 'NOVA_COIN_HARBOUR');
  const before = await amountsOf(page, frame);
  await player.deposit('17.00');
  await expect.poll(async () => (await amountsOf(page, frame)).game !== before.game).toBe(true);
  await expectAgreed(page, frame);
  await close(window);
});

test('a game left during a round holds no balance back', async () => {
  const { window, page } = await member();
  const frame = await open(page, 'NOVA_COIN_HARBOUR');
  // The response never arrives: the round stays hidden while the game is open.
  await page.route('**/studio/api/play', () => undefined);
  await frame.locator(READY).click();
  const { header } = await amountsOf(page, frame);
  await player.deposit('13.00');
  await page.locator('iframe').evaluate((element) => element.setAttribute('src', 'about:blank'));
  await expect
    .poll(async () => (await page.locator('lagoon-island[name="header-bar"] [data-private]').first().textContent()) !== header)
    .toBe(true);
  await window.close();
});

async function expectHonest(page: Page, frame: FrameLocator, other?: Page): Promise<void> {
  expect(await creditsOf(page)).toBeGreaterThan(0);
  expect(await amountsRiseOnlyAfter(page, other)).toEqual([]);
  await expectAgreed(page, frame);
}

async function expectAgreed(page: Page, frame: FrameLocator): Promise<void> {
  await expect
    .poll(async () => {
      const { header, bar, game } = await amountsOf(page, frame);
      return header === bar && bar === game ? 'agreed' : [header, bar, game];
    })
    .toBe('agreed');
}

function hasPath(path: string): (url: URL) => boolean {
  return ({ pathname }) => pathname === path;
}

/** Waits until another device of the member shows a new credit; a device without a game delays none. */
async function creditElsewhere(): Promise<void> {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enterAs(window, player);
  await window.page.goto('/help/about');
  const header = window.page.locator('lagoon-island[name="header-bar"] [data-private]').first();
  const before = await header.textContent();
  await player.deposit('11.00');
  await expect.poll(() => header.textContent()).not.toBe(before);
  await window.close();
}

/** `sign`: text that a game shows with a paying result. */
async function member(sign = ''): Promise<{ window: Window; page: Page }> {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enterAs(window, player);
  await window.context.addInitScript(recordAmounts, sign);
  await window.page.emulateMedia({ reducedMotion: 'no-preference' });
  return { window, page: window.page };
}

async function open(page: Page, gameId: string, ready = READY): Promise<FrameLocator> {
  await page.goto(`/game?gameId=${gameId}&play=1`);
  const frame = page.frameLocator('iframe');
  await frame.locator(ready).first().waitFor({ state: 'attached' });
  await frame.locator('.readout-balance dd').filter({ hasText: /\d/ }).waitFor();
  return frame;
}

async function close(window: Window): Promise<void> {
  expect(window.problems).toEqual([]);
  await window.close();
}
