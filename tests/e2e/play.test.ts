import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { TABLE_API } from '../../shared/games/live/protocol.ts';
import { STUDIO_API } from '../../shared/games/protocol.ts';
import { toScreen } from '../../shared/money/money.ts';
import { ENGINES, openGame as open, PLAYABLE, READY } from '../kit/engines.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { showRoundsOf } from '../kit/rounds.ts';
import { enterAs, expectAccessible, openWindow, SCREENS, type Window, type WindowOptions } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
/** One sign-in for all windows: sign-ins per address and minute are limited. */
let player: Player;
/** A second member for games that are only opened: launches per member and minute are limited to sixty. */
let onlooker: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url);
  onlooker = await signIn(stage.service.url, DEMO.agent);
});

const SLOT = ENGINES.slots;
const CONTROLS = 'button.action, .go, .readout, .rack-chip, .tool, .step';
/** Targets that are pressed on the stages of the engines. */
const TARGETS = '.spot-straight, .number-cell, .digit-key, .bet-spot, .odds, .choice';
const RESULT = /No win|You won|Paid/;

test('a big win is shown at once with reduced motion, and a key closes it; the button keeps the focus', async () => {
  const { window, page } = await member({ screen: 'phone' });
  const { payout } = await showRoundsOf(page, 'harbour', (round) => round.payout >= round.stake * 25n && round.payout < round.stake * 50n);
  const frame = await open(page, SLOT);
  await frame.locator('body').evaluate(stopLongTimers);
  await frame.locator(READY).click();
  const show = frame.locator('.win-show');
  await show.waitFor();
  expect(await show.getAttribute('data-tier')).toBe('huge');
  await expect.poll(() => show.locator('.win-amount').textContent()).toBe(`$${toScreen(payout, 'USD')}`);
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await show.waitFor({ state: 'hidden' });
  await frame
    .locator('.message.above')
    .getByText(`You won $${toScreen(payout, 'USD')}`)
    .waitFor();
  await frame.locator(READY).waitFor();
  expect(await frame.locator('button.action').evaluate((button) => button === document.activeElement)).toBe(true);
  await close(window);
});

test.each(['at', 'below'] as const)('a return %s the stake is announced without a celebration', async (where) => {
  const { window, page } = await member({ screen: 'phone' });
  await showRoundsOf(page, 'harbour', ({ stake, payout }) => (where === 'at' ? payout === stake : payout > 0n && payout < stake));
  const frame = await open(page, SLOT);
  await frame.locator(READY).click();
  await frame
    .locator('.message.shown')
    .getByText(/^Paid \$\S+ of \$\S+$/)
    .waitFor();
  // A celebration ends before the return is announced; its decoration stays.
  await expect.poll(() => frame.locator('.win-show[data-tier], .above').count()).toBe(0);
  await close(window);
});

test('arrow keys change the stake, up to both limits', async () => {
  const { window, page } = await member({ screen: 'desktop' });
  const frame = await open(page, SLOT);
  await page.locator('iframe').focus();
  const stake = () => frame.locator('.stake-value').inputValue();
  const first = await stake();
  await page.keyboard.press('ArrowUp');
  await expect.poll(stake).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(stake).toBe(first);
  for (const [key, end] of [
    ['ArrowRight', 'Higher stake'],
    ['ArrowDown', 'Lower stake'],
  ] as const) {
    for (let rung = 0; rung < 40; rung++) await page.keyboard.press(key);
    await expect.poll(() => frame.getByRole('button', { name: end }).isDisabled()).toBe(true);
  }
  await close(window);
});

test('a held key plays one round: the next one needs a new press', async () => {
  const { window, page } = await member({ screen: 'desktop' });
  await showRoundsOf(page, 'harbour', ({ payout }) => payout === 0n);
  let rounds = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(STUDIO_API.play)) rounds += 1;
  });
  const frame = await open(page, SLOT);
  await frame.locator(READY).focus();
  await page.keyboard.down('Enter');
  await expect.poll(() => rounds).toBe(1);
  await frame.locator(READY).waitFor();
  // The key is down already: the browser repeats it.
  for (let again = 0; again < 5; again++) await page.keyboard.down('Enter');
  await expect.poll(() => frame.locator(READY).count()).toBe(1);
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => rounds).toBe(2);
  await frame.locator(READY).waitFor();
  await close(window);
});

