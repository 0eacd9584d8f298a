import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATHS } from '../../client/page/paths.ts';
import { launchBrowser } from '../kit/browser.ts';
import { takePicture } from '../kit/pictures.ts';
import { signIn } from '../kit/player.ts';
import { enterAs, hydrateIslands, openWindow, type Screen, violations, type Window } from '../kit/screen.ts';
import { PAGE_PATHS } from '../kit/spec-platform/pages.ts';
import { closeSite, MEMBER, openSite, type Site } from '../kit/spec-platform/site.ts';
import { RAW_TEXT, type SpecPlatformInput } from '../kit/spec-platform/start.ts';

const PLATFORMS: readonly (readonly [string, SpecPlatformInput])[] = [
  ['every specified call', {}],
  ['the necessary calls only', { has: ({ essential }) => essential }],
];
const SCREENS: readonly Screen[] = ['desktop', 'phone'];
/** Pages with the same content as another one that is opened. */
const SAME = /^\/(?:help\/(?!about)|agent\/(?!agentTeamOverview|agentDividend)|download$|register\.html$)/;
const MEMBER_PATHS = PAGE_PATHS.filter((path) => !SAME.test(path));
/** A page of members is the sign-in for a guest; one of them stands for all. */
const GUEST_PATHS = MEMBER_PATHS.filter((path) => !/^\/(?:member|agent)\//.test(path) || path === '/member/transferFund');

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe.each(PLATFORMS)('a platform with %s', (kind, input) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(input);
  });
  afterAll(() => closeSite(site));

  describe.each(SCREENS)('on a %s', (screen) => {
    test.each([
      ['guest', GUEST_PATHS],
      ['member', MEMBER_PATHS],
    ] as const)('shows every page to a %s', async (visitor, paths) => {
      const window = await openWindow(browser, { screen, url: site.service.url, language: 'EN' });
      await window.context.route('https://a.example.org/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      if (visitor === 'member') await enterAs(window, await signIn(site.service.url, MEMBER));
      const faults: string[] = [];
      for (const path of paths) {
        faults.push(...(await faultsOf(window, path)).map((fault) => `${path}: ${fault}`));
        await takePicture(window.page, `${kind}-${visitor}-${screen}-${path}`);
      }
      await window.close();
      expect(faults).toEqual([]);
    });
  });
});

/** Opens the page, hydrates it and returns what is wrong with it. */
async function faultsOf(window: Window, path: string): Promise<readonly string[]> {
  const { page } = window;
  const known = window.problems.length;
  // The customer service of a platform may be at another site.
  if (path === PATHS.customerService && (await isRedirect(window, path))) return [];
  const response = await page.goto(path);
  await page.evaluate(hydrateIslands);
  return [
    ...(await page.evaluate(lookOf)),
    ...(await violations(page)),
    ...(await rawTexts(page)),
    // The platform has no picture of every fourth game, on purpose.
    ...window.problems.slice(known).filter((line) => !line.includes('/icons/') && !isOwnStatus(line, response?.status(), page.url())),
  ];
}

async function isRedirect({ context }: Window, path: string): Promise<boolean> {
  const status = (await context.request.get(path, { maxRedirects: 0 })).status();
  return status >= 300 && status < 400;
}

/** The browser reports a page with the status 404 as an error: one without a published text has it. */
function isOwnStatus(line: string, status: number | undefined, url: string): boolean {
  return status === 404 && line.includes(`status of 404`) && line.endsWith(`(${url})`);
}

/** For `page.evaluate`: the faults that the document shows. */
function lookOf(): string[] {
  const root = document.documentElement;
  const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.textContent.trim() !== '');
  return [
    ...(root.scrollWidth > root.clientWidth ? [`${root.scrollWidth - root.clientWidth} pixels too wide`] : []),
    ...(headings.length === 1 ? [] : [`${headings.length} main headings`]),
    ...(document.querySelector('main') ? [] : ['no main part']),
  ];
}

async function rawTexts(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const marks = [RAW_TEXT, 'undefined', 'NaN', '[object', 'Invalid Date', '1970'];
  return marks.filter((mark) => text.includes(mark)).map((mark) => `shows "${mark}"`);
}
