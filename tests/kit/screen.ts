import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The sizes that every page is tried at. */
export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;
export type Screen = keyof typeof SCREENS;

/** A browser window of one visitor; `problems` collects what must never happen on a page. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: readonly string[];
  /** Another tab of the same visitor, watched as well. */
  tab(): Promise<Page>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly screen: Screen;
  readonly url: string;
  readonly theme?: 'dark' | 'light';
  readonly language?: string;
  readonly javaScript?: boolean;
}

/** Opens a window with its own cookies. Script errors, console errors, failed requests and policy violations are problems. */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const context = await browser.newContext({
    ...SCREENS[options.screen],
    baseURL: options.url,
    javaScriptEnabled: options.javaScript ?? true,
  });
  const cookies = { theme: options.theme, lang: options.language };
  for (const [name, value] of Object.entries(cookies)) if (value) await context.addCookies([{ name, value, url: options.url }]);
  const problems: string[] = [];
  context.setDefaultTimeout(12_000);
  context.on('page', (page) => watch(page, problems));
  return {
    context,
    page: await context.newPage(),
    problems,
    tab: () => context.newPage(),
    close: () => context.close(),
  };
}

function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`script error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()} on ${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} for ${response.url()}`);
  });
}

/** No violation of WCAG A and AA on the page as it is now, frames included. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)).toEqual([]);
}

/** The page is not wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}