test('a table open in too many tabs shows an error, and continues when another one is closed', async () => {
  const { window, page } = await member({ screen: 'phone' });
  let isFull = true;
  await page.route(`**${TABLE_API.stream}*`, (route) =>
    isFull ? route.fulfill({ status: 429, json: { error: 'too_many_streams' } }) : route.continue(),
  );
  await page.goto('/game?gameId=KESTREL_DRAGON_TIGER_GATE');
  const notice = page.frameLocator('iframe').getByRole('alertdialog', { name: 'Too many windows' });
  await notice.waitFor();
  await expectAccessible(page);
  isFull = false;
  const again = page.waitForResponse((response) => response.url().includes(TABLE_API.stream) && response.ok());
  await notice.getByRole('button', { name: 'Try again' }).click();
  await again;
  await notice.waitFor({ state: 'hidden' });
  // The browser logs every refused response.
  expect(window.problems.filter((problem) => !problem.includes('429'))).toEqual([]);
  await window.close();
});

test('on a phone in landscape every game fits the screen with all its controls', async () => {
  const { window, page } = await member({ screen: 'phone' }, onlooker);
  for (const [engine, gameId] of Object.entries(ENGINES)) {
    // One launch for both sizes: launches per member and minute are limited.
    const frame = await open(page, gameId, PLAYABLE);
    for (const { width, height } of [
      { width: 844, height: 390 },
      { width: 667, height: 375 },
    ]) {
      await page.setViewportSize({ width, height });
      const inside = frame.locator('body');
      await expect.poll(() => inside.evaluate(() => innerWidth)).toBe(width);
      await expect
        .poll(async () => [engine, await inside.evaluate(() => innerHeight)])
        .toEqual([engine, expect.toSatisfy((high) => high >= height - 48)]);
      await expect.poll(async () => [engine, width, await inside.evaluate(outOfSight, CONTROLS)]).toEqual([engine, width, []]);
    }
  }
  await close(window);
});

test('on portrait phones and on a desktop every game shows its controls on the screen, and targets have a height', async () => {
  const { window, page } = await member({ screen: 'phone' });
  for (const [engine, gameId] of Object.entries(ENGINES)) {
    const frame = await open(page, gameId, PLAYABLE);
    // Results of a round need space too.
    await playRound(frame, engine);
    for (const { width, height } of [
      { width: 320, height: 480 },
      { width: 360, height: 640 },
      SCREENS.phone.viewport,
      SCREENS.desktop.viewport,
    ]) {
      await page.setViewportSize({ width, height });
      const inside = frame.locator('body');
      await expect.poll(() => inside.evaluate(() => innerWidth)).toBe(width);
      await expect.poll(async () => [engine, width, await inside.evaluate(outOfSight, CONTROLS)]).toEqual([engine, width, []]);
      expect([engine, width, await inside.evaluate(outOfReach, TARGETS)]).toEqual([engine, width, []]);
    }
  }
  await close(window);
});

test('on a small portrait phone reels and cards have space, and seats show all their texts', async () => {
  const { window, page } = await member({ screen: 'phone' }, onlooker);
  await page.setViewportSize({ width: 375, height: 553 });
  for (const gameId of [SLOT, ENGINES.cascades]) {
    const frame = await open(page, gameId);
    const box = async (part: string) => (await frame.locator(part).boundingBox()) ?? { y: 0, width: 0, height: 0 };
    const between = async () => {
      const [head, machine, bar] = [await box('.head'), await box('.machine'), await box('.bar')];
      return [gameId, machine.width > 100, machine.y >= head.y + head.height - 1, machine.y + machine.height <= bar.y];
    };
    await expect.poll(between).toEqual([gameId, true, true, true]);
  }
  for (const gameId of [ENGINES.baccarat, ENGINES['dragon tiger']]) {
    const scene = (await open(page, gameId)).locator('.card-scene');
    await expect.poll(async () => (await scene.boundingBox())?.height).toBeGreaterThan(30);
  }
  await page.goto('/game?gameId=JADE_THIRTEEN_TIDES');
  const frame = page.frameLocator('iframe');
  await frame.locator('[data-level="bay"]').click();
  const names = frame.locator('.room-others .room-name');
  await names.first().waitFor();
  await expect.poll(() => names.evaluateAll((all) => all.map((name) => name.scrollWidth - name.clientWidth))).toEqual([0, 0, 0]);
  await close(window);
});

