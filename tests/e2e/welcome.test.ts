import { expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, openWindow } from '../kit/screen.ts';
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
  expect(await welcome.count()).toBe(0);
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
  expect(await welcome.getByRole('link').count()).toBe(2);
  expect(window.problems).toEqual([]);
  await window.close();
});
