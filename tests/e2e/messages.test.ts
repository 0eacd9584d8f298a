import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/transaction.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { createTranslate } from '../../server/platform/base/http/translate-text.ts';
import { addTestMember, TEST_PASSWORD } from '../../server/platform/identity/sessions/test-member.ts';
import { createInbox } from '../../server/platform/notify/inbox/index.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { enter, expectAccessible, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** The platform runs in this process, so that the test can write messages; the built portal calls it over HTTP. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
const windows: Window[] = [];
/** Chromium's console message about a form refused without script. */
const REFUSED = /status of 422/;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
});
afterEach(async () => {
  const problems = windows.flatMap((one) => one.problems).filter((problem) => !REFUSED.test(problem));
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect([problems, platform.faults]).toEqual([[], []]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

async function write(memberId: string, amount: string): Promise<void> {
  const { db, clock, merchant } = platform;
  const inbox = createInbox({ db, clock, merchant, hub: createEventHub(), translate: createTranslate() });
  await inTransaction(db, (tx, afterCommit) =>
    inbox.post(tx, { memberId, template: 'deposit_credited', params: { amount }, href: '/member/depositv2' }, afterCommit),
  );
}

async function open(options: Pick<Parameters<typeof openWindow>[1], 'screen' | 'theme' | 'javaScript'>) {
  const member = await addTestMember(platform);
  const window = await openWindow(browser, { url: service.url, ...options });
  windows.push(window);
  // The studio's artwork is not served: no platform runs next to this portal.
  await window.context.route('**/studio/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: NO_PICTURE }));
  return { window, page: window.page, member, signIn: () => enter(window, { username: member.account, password: TEST_PASSWORD }) };
}
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

test('messages are counted, read and counted down; announcements are next to them', async () => {
  const { page, member, signIn } = await open({ screen: 'desktop', theme: 'dark' });
  await write(member.id, '$10.00');
  await write(member.id, '$20.00');
  await signIn();
  await page.goto('/index');
  await page.getByRole('link', { name: 'Messages, 2 unread' }).click();
  await page.getByText('Choose a message').waitFor();
  await expectAccessible(page, { bothThemes: true });
  await page
    .getByRole('link', { name: /^Deposit credited/ })
    .first()
    .click();
  await page.getByText('$20.00 has been credited to your wallet at Lagoon.').waitFor();
  await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
  await page.reload();
  await page.getByText('$20.00 has been credited to your wallet at Lagoon.').waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => page.getByRole('link', { name: /unread/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Announcements', exact: true }).click();
  await page.getByRole('navigation', { name: 'Notices' }).getByRole('link').first().waitFor();
  await page.goto('/member/messageV2?id=999999');
  await page.getByText('Message not found').waitFor();
});

test('a message with a picture is sent to customer service and listed in the history, on a phone', async () => {
  const { page, signIn } = await open({ screen: 'phone', theme: 'light' });
  await signIn();
  await page.goto('/member/messageV2');
  await page.getByText('No messages yet').waitFor();
  await page.getByRole('link', { name: 'Feedback' }).click();
  await page.getByText('Your messages to customer service and our replies appear here.').waitFor();
  // The row of tabs may be wider than the screen; it starts at the current tab.
  const tab = page.getByRole('link', { name: 'Feedback' });
  await expect.poll(() => tab.evaluate((one) => getComputedStyle(one).getPropertyValue('scroll-initial-target'))).toBe('nearest');
  const text = page.getByLabel('Your message');
  await text.fill('My statement shows a deposit twice.');
  await page.getByText('965 characters left').waitFor();
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f6f8b' } })
    .png()
    .toBuffer();
  await page.getByLabel('Pictures').setInputFiles({ name: 'statement.png', mimeType: 'image/png', buffer: png });
  const send = page.getByRole('button', { name: 'Send' });
  await expect.poll(() => send.isEnabled()).toBe(true);
  await expectAccessible(page, { bothThemes: true });
  await send.click();
  await page.getByText(/^Message sent\. Your ticket number is \d{4}-\d{4}\.$/).waitFor();
  await page.getByText('My statement shows a deposit twice.').waitFor();
  await page.getByRole('img', { name: 'Picture 1' }).waitFor();
  await page.getByText('Waiting for a reply').waitFor();
  await expectAccessible(page);
});

test('without script messages are sent and read too', async () => {
  const { page, member, signIn } = await open({ screen: 'desktop', javaScript: false });
  await write(member.id, '$30.00');
  await signIn();
  await page.goto('/member/messageV2?tab=feedback');
  await page.getByLabel('Your message').fill('No script here.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('No script here.').waitFor();
  await page
    .getByRole('link', { name: /^Messages/ })
    .last()
    .click();
  await page.getByRole('link', { name: /^Deposit credited/ }).click();
  await page.getByText('$30.00 has been credited to your wallet at Lagoon.').waitFor();
  await expect.poll(() => page.getByText('1 unread').count()).toBe(0);
});

test('customer service is a page of the site: a long message is counted, not truncated, and gets a number', async () => {
  const { page, signIn } = await open({ screen: 'desktop', theme: 'light' });
  await signIn();
  await page.goto('/help');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Customer service' }).click();
  await page.waitForURL('**/customerService');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Messages/ })
    .waitFor();
  const text = page.getByLabel('Your message');
  await page.evaluate(hydrateIslands);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Fill in this field.').waitFor();
  expect(await text.getAttribute('aria-invalid')).toBe('true');
  await text.fill('x'.repeat(1_002));
  await page.getByText('2 characters too many').waitFor();
  expect((await text.inputValue()).length).toBe(1_002);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('2 characters too many').waitFor();
  await text.fill(`The wheel stopped. ${'y'.repeat(981)}`);
  await page.getByText('0 characters left').waitFor();
  await expectAccessible(page, { bothThemes: true });
  await page.getByRole('button', { name: 'Send' }).click();
  const sent = page.getByRole('status').filter({ hasText: 'Your ticket number is' });
  const [number = ''] = /\d{4}-\d{4}/.exec(await sent.innerText()) ?? [];
  await page.getByText(`Ticket ${number}`).waitFor();
  await page.getByText('Waiting for a reply').waitFor();
  await expectAccessible(page, { bothThemes: true });
});

test('without script the refused input of a visitor stays', async () => {
  const { page } = await open({ screen: 'phone', javaScript: false });
  await page.goto('/customerService');
  await page.getByRole('banner').first().waitFor();
  await page.getByLabel('Your message').fill('z'.repeat(1_001));
  await page.getByLabel('Characters in the picture').fill('nothing');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  expect((await page.getByLabel('Your message').inputValue()).length).toBe(1_001);
});
