import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestStatement } from '../../server/platform/rewards/cashback/test-inputs.ts';
import { addApprovedVoucher, addTestRedemption, fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { isOwnProblem } from '../kit/page-checks.ts';
import { DEMO } from '../kit/player.ts';
import {
  enter,
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  hydrateIslands,
  openWindow,
  SCREENS,
  type Window,
} from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** Cashback and the reward centre, for a member with claims, a voucher and goods of the points mall. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url, db, clock } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
  await fundRewards(platform);
  const { id } = await db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow();
  for (const days of [1, 3, 12, 20, 30, 30]) await addTestStatement(platform, DEMO.member.username, days);
  await addTestStatement(platform, DEMO.member.username, -1);
  await addApprovedVoucher(platform, id);
  await addTestRedemption(platform, { memberId: id });
  const parcel = { status: 'approved', closed_at: clock.now(), note: 'Parcel 12' } as const;
  const goods = await addTestRedemption(platform, { memberId: id });
  await db.updateTable('point_redemption').set(parcel).where('id', '=', goods).execute();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const CENTRE = '/member/rewardCenter';
const CASHBACK = '/member/manualRebate';
const TABLET = { width: 820, height: 1180 } as const;

async function open(screen: 'desktop' | 'phone', path: string, javaScript = true): Promise<Window> {
  const window = await openWindow(browser, { screen, url: service.url, theme: 'dark', javaScript });
  await enter(window, DEMO.member);
  await window.page.goto(path);
  return window;
}

/** At three widths, dark and light. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const size of [SCREENS.desktop.viewport, TABLET, SCREENS.phone.viewport]) {
    await page.setViewportSize(size);
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `rewards-${name}-${size.width}.png`), fullPage: true });
  }
  await page.setViewportSize(SCREENS.desktop.viewport);
}

/** What the badges of the page show, without those that are hidden. */
const badges = (page: Page, source: string) =>
  page.locator(`[data-rewards="${source}"]:not([hidden])`).evaluateAll((found) => found.map((one) => Number(one.firstChild?.nodeValue)));
const claims = (page: Page) => page.locator('main form:has(button[aria-label^="Claim: "])');

test('both pages at three widths, dark and light', async () => {
  const { page, problems, close } = await open('desktop', CENTRE);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await inspect(page, 'centre');
  await page.goto(CASHBACK);
  await inspect(page, 'cashback');
  await page
    .getByRole('link', { name: /^2026-/ })
    .first()
    .click();
  await inspect(page, 'statement');
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('a claim with the keyboard pays in place, and the badges of every open tab follow', async () => {
  const window = await open('desktop', CENTRE);
  const { page, context } = window;
  await page.evaluate(hydrateIslands);
  const before = await claims(page).count();
  expect(before).toBeGreaterThan(1);
  const [counted] = await badges(page, 'all');
  const other = await context.newPage();
  await other.goto('/index');
  await other.evaluate(hydrateIslands);
  await page
    .getByRole('timer')
    .first()
    .filter({ hasText: /^Ends in \d+ (?:days|hours)$/ })
    .waitFor();
  await claims(page).first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^\$[\d.,]+ is in your wallet\.$/).waitFor();
  await expectFocus(page.getByRole('heading', { name: 'Waiting for you' }));
  await expect.poll(() => claims(page).count()).toBe(before - 1);
  for (const tab of [page, other]) await expect.poll(async () => new Set(await badges(tab, 'all'))).toEqual(new Set([(counted ?? 0) - 1]));
  expect(window.problems.filter(isOwnProblem)).toEqual([]);
  await window.close();
});

test('of a claim from two tabs the second is refused with the reason, and nothing is paid twice', async () => {
  const window = await open('desktop', CENTRE);
  const { page, context } = window;
  const second = await context.newPage();
  await second.goto(CENTRE);
  for (const tab of [page, second]) await tab.evaluate(hydrateIslands);
  await claims(page).first().getByRole('button').click();
  await page.getByText(/is in your wallet\.$/).waitFor();
  await claims(second).first().getByRole('button').click();
  await second.getByText('This cashback has already been claimed.').waitFor();
  await expectAccessible(second);
  await window.close();
});

test('without script a claim is a form, and what is over is in the history (phone)', async () => {
  const { page, close } = await open('phone', CENTRE, false);
  const before = await claims(page).count();
  await page
    .getByText(/^Ends in \d+/)
    .first()
    .waitFor();
  await claims(page).first().getByRole('button').click();
  await page.getByText(/^Claimed\. It is in your wallet/).waitFor();
  await expect.poll(() => claims(page).count()).toBe(before - 1);
  expect(await page.locator('#history').innerText()).toContain('Received');
  await close();
});

test('a claim that takes long is marked, and one without an answer may have been paid', async () => {
  const window = await open('desktop', CENTRE);
  const { page } = window;
  await page.evaluate(hydrateIslands);
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/MCSFE_claimReward', async (route) => {
    await slow;
    await route.abort();
  });
  const button = claims(page).first().getByRole('button');
  await button.click();
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  answer();
  await page.getByText('We received no reply', { exact: false }).waitFor();
  await expectAccessible(page);
  await window.close();
});

