import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sessionLogout } from '../../shared/api/session/calls.ts';
import { STUDIO_API } from '../../shared/games/protocol.ts';
import { accepted, signIn } from '../kit/player.ts';
import { enterAs, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });

test('logging out ends the game of this browser, and that of another browser of the member plays on', async () => {
  const [here, elsewhere] = [await openBrowser(), await openBrowser()];
  expect([await here.read(), await elsewhere.read()]).toEqual([200, 200]);
  accepted(await here.player.call(sessionLogout));
  await expect.poll(here.read).toBe(401);
  expect(await elsewhere.read()).toBe(200);
  const frame = elsewhere.page.frameLocator('iframe');
  await frame.locator('button.action:not([aria-disabled="true"])').click();
  await frame.locator('.readout-win dd').filter({ hasText: /\d/ }).waitFor();
  expect(elsewhere.window.problems).toEqual([]);
  await Promise.all([here.window.close(), elsewhere.window.close()]);
});

/** A browser that the member has signed in with of its own, in a game. */
async function openBrowser() {
  const player = await signIn(stage.service.url);
  const window: Window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enterAs(window, player);
  const opened = sessionOf(window.page);
  await window.page.goto('/game?gameId=NOVA_COMET_DICE&play=1');
  const token = await opened;
  const read = async () => (await fetch(stage.service.url + STUDIO_API.history, { headers: { authorization: `Bearer ${token}` } })).status;
  return { window, page: window.page, player, read };
}

async function sessionOf(page: Page): Promise<string> {
  const answer = await page.waitForResponse((response) => response.url().endsWith(STUDIO_API.session));
  return ((await answer.json()) as { token: string }).token;
}
