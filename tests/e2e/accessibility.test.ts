import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** Pages that are the same for every visitor. */
const PUBLIC = [
  '/index',
  '/login',
  '/register',
  '/rng?page=NOVA',
  '/live',
  '/elott',
  '/pvp',
  '/sports',
  '/lottery',
  '/seaLottery?gameCode=TCG_SEA_SEA_FOUR&playType=last2',
  '/rng?gameName=no+such+game',
  '/promotions',
  '/raffle',
  '/noticePage',
  '/help/about',
  '/help/safer-play',
  '/game?gameId=NOVA_COMET_DICE',
  '/member/depositv2',
  '/no-such-page',
  '/studio/verify/unknown-round',
];
/** Pages with different parts on phones; the other pages only change their layout. */
const OTHER_ON_PHONES: readonly string[] = [
  '/index',
  '/login',
  '/rng?page=NOVA',
  '/sports',
  '/lottery',
  '/seaLottery?gameCode=TCG_SEA_SEA_FOUR&playType=last2',
  '/game?gameId=NOVA_COMET_DICE',
];
const MEMBER = ['/index', '/favourites', '/pvp', '/member/securityCenter', '/member/depositv2', '/member/personalHistoryCopy'];
const ENGINES = {
  slot: 'NOVA_GEM_CASCADE',
  dice: 'NOVA_COMET_DICE',
  roulette: 'NOVA_NOVA_ROULETTE',
  baccarat: 'KESTREL_KESTREL_BACCARAT',
  keno: 'STARFALL_STARFALL_KENO',
  fish: 'TIDAL_HARPOON_BAY',
  duel: 'JADE_SUN_AND_MOON',
  digits: 'HALO_HALO_FOUR',
};

const stage = openStage();

/** Everything is checked in one theme, and the colors again in the other. */
describe.each([
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)('on a %s', (screen, theme) => {
  let window: Window;
  let page: Page;

  beforeAll(async () => {
    window = await openWindow(stage.browser, { screen, theme, url: stage.service.url });
    page = window.page;
  });
  afterAll(() => window.close());

  test.each(PUBLIC)('%s', async (path) => {
    await open(page, path);
    if (screen === 'desktop' || OTHER_ON_PHONES.includes(path)) await expectAccessible(page, { bothThemes: true });
    await expectFits(page, screen === 'phone');
  });

  test('menus', async () => {
    await open(page, '/index');
    if (screen === 'desktop') {
      await page.getByRole('button', { name: 'Show providers of Slots' }).click();
      await page
        .getByRole('link', { name: /^Play / })
        .first()
        .waitFor();
      await expectAccessible(page, { bothThemes: true });
      await page.keyboard.press('Escape');
      await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click();
    } else {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('#drawer').waitFor();
      await expectAccessible(page, { bothThemes: true });
      await page.keyboard.press('Escape');
      await page.getByRole('contentinfo').getByRole('button', { name: 'Language: English' }).click();
    }
    await page.getByRole('button', { name: '日本語' }).filter({ visible: true }).waitFor();
    await expectAccessible(page, { bothThemes: true, overOthers: screen === 'phone' });
  });

  describe('signed in', () => {
    beforeAll(() => enter(window, DEMO.member));

    test.each(MEMBER)('%s', async (path) => {
      await open(page, path);
      await expectAccessible(page, { bothThemes: true });
      await expectFits(page, screen === 'phone');
    });

    test('the confirmation before logging out', async () => {
      await open(page, '/index');
      await page.getByRole('button', { name: screen === 'desktop' ? /^Account of/ : 'Menu' }).click();
      await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).first().click();
      await page.getByRole('dialog', { name: 'Log out?' }).waitFor();
      await expectAccessible(page, { bothThemes: true });
    });

    test.each(Object.entries(ENGINES))('%s in its frame, with its dialogs', async (engine, gameId) => {
      await page.goto(`/game?gameId=${gameId}&play=1`);
      const frame = page.frameLocator('iframe');
      const action = frame.locator('button.action:not([aria-disabled="true"])');
      await action.waitFor();
      await expectAccessible(page, { bothThemes: true });
      await expectFits(page, screen === 'phone');
      // The portal pauses and resumes every engine.
      for (const [type, state] of [
        ['pause', '[aria-disabled="true"]'],
        ['resume', ':not([aria-disabled="true"])'],
      ] as const) {
        await page.evaluate(
          (messageType) => document.querySelector('iframe')?.contentWindow?.postMessage({ lagoon: 1, type: messageType }, '*'),
          type,
        );
        await frame.locator(`button.action${state}`).waitFor();
      }
      // The dialogs are the same at both sizes.
      if (screen === 'phone') return;
      for (const name of ['Rules and pay table', 'Last rounds', 'Fairness']) {
        await frame.getByRole('button', { name, exact: true }).click();
        const dialog = frame.getByRole('dialog');
        await dialog.waitFor();
        // All games have the same dialogs; one shows their colours in the other theme.
        await expectAccessible(page, { bothThemes: engine === 'slot' });
        await dialog.getByRole('button', { name: 'Close' }).first().click();
        await dialog.waitFor({ state: 'detached' });
      }
    });
  });

  test('a trial account that wants to deposit', async () => {
    await enter(window, DEMO.trial);
    await open(page, '/member/depositv2');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).waitFor();
    await expectAccessible(page, { bothThemes: true });
    await expectFits(page, screen === 'phone');
  });

  test('no page logged an error or violated the content policy', () => {
    expect(window.problems.filter((problem) => !/(no-such-page|unknown-round).*status of 404/.test(problem))).toEqual([]);
  });
});

/** Loads the page and hydrates all its islands. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(hydrateIslands);
}

async function expectFits(page: Page, phone: boolean): Promise<void> {
  await expectNoSidewaysScroll(page);
  if (!phone) return;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}
