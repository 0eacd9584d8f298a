import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ENGINES, openGame, PLAYABLE } from '../kit/engines.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { enterAs, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url, DEMO.agent);
});

const SIZES = [
  { width: 768, height: 1024 },
  { width: 820, height: 1180 },
  { width: 912, height: 1368 },
  { width: 1000, height: 700 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
/**
 * Minimum size in CSS pixels, in both directions: controls; the numbers of a roulette board, 36 of which share a phone
 * screen.
 */
const LEAST_CONTROL = 40;
/** Tablets: the targets on the stage have the minimum of controls too. */
const TABLET = { from: 760, to: 1000 };
/** Minimum on a phone with a low height (docs/features/game-frame.md). */
const LEAST_ON_SHORT = 34;
const LEAST_NUMBER = 32;
const ROOM = 'JADE_THIRTEEN_TIDES';

/** First bet of a game, so that chips, slips and messages take their space. */
const FIRST_MOVE: Readonly<Record<string, string>> = {
  roulette: '[data-spot="red"]',
  'table roulette': '[data-spot="red"]',
  'two flights': '.tools button',
  // The winner of a match in play may already be decided.
  matches: '.match-panel[data-tab="upcoming"] .odds:not([aria-disabled="true"])',
};

test.each(Object.entries({ ...ENGINES, 'two flights': ENGINES.crash }))(
  '%s: targets have their size, nothing overlaps, no text is cut, on tablets as elsewhere',
  async (engine, gameId) => {
    const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'desktop' });
    await enterAs(window, player);
    const frame = await openGame(window.page, gameId, PLAYABLE);
    await firstMove(frame, engine);
    for (const { width, height } of SIZES) {
      await window.page.setViewportSize({ width, height });
      if (engine === 'matches') await openSlip(frame, width);
      await expectSound(window.page, frame, { width, height });
    }
    expect(window.problems).toEqual([]);
    await window.close();
  },
);

test.each(['roulette', 'baccarat'] as const)('%s: the field of the custom chip has its size and is on the screen', async (game) => {
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'desktop' });
  await enterAs(window, player);
  const frame = await openGame(window.page, ENGINES[game], '[data-spot][aria-disabled="false"]');
  const field = frame.locator('.own-chip .stake-value');
  await frame.locator('.rack-chip.own').click();
  await field.fill('0.01');
  for (const size of SIZES) {
    await window.page.setViewportSize(size);
    await expectSound(window.page, frame, size);
    await expect.poll(() => field.isVisible()).toBe(true);
  }
  expect(window.problems).toEqual([]);
  await window.close();
});

test('card room: lobby, table and hand have targets of their size, nothing overlaps, no text is cut', async () => {
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'desktop' });
  await enterAs(window, player);
  const { page } = window;
  const measureAll = async () => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectSound(page, frame, size);
    }
  };
  const frame = await openGame(page, ROOM, '[data-level="bay"]');
  await measureAll();
  await frame.getByRole('button', { name: 'Practice table' }).click();
  await frame.getByRole('button', { name: 'Deal a hand' }).waitFor();
  await measureAll();
  await frame.getByRole('button', { name: 'Deal a hand' }).click();
  await frame.locator('.own-card').first().waitFor();
  await measureAll();
  await page.reload();
  await frame.locator('[data-level="bay"]').click();
  await frame.getByRole('button', { name: 'Play for $1.00' }).waitFor();
  await measureAll();
  expect(window.problems).toEqual([]);
  await window.close();
});

test.each(['CN', 'JA', 'TH', 'VI', 'ID'])('in %s the labels of the controls fit on tablets and phones', async (language) => {
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'desktop', language });
  await enterAs(window, player);
  for (const engine of ['slots', 'crash', 'matches'] as const) {
    const frame = await openGame(window.page, ENGINES[engine], PLAYABLE);
    await firstMove(frame, engine);
    for (const { width, height } of SIZES.filter((size) => size.width === 768 || size.width === 390)) {
      await window.page.setViewportSize({ width, height });
      if (engine === 'matches') await openSlip(frame, width);
      await expectSound(window.page, frame, { width, height });
    }
  }
  expect(window.problems).toEqual([]);
  await window.close();
});

async function firstMove(frame: FrameLocator, engine: string): Promise<void> {
  const target = FIRST_MOVE[engine];
  if (engine === 'matches') await frame.locator('.match-tab').nth(1).click();
  if (target) await frame.locator(target).first().click();
}

/** Where the slip is a bottom sheet, its controls are inside. */
async function openSlip(frame: FrameLocator, width: number): Promise<void> {
  const toggle = frame.locator('.slip-toggle[aria-expanded="false"]:not(:disabled)');
  if (width < 1240 && (await toggle.count()) > 0) await toggle.click();
}

/** A layout that is still moving is measured again. */
async function expectSound(page: Page, frame: FrameLocator, { width, height }: (typeof SIZES)[number]): Promise<void> {
  await expect.poll(async () => [width, height, await faultsOf(page, frame, width)]).toEqual([width, height, []]);
}

