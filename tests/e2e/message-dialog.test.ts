import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MessageRequest } from '../../client/runtime/modals.ts';
import { cleanHtml } from '../../server/html/clean-html.ts';
import type { ChatMessage } from '../../shared/api/chat/schemas.ts';
import { hydrateIslands, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });

test('a message shows sanitised HTML, stays open after a click outside if configured, and closes after its time', async () => {
  const { window, showMessage } = await home();
  const { page } = window;
  const dialog = (name: string) => page.getByRole('dialog', { name });

  const written = '<p>Read <strong>this</strong> <a href="/help" onclick="window.hit=1">help</a></p><img src=x onerror="window.hit=1">';
  await showMessage({ title: 'Rich', html: cleanHtml(written) });
  await dialog('Rich').locator('p > strong', { hasText: 'this' }).waitFor();
  await expect.poll(() => dialog('Rich').locator('img,[onclick]').count()).toBe(0);
  expect(await dialog('Rich').getByRole('link', { name: 'help' }).getAttribute('href')).toBe('/help');
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await page.mouse.click(5, 5);
  await dialog('Rich').waitFor({ state: 'hidden' });

  await showMessage({ title: 'Plain', text: '<b>as it is</b>', coverClose: false });
  await dialog('Plain').getByText('<b>as it is</b>').waitFor();
  await page.mouse.click(5, 5);
  await expect.poll(() => dialog('Plain').isVisible()).toBe(true);
  await dialog('Plain').getByRole('button', { name: 'OK' }).click();
  await dialog('Plain').waitFor({ state: 'hidden' });

  await showMessage({ title: 'Passing', text: 'Soon over', timeoutMs: 3_600_000 });
  await dialog('Passing').waitFor();
  await page.clock.fastForward(3_500_000);
  await expect.poll(() => dialog('Passing').isVisible()).toBe(true);
  // Another message in the same dialog is not closed by the timer of the one before.
  await showMessage({ title: 'Next', text: 'Stays its own time', timeoutMs: 3_600_000 });
  await dialog('Next').waitFor();
  await page.clock.fastForward(200_000);
  await expect.poll(() => dialog('Next').isVisible()).toBe(true);
  await page.clock.fastForward(3_600_000);
  await dialog('Next').waitFor({ state: 'hidden' });
  expect(window.problems).toEqual([]);
  await window.close();
});

test('the loading dialog is the same element with every option, and closes by click, button and time', async () => {
  const { window, show } = await home();
  const { page } = window;
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const element = () => page.locator('dialog[open]').elementHandle();
  await show({ name: 'loading' });
  await dialog('Loading').waitFor();
  const first = await element();
  await page.mouse.click(5, 5);
  await expect.poll(() => dialog('Loading').isVisible()).toBe(true);
  const message = { icon: 'triangle-alert', title: 'Please wait', html: '<p>Your <b>payment</b></p>', buttons: [{ label: 'Stop' }] };
  await show({ name: 'loading', message: { ...message, coverClose: true } });
  await dialog('Please wait').locator('p > b', { hasText: 'payment' }).waitFor();
  expect(await page.evaluate(([one, two]) => one === two, [first, await element()])).toBe(true);
  await page.mouse.click(5, 5);
  await dialog('Please wait').waitFor({ state: 'hidden' });
  await show({ name: 'loading', message });
  await dialog('Please wait').getByRole('button', { name: 'Stop' }).click();
  await dialog('Please wait').waitFor({ state: 'hidden' });
  await show({ name: 'loading', message: { ...message, timeoutMs: 60_000 } });
  await dialog('Please wait').waitFor();
  await page.clock.fastForward(59_000);
  await expect.poll(() => dialog('Please wait').isVisible()).toBe(true);
  await page.clock.fastForward(2_000);
  await dialog('Please wait').waitFor({ state: 'hidden' });
  expect(window.problems).toEqual([]);
  await window.close();
});

