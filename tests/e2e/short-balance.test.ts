import { expect, test } from 'vitest';
import { STUDIO_API } from '../../shared/studio/protocol.ts';
import { join } from '../kit/newcomer.ts';
import { signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
const PASSWORD = 'Newcomer-pass-1';

test('without balance a round is refused before a reel moves, nothing is logged, and a button leads to the deposit', async () => {
  const { service, browser } = stage;
  await join(service, 'penniless', PASSWORD, '10.77.1.1');
  const player = await signIn(service.url, { username: 'penniless', password: PASSWORD });
  const window = await openWindow(browser, { screen: 'phone', url: service.url });
  const { page } = window;
  await enterAs(window, player);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    void page.route(`**${STUDIO_API.play}`, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      answer = () => void route.continue();
      resolve();
    });
  });
  await page.goto('/game?gameId=NOVA_COIN_HARBOUR&play=1');
  const frame = page.frameLocator('iframe');
  const action = frame.locator('button.action:not([aria-disabled="true"])');
  await action.waitFor();
  const reels = () => frame.locator('.reels').innerHTML();
  const before = await reels();
  await action.click();
  await isAsked;
  expect(await reels()).toBe(before);
  answer();
  await frame.getByRole('alert').getByText('Not enough balance').waitFor();
  expect(await reels()).toBe(before);
  await action.waitFor();
  await expectAccessible(page);
  const cashier = page.waitForEvent('popup');
  await frame.getByRole('button', { name: 'Deposit' }).click();
  await (await cashier).waitForURL(/deposit/i);
  expect(window.problems).toEqual([]);
  await window.close();
});
