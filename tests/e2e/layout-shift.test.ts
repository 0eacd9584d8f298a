import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** Sum of layout shifts without user input; smaller values are not visible. */
const LIMIT = 0.02;
const VISITOR = ['/index', '/rng?page=NOVA', '/live', '/login', '/promotions'];
const MEMBER = [
  '/index',
  '/rng',
  '/game?gameId=NOVA_GEM_CASCADE',
  '/member/securityCenter',
  '/member/depositv2',
  '/member/personalHistoryCopy',
];
/** A slow mobile connection: styles, fonts and islands load one after the other. Bytes per second and milliseconds. */
const SLOW = { offline: false, downloadThroughput: 400_000, uploadThroughput: 100_000, latency: 80 };
const stage = openStage({ unhinted: true });

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  let window: Window;
  let page: Page;
  let control: CDPSession;

  beforeAll(async () => {
    window = await openWindow(stage.browser, { screen, url: stage.service.url });
    page = window.page;
    await page.addInitScript(watchShifts);
    control = await window.context.newCDPSession(page);
    await control.send('Network.enable');
    await control.send('Network.emulateNetworkConditions', SLOW);
  });
  afterAll(() => window.close());

  test.each(VISITOR)('%s has no layout shift during hydration', (path) => expectStill(path));

  describe('signed in', () => {
    beforeAll(() => enter(window, DEMO.member));
    test.each(MEMBER)('%s has no layout shift during hydration', (path) => expectStill(path));

    // With the local font of the machine; the packaged browser has Open Sans.
    test('text keeps its place when the fonts load late', async () => {
      await page.route('**/fonts/**', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      for (const path of ['/index', '/rng', '/game?gameId=NOVA_GEM_CASCADE']) await expectStill(path);
      await page.unroute('**/fonts/**');
    });
  });

  // Some other tests load no pictures, so their policy and addresses are checked here. On a slow line preloads are
  // delayed.
  test('no page logged an error or violated the content policy, pictures included', () => {
    expect(window.problems.filter((problem) => !problem.includes('was preloaded using link preload but not used'))).toEqual([]);
  });

  async function expectStill(path: string): Promise<void> {
    await control.send('Network.clearBrowserCache');
    await page.goto(path);
    await page.evaluate(hydrateIslands);
    if (path.startsWith('/game')) await page.frameLocator('iframe').locator('button.action:not([aria-disabled="true"])').waitFor();
    await page.evaluate(() =>
      document.fonts.ready.then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
    );
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: { value: number; what: string }[] }).shifts);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n'),
    ).toBeLessThanOrEqual(LIMIT);
  }
});

/** Runs in the page before all other scripts. */
function watchShifts(): void {
  const shifts: { value: number; what: string }[] = [];
  Object.assign(globalThis, { shifts });
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
  }
  const describe = ({ x, y, width, height }: DOMRect) => `[${[x, y, width, height].map(Math.round)}]`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[]) {
      const what = sources
        .map(({ node, previousRect, currentRect }) => {
          const html = node instanceof Element ? node.outerHTML : (node?.textContent ?? '');
          return `${describe(previousRect)} > ${describe(currentRect)} ${html.slice(0, 80)}`;
        })
        .join(' | ');
      if (!hadRecentInput) shifts.push({ value, what: `at ${Math.round(startTime)} ms, ${innerWidth} px wide: ${what}` });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
