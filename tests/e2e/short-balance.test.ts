import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { STUDIO_API } from '../../shared/games/protocol.ts';
import { ENGINES, PLAYABLE, READY } from '../kit/engines.ts';
import { join } from '../kit/newcomer.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
const PASSWORD = 'Newcomer-pass-1';
let player: Player;
beforeAll(async () => {
  await join(stage.service, 'penniless', PASSWORD, '10.77.1.1');
  player = await signIn(stage.service.url, { username: 'penniless', password: PASSWORD });
});

/** Delays the request of a round until `answer`, so that the page can be examined meanwhile. */
function holdPlay(page: Page) {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    void page.route(`**${STUDIO_API.play}`, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      answer = () => void route.continue();
      resolve();
    });
  });
  return { requested, answer: () => answer() };
}

test('without balance a round is refused before a reel moves, nothing is logged, and a button leads to the deposit', async () => {
  const { service, browser } = stage;
  const window = await openWindow(browser, { screen: 'phone', url: service.url });
  const { page } = window;
  await enterAs(window, player);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const play = holdPlay(page);
  await page.goto('/game?gameId=NOVA_COIN_HARBOUR&play=1');
  const frame = page.frameLocator('iframe');
  const action = frame.locator('button.action:not([aria-disabled="true"])');
  await action.waitFor();
  const reels = () => frame.locator('.reels').innerHTML();
  const before = await reels();
  await action.click();
  await play.requested;
  expect(await reels()).toBe(before);
  play.answer();
  await frame.getByRole('alert').getByText('Not enough balance').waitFor();
  expect(await reels()).toBe(before);
  await action.waitFor();
  await expectAccessible(page);
  const depositPage = page.waitForEvent('popup');
  await frame.getByRole('button', { name: 'Deposit' }).click();
  await (await depositPage).waitForURL(/deposit/i);
  expect(window.problems).toEqual([]);
  await window.close();
});

interface Case {
  readonly gameId: string;
  /** What has to be done before the last press. */
  choose(frame: FrameLocator): Promise<unknown>;
  /** What would move if the round began; empty where the game moves by itself. */
  readonly moving: string;
}
const chip = (spot: string) => async (frame: FrameLocator) => {
  await frame.locator('.table-stage[data-phase="betting"]').waitFor();
  await frame.locator(`[data-spot="${spot}"]`).click();
};
const isTable = (gameId: string) => gameId.startsWith('KESTREL_');
/** Shorter than the time between two rounds of a table. */
const PHASE_MS = 5_000;
const none = async () => undefined;
const CASES: Readonly<Record<string, Case>> = {
  dice: { gameId: ENGINES.dice, choose: none, moving: '.dice-centre' },
  roulette: {
    gameId: ENGINES.roulette,
    choose: (frame) => frame.locator('[data-spot="red"]').click(),
    moving: '.wheel-box',
  },
  keno: { gameId: ENGINES.keno, choose: (frame) => frame.getByRole('button', { name: 'Quick pick' }).click(), moving: '.keno .tray' },
  digits: {
    gameId: ENGINES.digits,
    choose: (frame) => frame.locator('.digit-keys .tool-key').last().click(),
    moving: '.drums',
  },
  duel: { gameId: ENGINES.duel, choose: none, moving: '.duel-table' },
  fish: { gameId: ENGINES.fish, choose: none, moving: '.catches' },
  'dragon tiger': { gameId: ENGINES['dragon tiger'], choose: chip('tiger'), moving: '' },
  baccarat: { gameId: ENGINES.baccarat, choose: chip('player'), moving: '' },
  'table roulette': { gameId: ENGINES['table roulette'], choose: chip('red'), moving: '' },
  'sic bo': { gameId: ENGINES['sic bo'], choose: chip('small'), moving: '' },
  crash: { gameId: ENGINES.crash, choose: none, moving: '' },
  matches: {
    gameId: ENGINES.matches,
    async choose(frame) {
      await frame.getByRole('button', { name: 'Upcoming' }).click();
      await frame.locator('.match-panel[data-tab="upcoming"] .fixture').nth(3).locator('.odds:not([aria-disabled="true"])').first().click();
    },
    moving: '',
  },
};