test('labels over amounts stay on one line in every language', async () => {
  for (const language of ['EN', 'CN', 'JA', 'TH', 'VI', 'ID']) {
    const { window, page } = await member({ screen: 'phone', language }, onlooker);
    await page.setViewportSize({ ...SCREENS.phone.viewport, width: 360 });
    for (const gameId of [SLOT, 'DS88_DEEPWATER_FOOTBALL']) {
      const frame = await open(page, gameId, 'button.action');
      const labels = frame.locator('.readout dt');
      const heights = () => labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
      await expect.poll(async () => [language, (await heights()).map((height) => height <= 18)]).toEqual([language, [true, true, true]]);
    }
    await close(window);
  }
});

test.each(Object.entries(ENGINES))('%s without movement: nothing moves, and a round comes to its result', async (engine, gameId) => {
  const { window, page } = await member({ screen: 'phone' });
  const frame = await open(page, gameId, PLAYABLE);
  await playRound(frame, engine);
  expect(await frame.locator('body').evaluate(movements)).toEqual([]);
  await close(window);
});

/** Engines whose rounds are started by the player, and the selection required before. */
const ROUNDS: Readonly<Record<string, string>> = {
  slots: '',
  cascades: '',
  roulette: '[data-spot="red"]',
  dice: '',
  keno: '.keno-tools button',
  digits: '.digit-keys .tool-key:last-child',
  fish: '',
  duel: '',
};

/** Plays a round to its result; other engines start rounds by the clock. */
async function playRound(frame: FrameLocator, engine: string): Promise<void> {
  const chosen = ROUNDS[engine];
  if (chosen === undefined) return;
  if (chosen) await frame.locator(chosen).first().click();
  await frame.locator(READY).click();
  await frame.getByRole('status').filter({ hasText: RESULT }).waitFor();
}

/**
 * Runs in the page: disables timers that close elements, so that a slow machine sees them and only the player closes
 * them.
 */
function stopLongTimers(): void {
  const start = window.setTimeout.bind(window);
  window.setTimeout = ((run: () => void, milliseconds = 0) =>
    milliseconds > 1_000 ? 0 : start(run, milliseconds)) as typeof window.setTimeout;
}

/** Runs in the page: long animations. An element that only waits for its timeout does not move. */
function movements(): string[] {
  return document.getAnimations().flatMap(({ effect, playState }) => {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().endTime) <= 50) return [];
    const styles = effect.getKeyframes().map(({ transform, opacity }) => `${transform} ${opacity}`);
    return new Set(styles).size === 1 ? [] : [`${effect.target?.className}`];
  });
}

/** Runs in the page: elements that are visible but not completely inside the window. */
function outOfSight(_: Element, selector: string): string[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    const isWithin = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return width === 0 || isWithin ? [] : [element.className];
  });
}

/** Runs in the page: elements smaller than the minimum target size (WCAG 2.5.8), or outside the screen. */
function outOfReach(_: Element, selector: string): string[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    const isMet = height >= 24 && left >= -1 && right <= innerWidth + 1;
    return width === 0 || isMet ? [] : [`${element.className} ${Math.round(height)} ${Math.round(right)}`];
  });
}

async function member(options: Omit<WindowOptions, 'url'>, account = player): Promise<{ window: Window; page: Page }> {
  const window = await openWindow(stage.browser, { url: stage.service.url, ...options });
  await enterAs(window, account);
  return { window, page: window.page };
}

async function close(window: Window): Promise<void> {
  expect(window.problems).toEqual([]);
  await window.close();
}
