import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventStream } from '../../shared/api/live/calls.ts';
import { wireToScreen } from '../../shared/money/money.ts';
import { launchBrowser } from '../kit/browser.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** More tabs than a browser's connections to one host. */
const TABS = ['/index', '/rng', '/live', '/promotions', '/member/securityCenter', '/noticePage', '/help/about'];
let service: Service;
let browser: Browser;
let window: Window;
let player: Player;
const tabs: Page[] = [];
const streams: string[] = [];

beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
  player = await signIn(service.url);
  window = await openWindow(browser, { screen: 'desktop', url: service.url });
  window.context.on('request', (request) => {
    if (request.url().includes(eventStream.path)) streams.push(request.url());
  });
  for (const path of TABS) {
    const tab = await window.tab();
    await tab.goto(path.startsWith('/member') ? '/index' : path);
    tabs.push(tab);
  }
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test('signing in reaches every tab', async () => {
  const [first, ...others] = tabs;
  await first?.getByRole('banner').getByRole('button', { name: 'Log in' }).filter({ visible: true }).first().click();
  const dialog = first?.getByRole('dialog');
  await dialog?.getByLabel('User name').fill(DEMO.member.username);
  await dialog?.getByLabel('Password', { exact: true }).fill(DEMO.member.password);
  await dialog?.getByRole('button', { name: 'Log in', exact: true }).click();
  for (const tab of [...(first ? [first] : []), ...others]) await tab.getByRole('button', { name: /^Account of/ }).waitFor();
  await tabs[4]?.goto('/member/securityCenter');
});

test('one stream delivers a balance to all tabs at once', async () => {
  for (const tab of tabs) await tab.evaluate(hydrateIslands);
  await expect.poll(openStreams).toBe(1);
  const before = (await player.balance()).sumBalance;
  await player.deposit('15');
  const after = (await player.balance()).sumBalance;
  expect(after).not.toBe(before);
  for (const tab of tabs) await expectBalance(tab, balanceText(after));
  expect(await openStreams()).toBe(1);
});

test('when the tab with the stream closes, another one opens it', async () => {
  await tabs.shift()?.close();
  await expect.poll(openStreams).toBe(1);
  await player.deposit('20');
  const { sumBalance } = await player.balance();
  for (const tab of tabs) await expectBalance(tab, balanceText(sumBalance));
});

test('a hidden balance is hidden in every tab and on the next page', async () => {
  const [first, second] = tabs;
  await first?.getByRole('banner').getByRole('button', { name: 'Hide balance' }).filter({ visible: true }).first().click();
  for (const tab of tabs) await expect.poll(() => tab.locator('html').getAttribute('data-hide-balance')).not.toBeNull();
  await second?.goto('/member/securityCenter');
  expect(await second?.locator('html').getAttribute('data-hide-balance')).not.toBeNull();
  await second?.getByRole('banner').getByRole('button', { name: 'Show balance' }).filter({ visible: true }).first().click();
  for (const tab of tabs) await expect.poll(() => tab.locator('html').getAttribute('data-hide-balance')).toBeNull();
});

test('a bet in the frame updates the balance of another tab', async () => {
  const [first, second] = tabs;
  await first?.goto('/game?gameId=NOVA_COMET_DICE');
  const frame = first?.frameLocator('iframe');
  const roll = frame?.locator('button.action:not([aria-disabled="true"])');
  await roll?.waitFor();
  const { version } = await player.balance();
  await roll?.click();
  await frame
    ?.getByRole('status')
    .filter({ hasText: /No win|You won|Paid/ })
    .waitFor();
  const after = await player.balance();
  expect(after.version).toBeGreaterThan(version);
  if (first && second) for (const tab of [first, second]) await expectBalance(tab, balanceText(after.sumBalance));
});

test('logging out reaches every tab, member pages included', async () => {
  const [, second] = tabs;
  await second?.goto('/index');
  await second?.getByRole('button', { name: /^Account of/ }).click();
  await second?.locator('#account-menu').getByRole('button', { name: 'Log out' }).click();
  await second?.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log out' }).click();
  for (const tab of tabs)
    await tab.getByRole('link', { name: 'Join now' }).filter({ visible: true }).first().waitFor({ state: 'attached' });
  for (const tab of tabs) await expect.poll(() => tab.getByRole('button', { name: /^Account of/ }).count()).toBe(0);
  await expect.poll(openStreams).toBe(0);
});

test('no tab opened more streams than it led', () => {
  expect(streams.length).toBeLessThanOrEqual(TABS.length * 2);
});

test('no tab had an error', () => {
  expect(window.problems).toEqual([]);
});

/** Event streams that the portal has open. */
async function openStreams(): Promise<number> {
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(/^portal_event_streams (\d+)/m.exec(metrics)?.[1]);
}

function balanceText(wire: string): string {
  return `$${wireToScreen(wire, 'USD')}`;
}

async function expectBalance(tab: Page, amount: string): Promise<void> {
  await tab.getByRole('banner').getByText(amount).filter({ visible: true }).first().waitFor();
}
