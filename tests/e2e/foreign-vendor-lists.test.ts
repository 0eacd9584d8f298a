import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../kit/browser.ts';
import { type ForeignVendor, startForeignVendor } from '../kit/foreign-vendor/start.ts';
import { type OwnMerchant, openOwnMerchant } from '../kit/own-merchant.ts';
import { enterAs, expectAccessible, expectNoSidewaysScroll, openWindow, type Screen, type Window } from '../kit/screen.ts';

/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const KEY = 'the-key-that-reef-and-the-merchant-share';

let vendor: ForeignVendor;
let merchant: OwnMerchant;
let browser: Browser;
let window: Window | undefined;

beforeAll(async () => {
  vendor = await startForeignVendor({ code: 'REEF', key: KEY, site: () => merchant.service.url });
  const provider = {
    code: 'REEF',
    name: 'Reef Works',
    keyVariable: 'REEF_KEY',
    launchUrl: `${vendor.url}/open?token={ticket}&game={game}&lang={language}&theme={theme}`,
    permissions: ['bet', 'games', 'events', 'rooms', 'slips'],
    currencies: ['THB'],
    languages: ['EN', 'TH'],
    vendors: [{ code: 'REEF', name: 'Reef' }],
  };
  merchant = await openOwnMerchant({ file: { vendors: { builtIn: [], providers: [provider] } }, env: { REEF_KEY: KEY } });
  browser = await launchBrowser();
  for (const report of [vendor.reportGames, vendor.reportMatches, () => vendor.reportRooms(3, 1)])
    expect(await report()).toEqual({ status: 'OK' });
});
afterAll(async () => {
  await browser?.close();
  await merchant?.close();
  await vendor?.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && window) await picture(window.page, `failed-${task.name}`);
  await window?.close();
  window = undefined;
});

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true });
}

async function enterPage(screen: Screen, name: string): Promise<Page> {
  const { player } = await merchant.member(name, '500');
  window = await openWindow(browser, { screen, url: merchant.service.url, language: 'EN' });
  await enterAs(window, player);
  return window.page;
}

describe.each<Screen>(['desktop', 'phone'])('reports of an outside vendor on a %s', (screen) => {
  test('rooms are listed with stake and players, and a chosen one opens its game', async () => {
    await vendor.reportRooms(3, 1);
    const page = await enterPage(screen, `rooms${screen}`);
    await page.goto('/pvp');
    const rooms = page.getByRole('region', { name: 'Card rooms' }).getByRole('listitem');
    await expect.poll(() => rooms.count()).toBe(2);
    expect((await rooms.allInnerTexts()).map((text) => text.split('\n').filter(Boolean))).toEqual([
      ['Shell Duel', 'Reef', '฿20.00 a hand', expect.stringMatching(/3.*1/)],
      ['Shell Duel', 'Reef', '฿200.00 a hand', expect.any(String)],
    ]);
    await page.locator('[data-tile]', { hasText: 'Shell Duel' }).waitFor();
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    await picture(page, `rooms-${screen}`);
    await rooms.first().getByRole('link', { name: 'Shell Duel' }).click();
    await page.frameLocator('iframe').getByText('reef-low').waitFor();
    expect(window?.problems).toEqual([]);
  });

  test('matches are listed with odds and score, and a bet on one has its slip in the record', async () => {
    const page = await enterPage(screen, `cup${screen}`);
    await page.goto('/sports');
    const cards = page.getByRole('article');
    await cards.filter({ hasText: 'Anemone FC' }).first().waitFor();
    // Reported without the hash of a seed: real matches.
    expect(await page.locator('main').innerText()).not.toContain('virtual');
    const live = await cards.filter({ hasText: 'Eel Rangers' }).first().innerText();
    expect(live.replaceAll(/\s+/g, ' ')).toMatch(/Reef League.*Eel Rangers.*2.*Finch Harbour.*1/);
    const card = cards.filter({ hasText: 'Coral Town' }).first();
    expect((await card.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Coral Town.*Driftwood.*2\.60.*3\.10.*2\.75/);
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    await picture(page, `matches-${screen}`);
    await card.getByRole('link').last().click();
    const [, coral] = vendor.matches;
    if (!coral) throw new Error('no match');
    await page.frameLocator('iframe').getByText(coral.eventId).waitFor();
    expect(await vendor.betOn(coral, 'away', '40.00')).toEqual({ round: expect.any(String) });

    const legs = page.getByRole('list', { name: 'Selections' });
    await page.goto('/member/personalHistoryCopy?state=open');
    await picture(page, `record-open-${screen}`);
    await page.locator('summary').filter({ hasText: 'Reef Cup' }).first().click();
    await legs.first().waitFor();
    expect((await legs.first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Driftwood.*Coral Town.*Driftwood.*Reef League.*2\.75.*Open/i);
    expect(window?.problems).toEqual([]);
  });
});

test('the end of a match is settled, and slip, balance and results follow', async () => {
  const page = await enterPage('desktop', 'cupend');
  const [anemone] = vendor.matches;
  if (!anemone) throw new Error('no match');
  await page.goto('/game?gameId=REEF_CUP');
  await page.frameLocator('iframe').getByText('Reef Cup').waitFor();
  expect(await vendor.betOn(anemone, 'home', '10.00')).toEqual({ round: expect.any(String) });
  await vendor.endMatch(anemone, { home: 3, away: 1 });
  await page.goto('/member/personalHistoryCopy');
  const legs = page.getByRole('list', { name: 'Selections' }).first();
  await page.locator('summary').filter({ hasText: 'Reef Cup' }).first().click();
  await legs.waitFor();
  expect((await legs.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Anemone FC.*3.*1.*1\.95.*Won/i);
  await expect.poll(() => page.locator('main').innerText()).toContain('19.50');
  await page.goto('/sports');
  await page.getByText('Coral Town').first().waitFor();
  await picture(page, 'results');
  expect(window?.problems).toEqual([]);
});
