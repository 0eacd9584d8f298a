import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const t = translator(TEXTS.EN ?? {}, 'en');
const ROUNDS = 3;
/** Bets and movements; the account menu and parts of an entry are `details` too. */
const ENTRIES = 'main details:has(> summary strong)';

let window: Window;
let page: Page;
afterEach(async () => {
  expect(window.problems).toEqual([]);
  await window.close();
});

/** The order matters: first there are no records, then a member plays. */
describe('records of a member', () => {
  test('are correct and empty before any activity', async () => {
    await open('phone', 'light', '/member/personalHistoryCopy');
    await page.getByText(t('records.none')).waitFor();
    await tidy();
    await page.goto('/member/personalProfit');
    await page.getByText(t('records.profitNone')).waitFor();
    await tidy();
  });

  test('betting record: totals of the filter, one bet with its ids, its address, and the file', async () => {
    const seat = await (await signIn(stage.service.url)).openGame('NOVA_COMET_DICE');
    for (let n = 0; n < ROUNDS; n += 1) {
      const { answer } = await seat.play({ engine: 'dice', stake: '1.0000', over: true, target: 50 });
      expect(answer.error).toBeUndefined();
    }
    await open('desktop', 'dark', '/member/personalHistoryCopy?period=7d');
    const figure = (key: string) => page.locator('dl > div').filter({ has: page.getByText(t(`records.${key}`), { exact: true }) });
    expect(await figure('count').locator('dd').innerText()).toBe(`${ROUNDS}`);
    expect(await figure('validStake').locator('dd').innerText()).toBe('$3.00');
    const first = page.locator(ENTRIES).first();
    await first.locator('summary').first().click();
    await first.getByText(t('common.details'), { exact: true }).click();
    await first.getByRole('columnheader', { name: t('records.transferId') }).waitFor();
    await tidy();

    const betId = await first.locator('code').first().innerText();
    await page.goto(`/member/personalHistoryCopy?betId=${betId}`);
    await page.getByRole('heading', { name: t('records.openBet') }).waitFor();
    await expect.poll(() => page.locator(`${ENTRIES}[open]`).count()).toBe(1);
    await tidy();

    await page.goto('/member/personalHistoryCopy?period=7d&status=open');
    await page.getByText(t('records.none')).waitFor();
    await page.goto('/member/personalHistoryCopy?period=7d');
    const href = await page.getByRole('link', { name: t('records.csv') }).getAttribute('href');
    const file = await page.request.get(href ?? '');
    expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="bets_[-\d_]+\.csv"$/);
    const lines = (await file.body()).toString('utf8').split('\r\n');
    expect(lines[0]?.startsWith('\uFEFF')).toBe(true);
    expect(lines).toHaveLength(ROUNDS + 2);

    await page.goto('/member/personalHistoryCopy?period=custom&from=2025-01-01&to=2026-11-21');
    await page.getByText(t('errors.period_too_long', { days: 92 })).waitFor();
  });

  test('account record: the balance adds up, a movement links to its bet, a month fits on paper', async () => {
    await open('phone', 'dark', '/member/transactionHistory');
    await page.getByText(t('records.balanced')).waitFor();
    const stake = page.locator(ENTRIES).filter({ has: page.locator('summary strong', { hasText: t('records.kind_bet') }) });
    await stake.first().locator('summary').first().click();
    await tidy();
    await stake
      .first()
      .getByRole('link', { name: t('records.openRound') })
      .click();
    await page.getByRole('heading', { name: t('records.openBet') }).waitFor();

    await page.goto('/member/transactionHistory?group=other');
    await expect.poll(() => page.locator('main details summary strong').allInnerTexts()).toEqual([t('records.kind_adjustment')]);
    await page.getByRole('button', { name: t('records.openStatement') }).click();
    await page.waitForURL(/[?&]view=statement\b/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect((await page.getByRole('banner').count()) + (await page.getByRole('contentinfo').count())).toBe(0);
    await tidy();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('link', { name: t('records.statementBack') }).isVisible()).toBe(false);
    expect(await page.getByRole('article').evaluate((paper) => getComputedStyle(paper).color)).toBe('rgb(0, 0, 0)');
    // White also if backgrounds are printed.
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  });

  test('profit and loss: a chart with its amounts', async () => {
    await open('desktop', 'light', '/member/personalProfit?period=7d');
    await page.getByRole('img', { name: /figures/ }).waitFor();
    const days = page.getByRole('region', { name: t('records.byDay') });
    await expect.poll(() => days.getByRole('row').count()).toBe(2);
    await page.getByRole('region', { name: t('records.byVendor') }).waitFor();
    await tidy();
  });
});

async function open(screen: Screen, theme: 'dark' | 'light', path: string): Promise<void> {
  window = await openWindow(stage.browser, { screen, theme, url: stage.service.url });
  page = window.page;
  await enter(window, DEMO.member);
  await page.goto(path);
}

async function tidy(): Promise<void> {
  await page.evaluate(hydrateIslands);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