async function faultsOf(page: Page, frame: FrameLocator, width: number): Promise<string[]> {
  const body = frame.locator('body');
  await expect.poll(() => body.evaluate(() => innerWidth)).toBe(width);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const isTablet = width >= TABLET.from && width <= TABLET.to;
  const name = page.locator('iframe').locator('xpath=../../preceding-sibling::section[last()]/p/strong');
  const isCut = await name.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
  );
  if (isCut) return ['the name of the game is cut'];
  return body.evaluate(measure, {
    control: width < 390 ? LEAST_ON_SHORT : LEAST_CONTROL,
    number: LEAST_NUMBER,
    stage: isTablet ? LEAST_CONTROL : 0,
  });
}

/** Runs in the page: targets that are too small, overlapping targets, and truncated texts. */
function measure(_: Element, least: { readonly control: number; readonly number: number; readonly stage: number }): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  const nameOf = (element: Element) =>
    `${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24)}"`;
  const all = [...document.querySelectorAll<HTMLElement>('.game :is(button, input, a)')].filter(
    (element) => isSeen(element) && !element.matches('.visually-hidden, .visually-hidden *'),
  );
  /** Content that scrolls inside its box is measured where it is visible. */
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const isOnTop = (element: Element) => document.querySelector(':popover-open')?.contains(element) ?? true;
  const isPressed = (element: Element) => !element.matches('input[type="range"], input[type="checkbox"]');
  const controls = all.filter((element) => element.closest('.bar, .head') && isOnTop(element) && isPressed(element));
  /** A press on the frame or the label of a field focuses the field. */
  const targetOf = (element: Element) => element.closest('.stake-text, label') ?? element;
  const smallOf = (elements: readonly Element[], minimum: number) =>
    elements.flatMap((element) => {
      const { width, height } = boxOf(targetOf(element));
      return Math.min(width, height) < minimum - 0.5 ? [`${nameOf(element)} is ${Math.round(width)}x${Math.round(height)}`] : [];
    });
  const numbers = all.filter((element) => element.matches('.spot-straight'));
  const onStage = all.filter(
    (element) => !element.closest('.bar, .head, [popover]') && isPressed(element) && !element.matches('.spot-straight, .edge'),
  );
  const small = [...smallOf(controls, least.control), ...smallOf(numbers, least.number), ...smallOf(onStage, least.stage)];
  const overlaps = controls.flatMap((one, index) =>
    controls.slice(index + 1).flatMap((other) => {
      if (one.contains(other) || other.contains(one)) return [];
      const [a, b] = [boxOf(one), boxOf(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 1 && along > 1 ? [`${nameOf(one)} lies over ${nameOf(other)}`] : [];
    }),
  );
  const cut = [...document.querySelectorAll<HTMLElement>('.game *')].flatMap((element) => {
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isCutting = /hidden|clip/.test(getComputedStyle(element).overflowX);
    if (!isText || !isSeen(element) || element.closest('.visually-hidden, .roads, .card-corner, svg, [aria-hidden="true"]')) return [];
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const isWide = isCutting && element.scrollWidth > element.clientWidth + 1;
    const isBeyond = element.closest('button') && text.width > (element.closest('button')?.getBoundingClientRect().width ?? 0) + 1;
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const isBroken = element.matches('button *, .board-team') && lines > (element.textContent ?? '').trim().split(/[\s\-–/]+/).length;
    return isWide || isBeyond || isBroken ? [`the text of ${nameOf(element)} is cut`] : [];
  });
  const beyond = controls.flatMap((element) => {
    const { left, top, right, bottom } = boxOf(element);
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 ? [`${nameOf(element)} is beyond the edge`] : [];
  });
  const machine = document.querySelector('.machine')?.getBoundingClientRect();
  const sides = [...document.querySelectorAll('.ladder')].filter(isSeen).map(boxOf);
  const [left, right] = sides.length === 2 && machine ? [machine.left - (sides[0]?.right ?? 0), (sides[1]?.left ?? 0) - machine.right] : [];
  const reels =
    left === undefined || right === undefined || (left > 0 && Math.abs(left - right) <= 2)
      ? []
      : [`the reels leave ${Math.round(left)} and ${Math.round(right)} pixels to the prizes`];
  // The tabs of a sports game: one beyond the edge is not noticed.
  const tabs = [...document.querySelectorAll('.match-tab')].flatMap((element) =>
    isSeen(element) && boxOf(element).right > innerWidth ? [`${nameOf(element)} is beyond the edge`] : [],
  );
  const numbersBox = document.querySelector('.table-wheel .record');
  const time = document.querySelector('.table-wheel .time');
  const [a, b] = [numbersBox, time].map((element) => element?.getBoundingClientRect());
  const isCovered = a && b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const covered = isCovered ? ['the time covers the last numbers'] : [];
  // On lower screens the board scrolls.
  const box = document.querySelector('.board-box');
  const columns = [...document.querySelectorAll('.spot-column')].flatMap((element) =>
    innerHeight > 740 && box && boxOf(element).bottom > boxOf(box).bottom + 1 ? [`${nameOf(element)} is cut`] : [],
  );
  return [...new Set([...small, ...columns, ...reels, ...tabs, ...covered, ...overlaps, ...cut, ...beyond])];
}
