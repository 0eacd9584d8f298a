import axe from 'axe-core';
import type { Browser, BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { showsPictures } from './browser.ts';
import { type Credentials, type Player, signIn } from './player.ts';

/** The screen sizes at which every page is tested. */
export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
export type Screen = keyof typeof SCREENS;

/** A browser window of one visitor; `problems` collects errors that no page may have. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;
  readonly problems: readonly string[];
  /** Another tab of the same visitor, also watched for problems. */
  tab(): Promise<Page>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly screen: Screen;
  readonly url: string;
  readonly theme?: 'dark' | 'light';
  readonly language?: string;
  readonly javaScript?: boolean;
  /** Allows pop-ups; otherwise they are disabled for the day. */
  readonly popups?: boolean;
}

/** Opens a window with its own cookies. Script errors, console errors, failed requests and policy violations are problems. */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const context = await browser.newContext({
    ...SCREENS[options.screen],
    baseURL: options.url,
    javaScriptEnabled: options.javaScript ?? true,
    // Animations take time, and colours measured during one are wrong.
    reducedMotion: 'reduce',
  });
  if (!options.popups) await context.addInitScript(noPopups);
  const cookies = { theme: options.theme, lang: options.language };
  for (const [name, value] of Object.entries(cookies)) if (value) await context.addCookies([{ name, value, url: options.url }]);
  const problems: string[] = [];
  // A generous limit: far longer than a page takes on a busy machine.
  context.setDefaultTimeout(120_000);
  context.on('page', (page) => watch(page, problems, showsPictures(browser)));
  return {
    context,
    page: await context.newPage(),
    url: options.url,
    problems,
    tab: () => context.newPage(),
    close: () => context.close(),
  };
}

/** Runs in each page before its own scripts; frames of games have no storage. */
function noPopups(): void {
  try {
    localStorage.setItem('popups', '{"offUntil":9e15}');
  } catch {}
}

/** Console message of a browser without pictures (`browser.ts`) about preloaded pictures. */
const PICTURE_AHEAD =
  /^A preload for '\S+' is found, but is not used because image loading is disabled|^The resource \S+\.svg was preloaded using link preload but not used/;

function watch(page: Page, problems: string[], pictures: boolean): void {
  page.on('pageerror', (error) => void problems.push(`script error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (!pictures && PICTURE_AHEAD.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()} on ${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} for ${response.url()}`);
  });
}

/** Signs in the window's visitor without loading a page. */
export async function enter(window: Window, credentials: Credentials): Promise<void> {
  await enterAs(window, await signIn(window.url, credentials));
}

/** Gives the window the session of a player, because sign-ins per address and minute are limited. */
export async function enterAs(window: Window, { cookie }: Player): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s));
  await window.context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: window.url })));
}

/** Time for late scripts and closing animations of a page. */
const SETTLE_MS = 2_000;

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AccessibleOptions {
  /** Also checks the colours of the other theme. */
  readonly bothThemes?: boolean;
  /** Position of an open popover, which covers other links. The checker ignores the top layer and would measure them as adjacent. */
  readonly overOthers?: boolean;
}

/** Expects no violation of WCAG A and AA on the current page, frames included, and no two landmarks with the same name. */
export async function expectAccessible(page: Page, { bothThemes = false, overOthers = false }: AccessibleOptions = {}): Promise<void> {
  const rules = overOthers ? { 'target-size': { enabled: false } } : {};
  // The checker measures rule by rule: a page that was still changing (a late script on a busy machine) is checked again.
  let found = await violations(page, rules);
  if (found.length > 0) {
    await page.waitForTimeout(SETTLE_MS);
    // What the fixed header covers of a scrolled page can be reached by scrolling.
    const scrolled = await page.evaluate(() => {
      const before = window.scrollY;
      window.scrollTo(0, 0);
      return before;
    });
    found = (await violations(page, rules)).map((violation) => `${violation}\nat first the page was scrolled by ${scrolled} px`);
  }
  // Colours are the same at every size, and the phone's run uses the other theme.
  if (bothThemes && (page.viewportSize()?.width ?? 0) > SCREENS.phone.viewport.width) {
    await page.evaluate(otherTheme);
    found = [...found, ...(await violationsBy(page, { runOnly: { type: 'rule', values: ['color-contrast'] } }))];
    await page.evaluate(otherTheme);
  }
  expect(found).toEqual([]);
}

/** Violations of WCAG A and AA on the current page, frames included, and landmarks with the same name. */
export function violations(page: Page, rules: axe.RuleObject = {}): Promise<string[]> {
  return violationsBy(page, { runOnly: { type: 'tag', values: WCAG }, rules: { 'landmark-unique': { enabled: true }, ...rules } });
}

/** Each frame is checked from inside, for any origin. */
async function violationsBy(page: Page, options: axe.RunOptions): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) => violationsIn(frame, { ...options, iframes: false, resultTypes: ['violations'] })),
  );
  return found.flat();
}

async function violationsIn(frame: Frame, options: axe.RunOptions): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  return frame.evaluate(async (axeOptions) => {
    const { axe } = window as unknown as { axe: { run(where: Document, options: unknown): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run(document, axeOptions);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(describeNode).join(' | ')}`);

    function describeNode({ html, failureSummary, any }: Violation['nodes'][number]): string {
      const near = any.flatMap(({ relatedNodes = [] }) => relatedNodes.map((node) => node.html.slice(0, 120)));
      return [html.slice(0, 160), failureSummary, ...near].join('\n');
    }
  }, options);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly failureSummary?: string;
    readonly any: readonly { readonly relatedNodes?: readonly { readonly html: string }[] }[];
  }[];
}

function otherTheme(): void {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === 'light' ? 'dark' : 'light';
}

/** A drawn avatar of the profile that is not the member's current one, which is initially random. */
export async function otherAvatar(page: Page): Promise<Locator> {
  const value = await page.locator('input[name="avatar"]:not(:checked)').first().getAttribute('value');
  return page.locator(`input[name="avatar"][value="${value}"]`);
}

/** For `page.evaluate`: every island of the page is hydrated, including those that wait for an interaction. */
export async function hydrateIslands(): Promise<void> {
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const islands = [...document.querySelectorAll<HTMLElement & { hydrate(): Promise<boolean> }>('lagoon-island')];
  if (islands.length > 0) await customElements.whenDefined('lagoon-island');
  await Promise.all(islands.map((island) => island.hydrate()));
}

/** Expects the element to get the focus, possibly after the next render. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
}

/** Expects the page not to be wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

/** On the page of an opened QR deposit: pays at the payment simulator and returns. */
export async function payDeposit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open the payment page' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  // The payment page returns automatically.
  await page.getByRole('heading', { name: 'Deposit credited' }).waitFor();
}
