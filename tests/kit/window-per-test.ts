import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { takePicture } from './pictures.ts';
import type { Player } from './player.ts';
import { enterAs, openWindow, type Window, type WindowOptions } from './screen.ts';

export interface WindowPerTest {
  /** Opens the window of the test, with the session of the player. */
  open(options: WindowOptions & { readonly player?: Player }): Promise<Window>;
  /** What is wrong with its pages so far. */
  problems(): readonly string[];
}

/** Starts one browser for the test file that calls it. A test that fails leaves a picture of its window. */
export function windowPerTest(): WindowPerTest {
  let browser: Browser | undefined;
  let window: Window | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && window) await takePicture(window.page, `failed-${task.name}`);
    await window?.close();
    window = undefined;
  });
  return {
    async open({ player, ...options }) {
      if (!browser) throw new Error('the browser has not started');
      window = await openWindow(browser, options);
      if (player) await enterAs(window, player);
      return window;
    },
    problems: () => window?.problems ?? [],
  };
}