test.each(Object.entries(CASES))(
  '%s: without balance nothing begins, and a button leads to the deposit',
  async (engine, { gameId, choose, moving }) => {
    const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
    const { page } = window;
    await enterAs(window, player);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`/game?gameId=${gameId}&play=1`);
    const frame = page.frameLocator('iframe');
    await frame.locator('.readout-balance dd').filter({ hasText: /\d/ }).waitFor();
    await frame
      .locator(engine === 'crash' ? PLAYABLE : 'button.action')
      .first()
      .waitFor();
    const press = (options: { timeout?: number } = {}) =>
      frame
        .locator(engine === 'crash' ? PLAYABLE : READY)
        .first()
        .click(options);
    const refusal = frame.getByRole('alert').getByText('Not enough balance');
    await choose(frame);
    const seen = () => (moving ? frame.locator(moving).innerHTML() : '');
    const before = await seen();
    const play = moving ? holdPlay(page) : undefined;
    if (isTable(gameId)) {
      // Bets may close before the button is pressed: the chips are gone then, and chosen again in the next round.
      const isRefused = () =>
        press({ timeout: PHASE_MS })
          .then(() => refusal.waitFor({ timeout: PHASE_MS }))
          .then(
            () => true,
            () => false,
          );
      while (!(await isRefused())) await choose(frame);
    } else {
      await press();
    }
    await play?.requested;
    expect(await seen()).toBe(before);
    play?.answer();
    await refusal.waitFor();
    expect(await seen()).toBe(before);
    expect(await frame.locator('.readout-balance dd').textContent()).toBe('$0.00');
    const depositPage = page.waitForEvent('popup');
    await frame.getByRole('button', { name: 'Deposit' }).click();
    await (await depositPage).waitForURL(/deposit/i);
    expect(window.problems).toEqual([]);
    await window.close();
  },
);

test('a room: without balance a player gets no seat, the other one is not charged, and a button leads to the deposit', async () => {
  const { url } = stage.service;
  const rich = await signIn(url, DEMO.member);
  const { sumBalance } = await rich.balance();
  const windows = await Promise.all(
    [player, rich].map(async (one) => {
      const window = await openWindow(stage.browser, { screen: 'desktop', url });
      await enterAs(window, one);
      await window.page.goto('/game?gameId=JADE_THIRTEEN_TIDES');
      return window;
    }),
  );
  const [frame, other] = windows.map(({ page }) => page.frameLocator('iframe')) as [FrameLocator, FrameLocator];
  await frame.locator('[data-level="bay"]').click();
  await frame.getByRole('alert').getByText('Not enough balance').waitFor();
  await expect.poll(() => frame.locator('.room-lobby').isVisible()).toBe(true);
  await expect.poll(() => frame.locator('.room-table').isVisible()).toBe(false);
  const depositPage = windows[0]?.page.waitForEvent('popup');
  await frame.getByRole('button', { name: 'Deposit' }).click();
  await (await depositPage)?.waitForURL(/deposit/i);
  await other.locator('[data-level="bay"]').click();
  await other.getByRole('button', { name: 'Play for $1.00' }).click();
  await other.getByText('Ready', { exact: true }).waitFor();
  // The player with a balance is alone.
  await expect.poll(() => other.getByText('Ready', { exact: true }).count()).toBe(1);
  await expect.poll(() => other.locator('.own-card').count()).toBe(0);
  expect((await rich.balance()).sumBalance).toBe(sumBalance);
  for (const window of windows) {
    expect(window.problems).toEqual([]);
    await window.close();
  }
});
