import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { png } from '../../server/platform/base/uploads/test-pictures.ts';
import { depositCreate, depositGet } from '../../shared/api/deposit/calls.ts';
import { profileAvatar } from '../../shared/api/profile/calls.ts';
import { accepted, DEMO, signIn } from '../kit/player.ts';
import { enter, enterAs, openWindow, otherAvatar, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
/** Every script except the loader. */
const SCRIPTS = /\/assets\/(?!main)[^/]*\.js$/;
const ANY_SCRIPT = /\/assets\/[^/]*\.js$/;
let window: Window;
let page: Page;

beforeAll(async () => {
  window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  page = window.page;
});

test('input and clicks before the hydration of the login form are not lost', async () => {
  const letGo = await holdIslands(page);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'User name' }).fill(DEMO.member.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.member.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
  letGo();
  await page.getByRole('banner').getByText(/\$\d/).filter({ visible: true }).first().waitFor();
});

test('typing continues in the same field when the login dialog hydrates', async () => {
  const visitor = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const letGo = await holdIslands(visitor.page);
  await visitor.page.goto('/login');
  const password = visitor.page.getByLabel('Password', { exact: true });
  await password.fill('half of ');
  letGo();
  await visitor.page.locator('dialog:modal').waitFor();
  await visitor.page.keyboard.type('a password');
  expect(await password.inputValue()).toBe('half of a password');
  await visitor.close();
});

test('an amount typed before the deposit form hydrates is the amount of the deposit', async () => {
  await enter(window, DEMO.member);
  const letGo = await holdIslands(page);
  await page.goto('/member/depositv2');
  await page.getByRole('textbox', { name: 'Amount' }).fill('75');
  await page.getByRole('button', { name: 'Continue' }).click();
  letGo();
  await page.getByRole('button', { name: 'I have paid' }).waitFor();
  await page.getByRole('definition').filter({ hasText: '$75.00' }).waitFor();
});

test('clicks before the deposit form hydrates are replayed in order, and a form sent twice is one deposit', async () => {
  // The member's previous deposit is still open and replaces the form.
  const agent = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enter(agent, DEMO.agent);
  const sent: string[] = [];
  agent.page.on('request', (request) => {
    if (request.url().endsWith(depositCreate.path)) sent.push(request.postDataJSON().channel);
  });
  const letGo = await holdIslands(agent.page);
  await agent.page.goto('/member/depositv2');
  await agent.page.getByRole('radio', { name: /Bank transfer/ }).check();
  for (const amount of ['$50.00', '$100.00', '$50.00']) await agent.page.getByRole('button', { name: amount, exact: true }).click();
  await agent.page.getByRole('button', { name: 'Continue' }).dblclick();
  letGo();
  await agent.page.getByRole('button', { name: 'I have paid' }).waitFor();
  await agent.page.getByRole('definition').filter({ hasText: '$50.00' }).waitFor();
  expect([sent, agent.problems]).toEqual([['DEMO_BANK'], []]);
  await agent.close();
});

test('changes of a deposit before its page hydrates are applied afterwards', async () => {
  const other = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const player = await signIn(other.url, DEMO.agent);
  await enterAs(other, player);
  const order = { channel: 'DEMO_QR', amount: '20', reference: 'paid-and-taken-back' };
  const { depositId, instructions } = accepted(await player.call(depositCreate, { body: order }));
  const status = async () => accepted(await player.call(depositGet, { query: { depositId } })).status;
  const bank = await other.tab();
  await bank.goto(instructions?.payUrl ?? '');
  await bank.getByRole('button', { name: 'Pay', exact: true }).click();
  // Otherwise the bank's page returns to the site before the payment is reversed.
  await bank.getByRole('link', { name: 'Stay on this page' }).click();
  await expect.poll(status).toBe('credited');
  const letGo = await holdIslands(other.page);
  await other.page.goto(`/member/depositv2?depositId=${depositId}`);
  await other.page.getByRole('heading', { name: 'Deposit credited' }).waitFor();
  await bank.getByRole('button', { name: /chargeback/ }).click();
  await expect.poll(status).toBe('reversed');
  letGo();
  await other.page.getByRole('heading', { name: 'The payment was reversed' }).waitFor();
  expect(other.problems).toEqual([]);
  await other.close();
});

test("a picture selected before its form hydrates is kept, a built-in one or the member's own", async () => {
  const member = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enter(member, DEMO.agent);
  let letGo = await holdIslands(member.page, ANY_SCRIPT);
  await member.page.goto('/member/profile', { waitUntil: 'commit' });
  const other = await otherAvatar(member.page);
  await other.check();
  letGo();
  await member.page.getByText('Your new picture is saved.').waitFor();
  expect(await other.isChecked()).toBe(true);

  letGo = await holdIslands(member.page);
  await member.page.goto('/member/messageV2?tab=feedback');
  await member.page.getByLabel('Pictures').setInputFiles({ name: 'early.png', mimeType: 'image/png', buffer: await png(40, 30) });
  letGo();
  await member.page.getByRole('button', { name: /early\.png/ }).waitFor();
  expect(member.problems).toEqual([]);
  await member.close();
});

test('a message shown before the toast host hydrates can be read afterwards', async () => {
  const member = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await enter(member, DEMO.agent);
  const letGo = await holdIslands(member.page, /\/assets\/island-toast-host-[^/]*\.js$/);
  await member.page.goto('/member/profile');
  const saved = member.page.waitForResponse((response) => response.url().endsWith(profileAvatar.path));
  await (await otherAvatar(member.page)).check();
  await saved;
  // Longer than a message is visible.
  await member.page.waitForTimeout(6_500);
  letGo();
  await member.page.getByText('Your new picture is saved.').waitFor();
  await member.page.getByText('Your new picture is saved.').waitFor({ state: 'detached' });
  expect(member.problems).toEqual([]);
  await member.close();
});

test('a search before the list hydrates is executed', async () => {
  const letGo = await holdIslands(page);
  await page.goto('/rng');
  await page.getByRole('searchbox').fill('koi');
  letGo();
  await page.waitForURL(/gameName=koi$/);
});

test('a failed script is reported only if the page has not been left', async () => {
  const visitor = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  await visitor.page.route(SCRIPTS, (route) => route.abort());
  // On a desktop its form hydrates at once; a page that is only looked at needs no further script.
  await visitor.page.goto('/login');
  const note = visitor.page.locator('#script-trouble');
  await expect.poll(() => note.getAttribute('hidden')).toBeNull();
  const seen = (time: number) =>
    note.evaluate((element: HTMLElement, at) => {
      // Hidden again: on a slow machine the timeout has passed by now.
      element.hidden = true;
      element.getBoundingClientRect();
      element.hidden = false;
      const [wait] = element.getAnimations();
      if (!wait) throw new Error('no wait');
      wait.pause();
      wait.currentTime = at;
      return element.checkVisibility({ visibilityProperty: true });
    }, time);
  expect([await seen(0), await seen(4_900), await seen(5_001)]).toEqual([false, false, true]);
  await visitor.close();
});

test('no page had an error', () => {
  expect(window.problems).toEqual([]);
});

/**
 * Holds scripts back, by default all except the loader, until the returned function is called. Requests
 * keep passing through this route afterwards: removing the route could lose a request made at that moment.
 */
async function holdIslands(target: Page, held = SCRIPTS): Promise<() => void> {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await target.route(held, async (route) => {
    await gate;
    await route.continue();
  });
  return open;
}
