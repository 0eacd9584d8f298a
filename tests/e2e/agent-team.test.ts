import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const t = translator(TEXTS.EN ?? {}, 'en');
const PAGES = [
  '/agent/agentTeamOverview?period=week',
  '/agent/agentTeamManagement',
  '/agent/agentProfit?period=month',
  '/agent/agentTeamBetting?period=month&by=vendor',
  '/agent/agentTransactions?period=month',
  '/agent/agentIncome',
  '/agent/agentIncome?view=below&period=month',
];

/** "$1,234.50" in cents. */
const cents = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '').replace('−', '-')) * 100);

const windows: Window[] = [];
afterEach(async () => {
  const problems = windows.flatMap((one) => one.problems).filter((problem) => !problem.includes('status of 404'));
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect(problems).toEqual([]);
});

async function asAgent(options: Partial<Parameters<typeof openWindow>[1]> = {}): Promise<Page> {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, ...options });
  windows.push(window);
  await enter(window, DEMO.agent);
  return window.page;
}

describe('reports of a team', () => {
  test.each(['desktop', 'phone'] as const)('are readable on every page: %s', async (screen) => {
    const page = await asAgent({ screen });
    for (const path of PAGES) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      await expectAccessible(page, { bothThemes: true });
      await expectNoSidewaysScroll(page);
    }
  });

  test('lead down the tree and back, by search to a masked name, and to one person’s play', async () => {
    const page = await asAgent();
    await page.goto('/agent/agentTeamManagement');
    const people = page.getByRole('region', { name: t('team.people') });
    await people.getByRole('link', { name: 'coralbay', exact: true }).click();
    const path = page.getByRole('navigation', { name: t('team.path') });
    await path.getByText('coralbay').waitFor();
    await expect.poll(() => people.getByRole('row').filter({ hasText: '•••' }).count()).toBeGreaterThan(0);
    await path.getByRole('link', { name: t('team.me') }).click();
    await page.getByRole('textbox', { name: t('team.search') }).fill('demo01');
    await page.getByRole('button', { name: t('records.apply'), exact: true }).click();
    await people.getByRole('link', { name: `${t('team.openTransactions')}: demo01` }).click();
    await page.getByText(t('records.kind_adjustment')).first().waitFor();
  });

  test('are also files, with the filter of the page', async () => {
    const page = await asAgent();
    await page.goto('/agent/agentTransactions?period=month');
    const href = await page.getByRole('link', { name: t('records.csv') }).getAttribute('href');
    const file = await page.request.get(href ?? '');
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await file.text()).toContain('demo01');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('records.csv') }).click()]);
    expect(saved.suggestedFilename()).toMatch(/\.csv$/);
    expect(readFileSync(await saved.path(), 'utf8')).toContain('demo01');
  });

  test('a file that does not arrive is not saved, and a message names it', async () => {
    const page = await asAgent();
    await page.goto('/agent/agentTransactions?period=month');
    await page.route(/\.csv/, (route) => route.fulfill({ contentType: 'text/html', body: 'signed out' }));
    await page.getByRole('link', { name: t('records.csv') }).click();
    await page.getByText(t('records.csvFailed')).waitFor();
    await page.getByRole('link', { name: t('records.csv') }).waitFor();
  });

  test('have exactly the play of a wage, by person and by bet, with its file', async () => {
    const page = await asAgent();
    await page.goto('/agent/agentDailyWages?period=30d&state=paid');
    await page.locator('td a').last().click();
    await page.getByRole('heading', { name: t('wages.computed') }).waitFor();
    await page.waitForLoadState();
    const amounts = (row: Locator) => row.locator('[data-private]').allInnerTexts();
    const lines = await page
      .getByRole('region', { name: t('wages.play') })
      .getByRole('row')
      .all();
    const [valid = 0, stake = 0, payout = 0] = (await Promise.all(lines.slice(1).map(amounts))).reduce<number[]>(
      (sums, texts) => texts.map((text, nr) => (sums[nr] ?? 0) + cents(text)),
      [],
    );
    expect(stake).toBeGreaterThan(0);
    await page.getByRole('link', { name: t('wages.bets') }).click();
    await page.getByText(t('team.windowText')).waitFor();
    await page.waitForLoadState();
    const totals = page.getByRole('row').last();
    expect((await amounts(totals)).slice(0, 3).map(cents)).toEqual([stake, valid, payout]);
    await expectAccessible(page, { bothThemes: true });
    const file = await page.request.get((await page.getByRole('link', { name: t('records.csv') }).getAttribute('href')) ?? '');
    expect([file.status(), (await file.text()).trim().split('\n').length]).toEqual([200, (await page.getByRole('row').count()) - 1]);
    await page.locator('select[name=by]').selectOption('bet');
    await page.getByRole('button', { name: t('records.apply'), exact: true }).click();
    await page.getByText(t('team.change_settled')).first().waitFor();
    await expectNoSidewaysScroll(page);
    await page.locator('td a').first().click();
    await page.getByText(t('records.stake')).first().waitFor();
  });

  test('offer a transfer to a direct member only', async () => {
    const page = await asAgent();
    await page.goto('/agent/agentTeamManagement');
    await page.getByRole('link', { name: `${t('team.openTransfer')}: demo01` }).click();
    // The agent of the demo has no payment password yet.
    await page.getByText(t('transfer.noPassword')).first().waitFor();
    await expectAccessible(page, { bothThemes: true });
    await page.goto('/agent/agentTeamManagement?transferTo=nobody');
    await page.getByText(TEXTS.EN?.['errors.agent_person_not_found'] ?? '', { exact: false }).waitFor();
  });
});