test('claiming all leaves codes and goods, and goods are noted as read', async () => {
  const window = await open('phone', CENTRE);
  const { page } = window;
  await page.evaluate(hydrateIslands);
  await page.getByText('Parcel 12').waitFor();
  await page.getByRole('button', { name: /^Claim all \(\d\)$/ }).click();
  await page.getByText(/is in your wallet\.$/).waitFor();
  await expect.poll(() => claims(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Got it: Lantern' }).click();
  await page.getByText('Noted.').waitFor();
  await expect.poll(() => badges(page, 'all').then((shown) => new Set(shown))).toEqual(new Set([1]));
  await page.getByRole('link', { name: 'Show: Voucher' }).click();
  await page.waitForURL(/pointHistory/);
  expect(window.problems.filter(isOwnProblem)).toEqual([]);
  await window.close();
});

test('a gift of a level is promised on the VIP page and claimed as other rewards, without script too', async () => {
  const { db, clock } = platform;
  const { id } = await db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow();
  const gift = { member_id: id, kind: 'upgrade', year: 0, currency: 'USD', state: 'claimable', created_at: clock.now() } as const;
  const until = new Date(clock.now().getTime() + 86_400_000);
  for (const level of [2, 3])
    await db
      .insertInto('vip_gift')
      .values({
        ...gift,
        level,
        amount: level === 2 ? '50000' : '100000',
        claim_until: until,
        claimed_at: null,
        transfer_id: null,
        paid_at: null,
      })
      .execute();
  const { page, problems, close } = await open('desktop', '/vip');
  await page.getByRole('row', { name: /^Gift for reaching it – \$5\.00 \$10\.00/ }).waitFor();
  await inspect(page, 'vip');
  await page.goto(CENTRE);
  await page.evaluate(hydrateIslands);
  await inspect(page, 'gifts');
  await page.getByRole('button', { name: 'Claim: Gift for level Ripple' }).click();
  await page.getByText('$5.00 is in your wallet.').waitFor();
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
  const plain = await open('phone', CENTRE, false);
  await plain.page.getByRole('button', { name: 'Claim: Gift for level Stream' }).click();
  await plain.page.getByText(/^Claimed\. It is in your wallet/).waitFor();
  expect(await plain.page.locator('#history').innerText()).toContain('Gift for level Stream');
  await plain.close();
});

test('a member whose cashback is paused sees so without the reason', async () => {
  const { id } = await platform.db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow();
  await addTestStatement(platform);
  await platform.db
    .insertInto('cashback_pause')
    .values({ member_id: id, reason: 'For operators only', operator: 'cashier', paused_at: platform.clock.now() })
    .execute();
  const window = await open('desktop', CENTRE);
  const { page } = window;
  await page.locator('main').getByText('Paused', { exact: true }).waitFor();
  await expect.poll(() => claims(page).count()).toBe(0);
  await page.goto(CASHBACK);
  await page.getByText('Your cashback is paused.', { exact: false }).waitFor();
  expect(await page.content()).not.toContain('For operators only');
  await inspect(page, 'paused');
  await platform.db.deleteFrom('cashback_pause').execute();
  await window.close();
});
