import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { launchBrowser } from '../kit/browser.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, expectFocus, expectNoSidewaysScroll, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import type { Service } from '../kit/service.ts';
import { startWithWages } from '../kit/wage-data.ts';

const t = translator(TEXTS.EN ?? {}, 'en');
const DAILY = '/agent/agentDailyWages';
const PAGES = [
  DAILY,
  `${DAILY}?view=contracts`,
  `${DAILY}?view=contracts&account=tidepool`,
  '/agent/agentDividend',
  '/agent/agentTeamManagement',
];

/** Sum of layout shifts; smaller values are not visible. */
const SHIFT_LIMIT = 0.02;

let service: Service;
let browser: Browser;
const players = new Map<string, Player>();
beforeAll(async () => {
  service = await startWithWages();
  browser = await launchBrowser({ unhinted: true });
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const windows: Window[] = [];
afterEach(async () => {
  // Refused forms are answered 422.
  const problems = windows.flatMap((one) => one.problems).filter((problem) => !/status of (?:404|422)/.test(problem));
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect(problems).toEqual([]);
});

/** A window of an agent of the demo. Sign-ins per address are limited, so an agent has one session. */
async function as(account: string, options: Partial<Parameters<typeof openWindow>[1]> = {}): Promise<Page> {
  const window = await openWindow(browser, { screen: 'desktop', url: service.url, ...options });
  windows.push(window);
  const player = players.get(account) ?? (await signIn(service.url, { ...DEMO.agent, username: account }));
  players.set(account, player);
  await enterAs(window, player);
  return window.page;
}

const button = (page: Page, key: string) => page.getByRole('button', { name: t(`contracts.${key}`), exact: true });
const link = (page: Page, key: string, account: string) =>
  page.getByRole('link', { name: `${t(`contracts.${key}`)}: ${account}`, exact: true });

/** Sum of the layout shifts since the page was opened. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { readonly value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
      }),
  );
}

describe('wages of an agent', () => {
  test.each([
    [390, 'phone', 'light'],
    [820, 'desktop', 'dark'],
    [1440, 'desktop', 'dark'],
  ] as const)('are readable on every page at %d px', async (width, screen, theme) => {
    const page = await as('agent01', { screen, theme });
    if (screen === 'desktop') await page.setViewportSize({ width, height: 900 });
    const open = async (path: string) => {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      expect([path, (await shiftOf(page)) < SHIFT_LIMIT]).toEqual([path, true]);
      await expectAccessible(page, { bothThemes: true });
      await expectNoSidewaysScroll(page);
    };
    for (const path of PAGES) await open(path);
    await page.goto(DAILY);
    await open((await page.locator('td a').nth(1).getAttribute('href')) ?? '');
    await page.goto(`${DAILY}?view=contracts`);
    await open(
      (await page
        .getByRole('link', { name: t('contracts.terminate') })
        .first()
        .getAttribute('href')) ?? '',
    );
  });

  test('open to their statement, with filters in the address, pages and a file', async () => {
    const page = await as('agent01', { javaScript: false });
    await page.goto(DAILY);
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 20);
    await page.getByRole('link', { name: t('common.next') }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 5);
    await page.locator('select[name=state]').selectOption('paid');
    await page.getByRole('button', { name: t('records.apply'), exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('paid');
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 1);
    const file = await page.request.get((await page.getByRole('link', { name: t('records.csv') }).getAttribute('href')) ?? '');
    expect([file.status(), (await file.text()).trim().split('\n').length]).toEqual([200, 2]);
    await page.locator('td a').click();
    await page.getByRole('heading', { name: t('wages.computed') }).waitFor();
    await page.getByText(t('wages.counts_excluded')).waitFor();
    await page.getByText(t('wages.counts_weight', { weight: 50 })).waitFor();
    await page.getByRole('link', { name: t('wages.back') }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('paid');
  });

  test('that do not exist are named, and an agent without a contract has no page of them', async () => {
    const page = await as('agent01', { language: 'VI' });
    await page.goto(`${DAILY}?statement=999999`);
    await page.getByText(TEXTS.VI?.['errors.wage_not_found'] ?? '').waitFor();
    const other = await as('tidepool', { language: 'VI' });
    await other.goto(`${DAILY}?statement=2`);
    await other.getByText(TEXTS.VI?.['header.missing_off'] ?? '').waitFor();
  });
});

describe('a contract', () => {
  test('is offered, accepted and ended without script, on a phone', async () => {
    const top = await as('agent01', { screen: 'phone', javaScript: false });
    await top.goto('/agent/agentTeamManagement');
    const name = `${t('team.income_daily')}: ${t('contracts.state_none')} – coralbay`;
    await top.getByRole('link', { name, exact: true }).click();
    await top.locator('[name=rate1]').fill('0.9');
    await button(top, 'show').click();
    await top.getByText(t('contracts.warnHighest', { rate: '0.8' })).waitFor();
    await button(top, 'send').click();
    await top.getByText(t('errors.contract_rate_upline')).waitFor();
    await top.locator('[name=rate1]').fill('much');
    await button(top, 'send').click();
    await top.getByText(t('errors.contract_terms')).waitFor();
    expect(await top.locator('[name=rate1]').inputValue()).toBe('much');
    await top.locator('[name=rate1]').fill('0.4');
    await button(top, 'send').click();
    await top.getByText(t('contracts.done_Request')).waitFor();

    const below = await as('coralbay', { screen: 'phone', javaScript: false });
    await below.goto('/member/messageV2');
    await below.getByText(t('inbox.contract_requested_title')).first().waitFor();
    await below.goto(`${DAILY}?view=contracts`);
    await button(below, 'accept').click();
    await below.getByText(t('contracts.done_Accept')).waitFor();

    await top.goto(`${DAILY}?view=contracts`);
    await link(top, 'terminate', 'coralbay').click();
    await top.getByText(t('contracts.terminateText')).waitFor();
    await button(top, 'terminate').click();
    await top.getByText(t('contracts.done_Terminate')).waitFor();
    await link(top, 'offer', 'coralbay').waitFor();
  });

  test('is made by keyboard, shows an example while it is typed, and ends lower ones only with agreement', async () => {
    const top = await as('agent01');
    await top.goto(`${DAILY}?view=contracts`);
    await offer(top, 'driftwood', '0.4');
    const below = await as('driftwood');
    await below.goto(`${DAILY}?view=contracts`);
    await button(below, 'accept').press('Enter');
    await below.getByText(t('contracts.done_Accept')).waitFor();
    await offer(below, 'lowtide', '0.3');

    await top.goto(`${DAILY}?view=contracts`);
    await link(top, 'change', 'driftwood').press('Enter');
    await top.locator('[name=rate1]').fill('0.2');
    await button(top, 'send').press('Enter');
    await top.getByText(t('errors.contract_ends_downlines')).waitFor();
    await top.getByRole('checkbox', { name: t('contracts.endLowered') }).press('Space');
    await button(top, 'send').press('Enter');
    await top.getByText(t('contracts.done_Request')).waitFor();
    await below.goto(`${DAILY}?view=contracts`);
    await button(below, 'reject').press('Enter');
    await below.getByText(t('contracts.done_Reject')).waitFor();
  });

  test('is offered, shown and accepted in the dialog over another page', async () => {
    const state = (name: string) => `${t('team.income_hourly')}: ${t(`contracts.state_${name}`)} – saltwind`;
    const top = await as('agent01');
    await openCentre(top, 'agent01', 'agentTeamManagement');
    const over = top.getByRole('dialog');
    await over.getByRole('link', { name: state('none'), exact: true }).click();
    await over.locator('[name=rate1]').fill('0.3');
    await expectAccessible(top, { bothThemes: true });
    await over.getByRole('button', { name: t('contracts.send'), exact: true }).click();
    await over.getByText(t('contracts.done_Request')).waitFor();
    await openCentre(top, 'agent01', 'agentTeamManagement');
    await over.getByRole('link', { name: state('requested'), exact: true }).waitFor();

    const below = await as('saltwind');
    await openCentre(below, 'saltwind', 'agentHourlyWages');
    const own = below.getByRole('dialog');
    await own.getByRole('link', { name: t('wages.contracts'), exact: true }).click();
    await own.getByRole('button', { name: t('contracts.accept'), exact: true }).click();
    await own.getByText(t('contracts.done_Accept')).waitFor();
    await own.getByRole('link', { name: t('wages.record'), exact: true }).click();
    await own.getByText(t('wages.next')).waitFor();
    await expect.poll(() => own.getByRole('timer').innerText()).toMatch(/^\d+:\d\d/);

    await openCentre(top, 'agent01', 'agentTeamManagement');
    await over.getByRole('link', { name: state('active'), exact: true }).waitFor();
  });

  test('is refused in the language of the reader', async () => {
    const page = await as('agent01', { language: 'TH' });
    await page.goto(`${DAILY}?view=contracts&account=saltwind`);
    await page.locator('[name=rate1]').fill('5');
    await page.locator('[name=rate1]').press('Enter');
    await page.getByText(TEXTS.TH?.['errors.contract_rate_ceiling'] ?? '').waitFor();
    await expectAccessible(page);
  });
});

/** Opens a page of the agent centre from the menu of the account, in the dialog over the home page. */
async function openCentre(page: Page, account: string, name: string): Promise<void> {
  await page.goto('/index');
  await page.evaluate(hydrateIslands);
  await page
    .locator('lagoon-island[name="header-bar"]')
    .getByRole('button', { name: new RegExp(account) })
    .click();
  await page
    .locator('#account-menu')
    .getByRole('link', { name: t('header.agentCentre'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('link', { name: t(`header.${name}`), exact: true })
    .first()
    .click();
  await dialog
    .getByRole('heading', { name: t(`header.${name}`), exact: true })
    .first()
    .waitFor();
}

/** Offers a contract by keyboard; the list of contracts is open. */
async function offer(page: Page, account: string, rate: string): Promise<void> {
  await link(page, 'offer', account).focus();
  await page.keyboard.press('Enter');
  const field = page.locator('[name=rate1]');
  await field.focus();
  await page.keyboard.type(rate);
  await expectFocus(field);
  await page.locator('[data-example]').getByText(`${rate}%`).waitFor();
  await button(page, 'send').press('Enter');
  await page.getByText(t('contracts.done_Request')).waitFor();
}
