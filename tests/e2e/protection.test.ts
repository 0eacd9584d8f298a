import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { protectionConfirmCheck, protectionPlay } from '../../shared/api/responsible-gaming/calls.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const t = translator(TEXTS.EN ?? {}, 'en');
const PAGE = '/member/protection';
const GAME = 'NOVA_EMERALD_TIDE';

let window: Window;
let page: Page;
/** Browser messages about a refused form and a refused stake. */
const REFUSED = /Failed to load resource: the server responded with a status of (?:409|422)/;
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(window.problems.filter((problem) => !REFUSED.test(problem))).toEqual([]);
  await window.close();
});

/** The order matters: a break closes the features tested before it. */
describe('safer play', () => {
  test('is correct before anything is set, one tap from the account menu', async () => {
    await open('phone', 'light', '/index');
    await page.locator('[popovertarget="account-menu"]').first().click();
    await page
      .locator('#account-menu')
      .getByRole('link', { name: t('protection.title') })
      .click();
    await page.getByRole('heading', { name: t('protection.limitsTitle') }).waitFor();
    await expect.poll(() => page.getByText(t('protection.usedNoLimit')).count()).toBe(11);
    await expect.poll(() => page.getByText(t('protection.operatorOnly')).count()).toBe(1);
    await tidy();
  });

  test('limits: a stricter one applies at once, a looser one is pending and can be cancelled, a malformed one changes nothing', async () => {
    await open('desktop', 'dark', PAGE, false);
    const row = page.locator('#loss-day');
    await row.locator('summary').click();
    await row.getByRole('link', { name: '$50' }).click();
    await expect.poll(() => row.locator('input[name=value]').inputValue()).toBe('50');
    await row.getByRole('button', { name: t('protection.limitSet') }).click();
    await page.getByText(t('protection.done_limit')).waitFor();
    expect(await row.getByRole('progressbar').getAttribute('value')).toBe('0');

    await set('loss-day', '80');
    await row.getByText(t('protection.pendingRaise')).waitFor();
    await expect.poll(() => row.getByRole('button', { name: t('protection.pendingConfirm') }).count()).toBe(0);
    await row.getByRole('button', { name: t('protection.pendingCancel') }).click();
    await page.getByText(t('protection.done_kept')).waitFor();
    await expect.poll(() => row.getByText(t('protection.pendingRaise')).count()).toBe(0);

    await set('session-week', '0');
    await page
      .locator('#session-week')
      .getByText(t('errors.limit_minutes_invalid', { min: 1, max: 10_080 }))
      .waitFor();
    await expect.poll(() => page.locator('#session-week').getByRole('progressbar').count()).toBe(0);
    await set('stake-day', '1');
    await page.locator('#stake-day').getByRole('progressbar').waitFor();
    // A pending limit for the last test.
    await set('loss-day', '90');
    await row.getByText(t('protection.pendingRaise')).waitFor();
  });

  test('a stake beyond the limit is refused, and the page shows the remaining amount', async () => {
    await open('desktop', 'light', `/game?gameId=${GAME}`);
    const game = page.frameLocator('iframe');
    await game.getByRole('button', { name: 'Stake $2.00' }).click();
    await game.getByRole('button', { name: 'Spin' }).click();
    const notice = page.getByRole('alert').filter({ hasText: t('protection.stakeRefused') });
    await notice.getByText('$1.00').waitFor();
    expect((await (await signIn(stage.service.url)).balance()).sumBalance).toBe('1000.0000');
    await notice.getByRole('button', { name: t('common.close') }).click();
    await notice.waitFor({ state: 'detached' });
  });

  test('the reality check pauses the game until it is confirmed', async () => {
    let due = false;
    await open('phone', 'dark', '/index');
    // The wallet's clock cannot be changed here, so the response is changed to an hour later.
    await page.route(`**${protectionPlay.path}`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { value: { check: { due: boolean } } };
      answer.value.check.due = due;
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`/game?gameId=${GAME}`);
    const game = page.frameLocator('iframe');
    await game.getByRole('button', { name: 'Stake $0.50' }).click();
    due = true;
    await game.getByRole('button', { name: 'Spin' }).click();
    const check = page.getByRole('dialog', { name: t('protection.checkDialog') });
    await check.waitFor();
    await check.getByText('$0.50').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => check.isVisible()).toBe(true);
    await expectAccessible(page);
    due = false;
    const confirmed = page.waitForResponse(`**${protectionConfirmCheck.path}`);
    await check.getByRole('button', { name: t('protection.checkGoOn') }).click();
    expect((await confirmed).status()).toBe(200);
    await check.waitFor({ state: 'hidden' });
  });

  test('an unfinished round is reported when the member returns', async () => {
    await open('desktop', 'dark', '/index');
    // State of a browser that was closed during the round.
    await page.evaluate((gameId) => localStorage.setItem('lagoon-open-round', gameId), GAME);
    await page.goto('/index');
    await page.evaluate(hydrateIslands);
    const card = page.getByRole('status').filter({ hasText: t('protection.lastRound_record') });
    await card.waitFor();
    await expectAccessible(page);
    await card.getByRole('link', { name: t('protection.lastRound_reopen') }).click();
    await page.waitForURL(`**/game?gameId=${GAME}`);
  });

  test('a break closes games and deposits; an exclusion requires the typed name and explains its effect', async () => {
    await open('phone', 'light', PAGE);
    const breaks = page.locator('#break');
    await breaks.getByRole('button', { name: t('protection.breakDo') }).click();
    for (const problem of ['lengthRequired', 'agreeRequired'])
      await breaks
        .getByRole('alert')
        .filter({ hasText: t(`protection.${problem}`) })
        .waitFor();
    await tidy();
    await breaks.getByText(t('protection.break_24h')).click();
    await breaks.locator('[name=agreed]').check();
    await breaks.getByRole('button', { name: t('protection.breakDo') }).click();
    await page.getByRole('heading', { name: t('protection.restBreak') }).waitFor();
    const bar = page.getByRole('navigation', { name: t('lobby.quickNavigation') });
    await bar.getByRole('link', { name: t('lobby.promotions') }).waitFor();
    await expect.poll(() => bar.getByRole('link', { name: t('lobby.deposit') }).count()).toBe(0);
    await page.goto('/rng');
    await page.evaluate(hydrateIslands);
    await expect.poll(() => page.locator('[data-trial]').count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('[data-trial]').filter({ visible: true }).count()).toBe(0);
    await page.locator('[data-tile] [data-part="name"]').first().tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: t('lobby.play') }).waitFor();
    await expect.poll(() => sheet.getByRole('link', { name: t('games.tryFree') }).count()).toBe(0);
    await page.goto(`/game?gameId=${GAME}`);
    await page.getByText(t('protection.gameBreak')).waitFor();
    await page.getByRole('link', { name: t('protection.refusedLimits') }).click();

    const exclusion = page.locator('#exclusion');
    await exclusion.locator('summary').click();
    await exclude(exclusion, 'somebody');
    await exclusion.getByText(t('errors.field_name_differs')).waitFor();
    await tidy();
    await exclude(exclusion, DEMO.member.username);
    await page.getByRole('heading', { name: t('protection.restExclusion') }).waitFor();
    await page.getByText(t('protection.restExclusionText')).waitFor();
    await expect.poll(() => page.locator('#break').count()).toBe(0);
  });
});

async function exclude(form: ReturnType<Page['locator']>, name: string): Promise<void> {
  await form.getByText(t('protection.exclusion_6m')).click();
  await form.locator('[name=typedName]').fill(name);
  await form.locator('[name=agreed]').check();
  await form.getByRole('button', { name: t('protection.exclusionDo') }).click();
}

async function set(limit: string, value: string): Promise<void> {
  await page.goto(`${PAGE}?limit=${limit}`);
  const row = page.locator(`#${limit}`);
  await row.locator('input[name=value]').fill(value);
  await row.getByRole('button', { name: t('protection.limitSet') }).click();
}

/** The page of limits needs no script, so one of these tests runs without it. */
async function open(screen: Screen, theme: 'dark' | 'light', path: string, javaScript = true): Promise<void> {
  window = await openWindow(stage.browser, { screen, theme, url: stage.service.url, javaScript });
  page = window.page;
  await enter(window, DEMO.member);
  await page.goto(path);
}

async function tidy(): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
