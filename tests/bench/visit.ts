import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../kit/browser.ts';
import type { Service } from '../kit/service.ts';

/** What the network carried for one page, opened as the first of a visit and not touched. */
export interface Visit {
  readonly page: string;
  readonly scripts: number;
  /** Bytes on the wire, with the headers of the answers. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly allBytes: number;
  readonly requests: number;
}

const PAGES = ['/index', '/rng', '/lottery', '/vip', '/login', '/register', '/deposit'];
const WATCH_MS = 6_000;

/** Each page in a browser of its own without anything stored: a visitor's first page, with its pop-ups. */
export async function* benchVisits(service: Service): AsyncGenerator<Visit> {
  const browser = await launchBrowser();
  try {
    for (const page of PAGES) yield await visit(browser, service.url, page);
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await devtools.send('Network.enable');
  await page.goto(`${url}${path}`);
  await pause(WATCH_MS);
  await context.close();
  const of = (type: string) => [...sizes].filter(([id]) => types.get(id) === type).map(([, size]) => size);
  const sum = (all: Iterable<number>) => [...all].reduce((total, size) => total + size, 0);
  return {
    page: path,
    scripts: of('Script').length,
    scriptBytes: sum(of('Script')),
    styleBytes: sum(of('Stylesheet')),
    allBytes: sum(sizes.values()),
    requests: sizes.size,
  };
}
