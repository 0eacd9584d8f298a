import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReef, type Reef } from '../kit/foreign-vendor/reef.ts';
import { takePicture } from '../kit/pictures.ts';
import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../kit/screen.ts';
import { windowPerTest } from '../kit/window-per-test.ts';

const windows = windowPerTest();
let reef: Reef;
beforeAll(async () => {
  reef = await openReef({ permissions: ['bet', 'games', 'events', 'rooms', 'slips'] });
  const { vendor } = reef;
  for (const report of [vendor.reportGames, vendor.reportMatches, () => vendor.reportRooms(3, 1)])
    expect(await report()).toEqual({ status: 'OK' });
});
afterAll(() => reef?.close());

async function enterPage(screen: Screen, name: string): Promise<Page> {
  const { player } = await reef.merchant.member(name, '500');
  const { page } = await windows.open({ screen, url: reef.merchant.service.url, language: 'EN', player });
  return page;
}

describe.each<Screen>(['desktop', 'phone'])('reports of an outside vendor on a %s', (screen) => {
  test('rooms are listed with stake and players, and a chosen one opens its game', async () => {
    await reef.vendor.reportRooms(3, 1);
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
    await takePicture(page, `rooms-${screen}`, { fullPage: true });
    await rooms.first().getByRole('link', { name: 'Shell Duel' }).click();
    await page.frameLocator('iframe').getByText('reef-low').waitFor();
    expect(windows.problems()).toEqual([]);
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
    await takePicture(page, `matches-${screen}`, { fullPage: true });
    await card.getByRole('link').last().click();
    const [, coral] = reef.vendor.matches;
    if (!coral) throw new Error('no match');
    await page.frameLocator('iframe').getByText(coral.eventId).waitFor();
    expect(await reef.vendor.betOn(coral, 'away', '40.00')).toEqual({ round: expect.any(String) });

    const legs = page.getByRole('list', { name: 'Selections' });
    await page.goto('/member/personalHistoryCopy?state=open');
    await takePicture(page, `record-open-${screen}`, { fullPage: true });
    await page.locator('summary').filter({ hasText: 'Reef Cup' }).first().click();
    await legs.first().waitFor();
    expect((await legs.first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Driftwood.*Coral Town.*Driftwood.*Reef League.*2\.75.*Open/i);
    expect(windows.problems()).toEqual([]);
  });
});

test('the end of a match is settled, and slip, balance and results follow', async () => {
  const page = await enterPage('desktop', 'cupend');
  const [anemone] = reef.vendor.matches;
  if (!anemone) throw new Error('no match');
  await page.goto('/game?gameId=REEF_CUP');
  await page.frameLocator('iframe').getByText('Reef Cup').waitFor();
  expect(await reef.vendor.betOn(anemone, 'home', '10.00')).toEqual({ round: expect.any(String) });
  await reef.vendor.endMatch(anemone, { home: 3, away: 1 });
  await page.goto('/member/personalHistoryCopy');
  const legs = page.getByRole('list', { name: 'Selections' }).first();
  await page.locator('summary').filter({ hasText: 'Reef Cup' }).first().click();
  await legs.waitFor();
  expect((await legs.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Anemone FC.*3.*1.*1\.95.*Won/i);
  await expect.poll(() => page.locator('main').innerText()).toContain('19.50');
  await page.goto('/sports');
  await page.getByText('Coral Town').first().waitFor();
  await takePicture(page, 'results', { fullPage: true });
  expect(windows.problems()).toEqual([]);
});
