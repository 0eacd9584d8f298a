import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectFocus, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

describe.each<Screen>(['desktop', 'phone'])('on a %s', (screen) => {
  let window: Window;
  const field = () => window.page.getByRole('main').locator('input[name="gameName"]');
  const options = () => window.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  beforeAll(async () => {
    window = await openWindow(stage.browser, { screen, url: stage.service.url });
    await window.page.goto('/index');
  });

  test('games, providers and categories are suggested while typing', async () => {
    const { page } = window;
    await field().click();
    await field().pressSequentially('gem');
    await options().filter({ hasText: 'Gem Cascade' }).waitFor();
    expect(await field().getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => options().locator('img').count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await field().fill('spor');
    await options().filter({ hasText: 'Category' }).first().waitFor();
    expect(await options().first().innerText()).toContain('Sports');
  });

  test('keys move through the list and back to the field, Escape closes it', async () => {
    const { page } = window;
    await field().fill('gem');
    await options().filter({ hasText: 'Gem Cascade' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await options().first().getAttribute('aria-selected')).toBe('true');
    expect(await field().getAttribute('aria-activedescendant')).toBe(await options().first().getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    expect(await field().getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('Escape');
    await expect.poll(() => field().getAttribute('aria-expanded')).toBe('false');
    expect(await field().inputValue()).toBe('gem');
    await expectFocus(field());
  });

  test('no match shows what to do, and offers the categories', async () => {
    const { page } = window;
    await field().fill('zzzzqq');
    await page.getByRole('status').filter({ hasText: 'No games match “zzzzqq”.' }).waitFor();
    await expect.poll(() => options().filter({ hasText: 'Category' }).count()).toBeGreaterThan(4);
  });

  test('a suggestion opens its page, and the search is offered again', async () => {
    const { page } = window;
    await field().fill('sicbo crown');
    await field().fill('slots');
    await options().filter({ hasText: 'Category' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/rng');
    await page.goto('/index');
    await field().click();
    await options().filter({ hasText: 'slots' }).click();
    expect(await field().inputValue()).toBe('slots');
    await options().filter({ hasText: 'Category' }).first().waitFor();
    expect(window.problems).toEqual([]);
    await window.close();
  });
});

test('one request for a word typed without a pause, none for a word typed before', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  const searchedNames: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has('gameName')) searchedNames.push(url.searchParams.get('gameName') ?? '');
  });
  await page.goto('/index');
  const field = page.getByRole('main').locator('input[name="gameName"]');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await field.fill('koi');
  await options.filter({ hasText: 'Koi Kingdom' }).waitFor();
  await field.fill('gem');
  await options.filter({ hasText: 'Gem Cascade' }).waitFor();
  await field.fill('koi');
  await options.filter({ hasText: 'Koi Kingdom' }).waitFor();
  expect(searchedNames).toEqual(['koi', 'gem']);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('without script the field is a form that lists the matches', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, javaScript: false });
  const { page } = window;
  await page.goto('/index');
  const field = page.getByRole('main').locator('input[name="gameName"]');
  expect(await field.getAttribute('role')).toBeNull();
  await field.fill('Gem Cascade');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL('**/rng?*gameName=Gem*');
  await page.getByRole('main').getByRole('link', { name: 'Gem Cascade', exact: true }).waitFor();
  await window.close();
});
