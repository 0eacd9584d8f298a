import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import type { PromotionDraft } from '../../server/platform/rewards/promotions/desk.ts';
import { CASH, draft, POINTS } from '../../server/platform/rewards/promotions/test-promotions.ts';
import { rafflesOn } from '../../server/platform/rewards/raffle/test-raffle.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { inspectAtTwoWidths, isOwnProblem } from '../kit/page-checks.ts';
import { DEMO } from '../kit/player.ts';
import { enter, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** Promotions to join, to claim and to apply for. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
  await fundRewards(platform);
  await publish('e2e-stake', 'Tide days', {});
  await publish('e2e-points', 'Pearls for all', POINTS);
  await publish('e2e-cash', 'Best photo', CASH);
  await publish('e2e-back', 'Tide back', { block: 'cashback', target: '0', percent: 1_000 });
  await publishTickets();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

async function publish(id: string, title: string, change: Partial<PromotionDraft>): Promise<void> {
  const now = platform.clock.now();
  const { titles: _titles, gives, ...rule } = draft(new Date(now.getTime() - 1_000), change);
  const state = { state: 'live', created_at: now, published_at: now, stopped_at: null } as const;
  await platform.db
    .insertInto('promotion')
    .values({ id, currency: 'USD', titles: JSON.stringify({ EN: title }), gives: gives && JSON.stringify(gives), ...rule, ...state })
    .execute();
}

/** Two tickets for an application, of a raffle that is open. */
async function publishTickets(): Promise<void> {
  const raffle = await rafflesOn(platform.db, platform.clock).add();
  const gives = {
    kind: 'tickets',
    raffleId: raffle.id,
    raffleTitles: { EN: 'Pearl raffle' },
    closesAt: raffle.ends_at.toISOString(),
  } as const;
  await publish('e2e-tickets', 'Pearls of luck', { ...CASH, amount: '0', tickets: 2, budget: '20', gives });
}

async function open(screen: 'desktop' | 'phone', path: string, javaScript = true): Promise<Window> {
  const window = await openWindow(browser, { screen, url: service.url, theme: 'dark', javaScript });
  await enter(window, DEMO.member);
  await window.page.goto(path);
  return window;
}

test('a member joins from the list, and is in it with the progress', async () => {
  const { page, problems, close } = await open('desktop', '/promotions');
  await page.evaluate(hydrateIslands);
  await inspectAtTwoWidths(page);
  await page.getByRole('link', { name: /Tide days/ }).click();
  await page.getByRole('button', { name: 'Join now' }).waitFor();
  await inspectAtTwoWidths(page);
  await page.getByRole('button', { name: 'Join now' }).click();
  await page.getByText('You have joined. Your reward is set aside.').waitFor();
  await page.getByText('$0.00 of $100.00').waitFor();
  await inspectAtTwoWidths(page);
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('cashback is joined without script, and its page has what it would be now', async () => {
  const { page, problems, close } = await open('phone', '/promoDetail?id=e2e-back', false);
  await page.getByText('10% of your net loss in the period, up to $5.00.').first().waitFor();
  await page.getByRole('button', { name: 'Join now' }).click();
  await page.getByText('Below is your cashback so far.', { exact: false }).waitFor();
  await page.getByText('$0.00 of $5.00').waitFor();
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
  const { page: later, close: closeLater } = await open('desktop', '/promoDetail?id=e2e-back');
  await later.getByText('It is paid once, after the end, without a claim.', { exact: false }).waitFor();
  await inspectAtTwoWidths(later);
  await closeLater();
});

test('tickets of a raffle are named in the list and in the terms', async () => {
  const { page, problems, close } = await open('desktop', '/promotions');
  await page.getByText('2 tickets of the raffle “Pearl raffle” if our team approves your application.').waitFor();
  await page.getByRole('link', { name: /Pearls of luck/ }).click();
  await page.getByText('when the raffle “Pearl raffle” closes', { exact: false }).waitFor();
  await inspectAtTwoWidths(page);
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('points are claimed without script (phone)', async () => {
  const { page, close } = await open('phone', '/promoDetail?id=e2e-points', false);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await page.getByText('You have received your reward.').waitFor();
  await close();
});

test('an application is sent with a comment without script, and waits for the decision', async () => {
  const { page, close } = await open('phone', '/promoDetail?id=e2e-cash', false);
  await page.getByLabel('Comment').fill('x'.repeat(141));
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.locator('#promotion-comment[aria-invalid="true"]').waitFor();
  await page.getByLabel('Comment').fill('The reef at low water');
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.getByText('Our team is reviewing your application.', { exact: false }).waitFor();
  await close();
  const { page: later, close: closeLater } = await open('desktop', '/promoDetail?id=e2e-cash');
  await later.getByText('Our team is reviewing your application.', { exact: false }).waitFor();
  await inspectAtTwoWidths(later);
  await closeLater();
});
