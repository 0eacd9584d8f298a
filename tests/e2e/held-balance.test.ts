import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { enterAs, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';
import { amountsOf, amountsRiseOnlyAfter, creditsOf, recordAmounts, resultsOf } from '../kit/watched-amounts.ts';

const stage = openStage({ pictures: false });
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url, DEMO.member);
});

const READY = 'button.action:not([aria-disabled="true"])';
/** More than it takes for a round that returns something, by any likelihood. */
const MOST_ROUNDS = 60;

/** What has to be chosen before a round. */
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
    for (let rounds = 0; rounds < MOST_ROUNDS && (await creditsOf(page)) === 0; rounds++) {
      if (choice) await frame.locator(choice).first().click();
      await frame.locator(READY).click();
      await expect.poll(() => resultsOf(page)).toBe(rounds + 1);
      await frame.locator(READY).waitFor();
    }
    await expectHonest(page, frame, lobby);
    await close(window);
  },
);

test('baccarat: what a round pays is seen on the table first', async () => {
  const { window, page } = await member();
  const frame = await open(page, 'KESTREL_KESTREL_BACCARAT', '.bet-spot');
  await expect
    .poll(async () => {
      // Bets may close before the chips are confirmed. Of player and banker one wins, unless it is a tie, where both come back.
      await frame.locator('.table-stage[data-phase="betting"]').waitFor();
      for (const spot of ['player', 'banker']) await frame.locator(`[data-spot="${spot}"]`).click();
      await frame.locator(READY).click();
      return frame.locator('.message').textContent();
    })
    .toContain('Bet placed');
  await expect.poll(() => resultsOf(page)).toBeGreaterThan(0);
  await expect.poll(() => creditsOf(page)).toBeGreaterThan(0);
  await expectHonest(page, frame);
  await close(window);
});

test('a payout that another tab has won arrives in the balance of a game', async () => {
  const { window, page } = await member();
  const frame = await open(page, 'NOVA_COIN_HARBOUR');
  const before = await amountsOf(page, frame);
  await player.deposit('17.00');
  await expect.poll(async () => (await amountsOf(page, frame)).game !== before.game).toBe(true);
  await expectAgreed(page, frame);
  await close(window);
});

test('a game that was left in a round holds nothing back', async () => {
  const { window, page } = await member();
  const frame = await open(page, 'NOVA_COIN_HARBOUR');
  // The answer never comes: the round is not shown for as long as the game is there.
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

async function member(): Promise<{ window: Window; page: Page }> {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enterAs(window, player);
  await window.context.addInitScript(recordAmounts);
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
