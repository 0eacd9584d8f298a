import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type BrowserOptions, launchBrowser } from './browser.ts';
import { type Service, startService } from './service.ts';

/** One service and one browser for all tests of a file, available from its first `beforeAll` on. */
export interface Stage {
  readonly service: Service;
  readonly browser: Browser;
}

/** Call at the top of a test file: opens the stage before its tests and closes it after them. */
export function openStage(options: BrowserOptions = {}): Stage {
  let service: Service | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
    browser = await launchBrowser(options);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  return {
    get service() {
      return opened(service);
    },
    get browser() {
      return opened(browser);
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the stage is not open yet');
  return part;
}
