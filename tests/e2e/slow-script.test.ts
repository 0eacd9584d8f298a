import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
let window: Window;
let page: Page;

beforeAll(async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
});

test('what is typed and clicked before the login form wakes is not lost', async () => {
  const letGo = await holdIslands(page);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'User name' }).fill(DEMO.member.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.member.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
  await letGo();
  await page.getByRole('banner').getByText(/\$\d/).filter({ visible: true }).first().waitFor();
});

test('whoever is typing when the login dialog wakes goes on where they are', async () => {
  const visitor = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const letGo = await holdIslands(visitor.page);
  await visitor.page.goto('/login');
  const password = visitor.page.getByLabel('Password', { exact: true });
  await password.fill('half of ');
  await letGo();
  await visitor.page.locator('dialog:modal').waitFor();
  await visitor.page.keyboard.type('a password');
  expect(await password.inputValue()).toBe('half of a password');
  await visitor.close();
});

test('an amount typed before the deposit form wakes is the amount of the deposit', async () => {
  await enter(window, DEMO.member);
  const letGo = await holdIslands(page);
  await page.goto('/member/depositv2');
  await page.getByRole('textbox', { name: 'Amount' }).fill('75');
  await page.getByRole('button', { name: 'Continue' }).click();
  await letGo();
  await page.getByRole('button', { name: 'I have paid' }).waitFor();
  await page.getByRole('definition').filter({ hasText: '$75.00' }).waitFor();
});

test('nothing went wrong on the way', () => {
  expect(window.problems).toEqual([]);
});

/** Keeps back every script but the loader and its helper until the returned function is called. */
async function holdIslands(target: Page): Promise<() => Promise<void>> {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const scripts = /\/assets\/(?!main|preload-helper)[^/]*\.js$/;
  await target.route(scripts, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    open();
    await target.unrouteAll({ behavior: 'wait' });
  };
}