test('a message that opens while the one before is closing stays', async () => {
  const { window, showMessage, showAfterClick } = await home();
  const { page } = window;
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await showMessage({ title: 'First', text: 'Closes now' });
  await dialog('First').waitFor();
  await page.evaluate('document.querySelector("dialog[open]").addEventListener("close", () => { window.closes = true; })');
  await showAfterClick({ title: 'Second', text: 'Stays' });
  await dialog('Second').waitFor();
  // Asked again and again from here: the page's policy refuses the text of a function that the page itself would repeat.
  await expect.poll(() => page.evaluate('window.closes')).toBe(true);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await expect.poll(() => dialog('Second').isVisible()).toBe(true);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('the chat polls after the last message, shows each message once, and notifies readers who have scrolled up', async () => {
  const { window, show } = await home();
  const { page } = window;
  const requestedCursors: (string | null)[] = [];
  // Each response is sent once; requests in between find nothing new.
  const answers: { messages: ChatMessage[]; removed: string[] }[] = [{ messages: numbered(1, 40), removed: [] }];
  await page.route('**/CSP_chatMessages*', async (route) => {
    const next = answers.shift();
    if (next) requestedCursors.push(new URL(route.request().url()).searchParams.get('after'));
    const value = { messages: [], removed: [], open: true, ...next };
    await route.fulfill({ json: { success: true, value, code: 'ok', message: '' } });
  });
  await show({ name: 'chat-room' });
  const log = page.getByRole('dialog', { name: 'Chat room' }).getByRole('log');
  await log.getByText('Message 40.').waitFor();
  await log.evaluate((list) => {
    list.scrollTop = 0;
    list.dispatchEvent(new Event('scroll'));
  });
  answers.push({ messages: numbered(40, 43), removed: [] });
  await page.clock.fastForward(3_000);
  await page.getByRole('button', { name: /3 new/i }).click();
  await page.getByRole('button', { name: /3 new/i }).waitFor({ state: 'detached' });
  await expect.poll(() => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight)).toBeLessThan(2);
  answers.push({ messages: [], removed: ['2'] });
  await page.clock.fastForward(3_000);
  await log.getByText('Message 2.', { exact: true }).waitFor({ state: 'detached' });
  expect(requestedCursors).toEqual([null, '40', '43']);
  const displayedMessages = await log.getByText(/^Message \d+\.$/).allTextContents();
  expect(displayedMessages).toEqual(numbered(1, 43).flatMap(({ id, text }) => (id === '2' ? [] : [text])));
  expect(window.problems).toEqual([]);
  await window.close();
});

function numbered(from: number, to: number): ChatMessage[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const id = String(from + index);
    return { id, account: 'de•••01', text: `Message ${id}.`, at: '2026-01-01T08:00:00.000Z', deleted: false };
  });
}

/** The home page with a controlled clock, and a function that opens a dialog. */
async function home() {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.clock.install();
  await page.goto('/index');
  await page.evaluate(hydrateIslands);
  const show = (request: object) => openModal(page, scripts, request);
  return {
    window,
    show,
    showMessage: (message: MessageRequest) => show({ name: 'message', message }),
    /** Confirms the open message and opens the next one before the browser reports that the dialog is closed, which takes a task. */
    showAfterClick: (message: MessageRequest) =>
      openModal(
        page,
        scripts,
        { name: 'message', message },
        `await new Promise((resolve) => {
          const dialog = document.querySelector('dialog[open]');
          new MutationObserver(() => dialog.open || resolve()).observe(dialog, { attributes: true });
          [...dialog.querySelectorAll('button')].at(-1).click();
        })`,
      ),
  };
}

/**
 * Calls `openModal` of the page's own scripts, as its islands do. It is found by the host that it queries because its
 * exported name depends on the build. Passed as a string: the test runner would replace the page's import.
 */
async function openModal(page: Page, scripts: readonly string[], request: object, before = ''): Promise<void> {
  await page.evaluate(`(async () => {
    for (const script of ${JSON.stringify(scripts)})
      for (const part of Object.values(await import(script)))
        if (typeof part === 'function' && String(part).includes('[name="modal-host"]')) {
          ${before};
          return part(${JSON.stringify(request)});
        }
    throw new Error('no script opens dialogs');
  })()`);
}
