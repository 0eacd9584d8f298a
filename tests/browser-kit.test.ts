import { expect, test } from 'vitest';
import { launchBrowser } from './kit/browser.ts';

test('the packaged browser starts and draws text', { timeout: 120_000 }, async () => {
  const browser = await launchBrowser({ installed: false });
  const page = await (await browser.newContext()).newPage();
  await page.setContent('<h1>Hello</h1>');
  expect(await page.textContent('h1')).toBe('Hello');
  await browser.close();
});
