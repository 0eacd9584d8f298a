import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../kit/browser.ts';
import { expectAccessible, openWindow, SCREENS } from '../kit/screen.ts';
import { freePort } from '../kit/service.ts';

let browser: Browser;
let gallery: ChildProcess;
let url: string;
beforeAll(async () => {
  browser = await launchBrowser();
  gallery = spawn(process.execPath, ['server/tools/gallery.mjs'], {
    env: { ...process.env, PORT: String(await freePort()), NODE_ENV: '' },
  });
  url = await printedAddress(gallery);
});
afterAll(async () => {
  await browser.close();
  gallery.kill('SIGTERM');
  if (gallery.exitCode === null) await once(gallery, 'exit');
});

test('the gallery shows every component in both themes, accessible and within the screen', async () => {
  const window = await openWindow(browser, { screen: 'desktop', url });
  await window.page.goto(url);
  await window.page.getByRole('heading', { name: 'Pagination' }).nth(1).waitFor();
  const shown = await window.page.locator('[data-theme="light"] h2').allTextContents();
  expect(componentNames().filter((name) => !shown.includes(name))).toEqual([]);

  await expectAccessible(window.page);
  for (const { viewport } of Object.values(SCREENS)) {
    await window.page.setViewportSize(viewport);
    expect(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await window.page.getByRole('button', { name: 'Open a dialog' }).first().click();
  await window.page.getByRole('dialog', { name: 'A dialog' }).waitFor();

  await expectAccessible(window.page);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('the sign of a busy button has the colour of the text that it hides', async () => {
  const window = await openWindow(browser, { screen: 'desktop', url });
  await window.page.goto(url);
  const busy = window.page.locator('button[aria-busy="true"]');
  await busy.first().waitFor();
  const colours = await busy.evaluateAll((buttons) =>
    buttons.map((button) => {
      const text = button.previousElementSibling ?? button;
      return [getComputedStyle(button, '::after').borderTopColor, getComputedStyle(text).color];
    }),
  );
  expect(colours).toHaveLength(10);
  expect(colours.filter(([sign, text]) => sign !== text)).toEqual([]);
  await window.close();
});

/** The address that the tool prints when it is ready. */
function printedAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout?.on('data', (chunk) => {
      printed += chunk;
      const [address] = /http:\S+/.exec(printed) ?? [];
      if (address) resolve(address);
    });
    stdout?.once('end', () => reject(new Error(`The gallery ended: ${printed}`)));
  });
}

/** Names of the exported components of `client/ui` and its folders. */
function componentNames(): string[] {
  const folder = 'client/ui';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^export function ([A-Z]\w*)\(/gm)].map(([, name = '']) => name),
    );
}
