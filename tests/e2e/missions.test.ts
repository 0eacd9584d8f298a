import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
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

/** Missions of a member who has reached some of them. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
let memberId = '';
const BOARDS = [
  {
    id: 'week',
    period: 'week' as const,
    measure: 'missions' as const,
    shown: 3,
    prizes: [
      { upTo: 1, points: 0, amount: 20 },
      { upTo: 3, points: 50, amount: 0 },
    ],
  },
  { id: 'day', period: 'day' as const, measure: 'points' as const, shown: 3, prizes: [] },
];
const RULE = { category: null, points: 0, amount: 0 } as const;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url, db } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
  await fundRewards(platform);
  const { settings } = await readMerchant(db, 'lagoon');
  const list = [
    { ...RULE, id: 'rounds', period: 'day', goal: 'rounds', target: 3, points: 50 },
    { ...RULE, id: 'streak', period: 'day', goal: 'streak', target: 5, points: 30 },
    { ...RULE, id: 'stake', period: 'week', goal: 'stake', target: 500, amount: 5 },
    { ...RULE, id: 'slots', period: 'once', goal: 'rounds', target: 2, category: 'RNG', points: 20 },
    { ...RULE, id: 'game', period: 'once', goal: 'newGames', target: 1, category: 'FISH', points: 10 },
  ] as const;
  await saveSettings(db, 'lagoon', { ...settings, missions: { claimDays: 7, list: [...list], boards: BOARDS } });
  memberId = (await db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow()).id;
  await platform.platform.runJob('missions');
  await play(3);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const MISSIONS = '/member/missionLeaderboard';
const TABLET = { width: 820, height: 1180 } as const;

let rounds = 0;
/** Won rounds of a slot, as the trigger of settled rounds writes their facts. */
async function play(count: number, whole = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    rounds += 1;
    const units = whole * 10_000;
    await sql`
      insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
      values (${memberId}, 'p', ${`e${rounds}`}, 'g', 'v', 'RNG', 'USD', 'settled', 1, ${units}::bigint, ${units}::bigint, ${units * 2}::bigint,
              ${units}::bigint, ${platform.clock.now()})`.execute(platform.db);
  }
  await platform.platform.runJob('missions');
}

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
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `missions-${name}-${size.width}.png`), fullPage: true });
  }
  await page.setViewportSize(SCREENS.desktop.viewport);
}

const row = (page: Page, name: string) => page.locator('main li').filter({ hasText: name });
const badge = (page: Page) => page.locator('[data-rewards="missions"]:not([hidden])').first();

