import { beforeAll, expect, test } from 'vitest';
import { ENGINES, openGame, READY } from '../kit/engines.ts';
import { type Player, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, expectFocus, expectNoSidewaysScroll, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url);
});

test.each(['desktop', 'phone'] as const)('on a %s the chat opens next to the game, which continues', async (screen) => {
  const window = await openWindow(stage.browser, { screen, url: stage.service.url });
  const { page } = window;
  await enterAs(window, player);
  const frame = await openGame(page, ENGINES.dice);
  const toggle = page.getByRole('button', { name: 'Chat room', exact: true });
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Chat room' });
  await panel.getByRole('log').waitFor();
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  expect(await toggle.getAttribute('aria-controls')).toBe(await panel.getAttribute('id'));
  await expectFocus(panel.getByRole('heading', { name: 'Chat room' }));
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);

  // A press on something that is covered would not arrive.
  await frame.locator(READY).click();
  await frame.locator('.readout-win dd').filter({ hasText: /\d/ }).waitFor();
  await frame.locator(READY).waitFor();
  const [game, chat] = [await page.locator('iframe').boundingBox(), await panel.boundingBox()];
  const isNextTo = (game?.x ?? 0) + (game?.width ?? 0) <= (chat?.x ?? 0) + 1;
  const isAbove = (game?.y ?? 0) + (game?.height ?? 0) <= (chat?.y ?? 0) + 1;
  expect([isNextTo, isAbove]).toEqual(screen === 'desktop' ? [true, false] : [false, true]);
  expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) + 1);

  const text = `Hello from a ${screen}`;
  await panel.getByRole('textbox', { name: 'Write a message' }).fill(text);
  await page.keyboard.press('Enter');
  await panel.getByRole('log').getByText(text).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expectFocus(toggle);
  await toggle.click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await expectFocus(toggle);
  await expect.poll(() => frame.locator(READY).count()).toBe(1);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('the link to the chat in the menu opens it next to the game as well', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await enterAs(window, player);
  await openGame(page, ENGINES.dice);
  await page.evaluate(() => {
    const link = document.createElement('button');
    link.dataset.modal = 'chat-room';
    document.body.append(link);
    link.click();
    link.remove();
  });
  await page.getByRole('complementary', { name: 'Chat room' }).getByRole('log').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(window.problems).toEqual([]);
  await window.close();
});
