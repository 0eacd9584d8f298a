import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { securityState } from '../../shared/api/security/calls.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, enterAs, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

test('an account without games sees first steps and games instead of empty boxes, and may hide the steps', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.agent);
  await page.goto('/index');
  const row = page.getByRole('main').getByRole('tabpanel');
  const welcome = row.getByRole('region', { name: /^Welcome, / });
  await welcome.getByRole('link', { name: 'Make a deposit' }).waitFor();
  await welcome.getByRole('link', { name: 'Set a limit' }).waitFor();
  await expect.poll(() => row.getByRole('article').count()).toBeGreaterThan(3);
  await expectAccessible(page);
  await welcome.getByRole('button', { name: 'Hide this welcome' }).click();
  await welcome.waitFor({ state: 'hidden' });
  await page.reload();
  await expect.poll(() => row.getByRole('article').filter({ visible: true }).count()).toBe(7);
  await expect.poll(() => welcome.count()).toBe(0);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('recent games do not wait for the security state, and the second step is suggested on a later page', async () => {
  const player = await signIn(stage.service.url);
  await player.openGame('NOVA_COMET_DICE');
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  await enterAs(window, player);
  const held: Route[] = [];
  await page.route(`**${securityState.path}*`, (route) => void held.push(route));
  await page.goto('/index');
  const row = page.getByRole('main').getByRole('tabpanel');
  await row.getByRole('article').first().waitFor();
  const card = row.getByRole('region', { name: 'Add a second step to your login' });
  await expect.poll(() => held.length).toBe(1);
  const answered = page.waitForResponse(`**${securityState.path}*`);
  await held[0]?.continue();
  await (await answered).finished();
  await expect.poll(() => card.count()).toBe(0);
  await page.unroute(`**${securityState.path}*`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('start'))).toContain('"unprotected":true');
  await page.reload();
  await card.waitFor();
  expect(window.problems).toEqual([]);
  await window.close();
});

test('a trial account is offered a real account, and neither deposits nor limits', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const { page } = window;
  await enter(window, DEMO.trial);
  await page.goto('/index');
  const welcome = page.getByRole('main').getByRole('region', { name: /^Welcome, / });
  await welcome.getByRole('link', { name: 'Open a real account' }).waitFor();
  await expect.poll(() => welcome.getByRole('link').count()).toBe(2);
  expect(window.problems).toEqual([]);
  await window.close();
});

test.each([
  ['desktop', 7],
  ['phone', 3],
] as const)('the row of own games is full on a %s: after a few games and without favourites, more games follow', async (screen, places) => {
  const player = await signIn(stage.service.url, DEMO.agent);
  for (const gameId of ['NOVA_COMET_DICE', 'NOVA_COIN_HARBOUR']) await player.openGame(gameId);
  const window = await openWindow(stage.browser, { screen, url: stage.service.url });
  const { page } = window;
  await enterAs(window, player);
  await page.goto('/index');
  const row = page.getByRole('main').getByRole('tabpanel');
  const names = async () => row.getByRole('article').filter({ visible: true }).locator('[data-part="name"]').allTextContents();
  const more = row.getByRole('link', { name: 'More games' });
  await more.waitFor();
  await expect.poll(async () => (await names()).length).toBe(places - 1);
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Coin Harbour', 'Comet Dice']);
  expect(new Set(await names()).size).toBe(places - 1);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Favourites' }).click();
  await row.getByRole('heading', { name: 'Tap the heart on a game to add it here.' }).waitFor();
  // Its card has the width of three tiles.
  await expect.poll(() => names()).toHaveLength(places - 3);
  await expect.poll(() => more.isVisible()).toBe(false);
  expect(window.problems).toEqual([]);
  await window.close();
});