test('show goals, progress and rewards at three widths, and follow play without a reload', async () => {
  const { page, problems, close } = await open('desktop', MISSIONS);
  await page.evaluate(hydrateIslands);
  await page.getByRole('heading', { name: 'Ready to claim' }).waitFor();
  await row(page, 'Win 5 rounds in a row').getByText('3 of 5').waitFor();
  await row(page, 'Stake $500.00').getByText('$3.00 of $500.00').waitFor();
  await row(page, 'Try a game you have not played').getByText('0 of 1').waitFor();
  expect((await badge(page).innerText()).trim()).toMatch(/^2/);
  await inspect(page, 'list');
  await play(1);
  await row(page, 'Win 5 rounds in a row').getByText('4 of 5').waitFor();
  await play(1);
  await row(page, 'Win 5 rounds in a row').getByRole('button').waitFor();
  await expect.poll(async () => (await badge(page).innerText()).trim()).toMatch(/^3/);
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('are claimed with the keyboard in place, and a second tab is refused with the reason', async () => {
  const window = await open('desktop', MISSIONS);
  const { page, context } = window;
  const second = await context.newPage();
  await second.goto(MISSIONS);
  for (const tab of [page, second]) await tab.evaluate(hydrateIslands);
  await page.getByRole('button', { name: 'Claim: Play 3 rounds' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Claimed\. It is in your account/).waitFor();
  await expectFocus(page.locator('#mission-list-title'));
  await row(page, 'Play 3 rounds').getByText('Claimed', { exact: true }).waitFor();
  await second.getByRole('button', { name: 'Claim: Play 3 rounds' }).click();
  await second.getByText('The reward of this mission has already been claimed.').waitFor();
  await expectAccessible(second);
  expect(window.problems.filter(isOwnProblem)).toEqual([]);
  await window.close();
});

test('without script are claimed by forms, and are in the reward centre (phone)', async () => {
  const { page, close } = await open('phone', MISSIONS, false);
  await page.getByRole('button', { name: 'Claim: Play 2 rounds' }).click();
  await page.getByText(/^Claimed\. It is in your account/).waitFor();
  await row(page, 'Play 2 rounds').getByText('Claimed', { exact: true }).waitFor();
  await page.goto('/member/rewardCenter');
  await page.getByRole('button', { name: 'Claim: Win 5 rounds in a row' }).waitFor();
  expect(await page.locator('#history').innerText()).toContain('Play 2 rounds · Slots');
  await page.getByRole('button', { name: 'Claim: Win 5 rounds in a row' }).click();
  await page.getByText(/^Claimed\. It is in your wallet/).waitFor();
  await close();
});

test('have a leaderboard, which members leave and join without script (phone)', async () => {
  const { page, close } = await open('phone', MISSIONS, false);
  const board = page.locator('section').filter({ has: page.locator('#leaderboard') });
  await board.getByText('Your place: 1').waitFor();
  await board.getByText('Places 2 to 3').waitFor();
  expect(await board.locator('tbody tr').count()).toBe(1);
  expect(await board.locator('tbody').innerText()).not.toContain(DEMO.member.username);
  for (const size of [SCREENS.phone.viewport, TABLET, SCREENS.desktop.viewport]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `missions-board-${size.width}.png`), fullPage: true });
  }
  await page.setViewportSize(SCREENS.phone.viewport);
  await board.getByRole('button', { name: 'Do not list me' }).click();
  await board.getByText('Saved.').waitFor();
  await board.getByText('You are not listed', { exact: false }).waitFor();
  await board.getByText('No places yet').waitFor();
  await board.getByRole('link', { name: 'Previous' }).click();
  await board.getByText('There is no earlier period yet.').waitFor();
  await board.getByRole('button', { name: 'List me' }).click();
  await board.getByText('Saved.').waitFor();
  await board.getByRole('link', { name: 'Current' }).click();
  await board.getByText('Your place: 1').waitFor();
  await page.goto(`${MISSIONS}?board=none`);
  await board.getByText('This leaderboard does not exist.').waitFor();
  await board.getByText('Your place: 1').waitFor();
  await close();
});

test('have a leaderboard that follows the play, and its choice of boards by links', async () => {
  const { page, problems, close } = await open('desktop', `${MISSIONS}?board=day`);
  await page.evaluate(hydrateIslands);
  const board = page.locator('section').filter({ has: page.locator('#leaderboard') });
  await board.getByText('This leaderboard has no prizes.').waitFor();
  await board.getByText('Your score: 80').waitFor();
  await expectAccessible(page, { bothThemes: true });
  await board.getByRole('link', { name: 'Week' }).click();
  await page.waitForURL((url) => url.searchParams.get('board') === 'week');
  await page.evaluate(hydrateIslands);
  await board.getByText('Your score: 2').waitFor();
  // The stake of the week is reached.
  await play(1, 500);
  await board.getByText('Your score: 3').waitFor();
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('are not offered during a break, and what was reached stays', async () => {
  await sql`
    insert into protection_member (member_id, break_kind, break_from, break_until)
    values (${memberId}, 'time-out', ${platform.clock.now()}, ${new Date(platform.clock.now().getTime() + 86_400_000)})
    on conflict (member_id) do update set break_kind = excluded.break_kind, break_from = excluded.break_from, break_until = excluded.break_until`.execute(
    platform.db,
  );
  const { page, close } = await open('desktop', MISSIONS);
  await page.getByText('There are no missions for you now', { exact: false }).waitFor();
  await expect.poll(() => page.getByText('Try a game you have not played').count()).toBe(0);
  await inspect(page, 'paused');
  await close();
});
