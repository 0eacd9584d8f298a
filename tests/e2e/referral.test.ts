import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { isOwnProblem } from '../kit/page-checks.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow, SCREENS, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** Invitations of a member with a friend, whose rewards wait. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
let memberId = '';
const FRIEND = 'm_e2e_friend';
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url, db } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
  await fundRewards(platform);
  memberId = (await db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow()).id;
  const now = platform.clock.now();
  await sql`
    insert into member (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at)
    values (${FRIEND}, 'lagoon', 'seafern', 'seafern', 0, 'USD', 'active', 'seafern', '', ${now}, '{}', ${now})`.execute(db);
  await sql`insert into referral (friend_id, referrer_id, code, registered_at) values (${FRIEND}, ${memberId}, 'PEARL234', ${now})`.execute(
    db,
  );
  for (const [stage, stake] of [
    ['deposited', 10_000],
    ['played', 20_000],
  ] as const)
    await sql`
      insert into referral_goal (friend_id, stage, need_deposits, need_stake, ends_at, referrer_amount, friend_amount, currency)
      values (${FRIEND}, ${stage}, 0, ${stake}::bigint, ${new Date(now.getTime() + 86_400_000)}, 30000, 0, 'USD')`.execute(db);
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values (${FRIEND}, 'p', 'e1', 'g', 'v', 'RNG', 'USD', 'settled', 1, 20000, 20000, 0, 20000, ${now})`.execute(db);
  await platform.platform.runJob('referrals');
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const PAGE = '/member/referral';
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
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `referral-${name}-${size.width}.png`), fullPage: true });
  }
  await page.setViewportSize(SCREENS.desktop.viewport);
}

test('show link, friends and rewards at three widths, and lead to a registration with the code', async () => {
  const { page, problems, close } = await open('desktop', PAGE);
  await page.evaluate(hydrateIslands);
  await page.getByText('se•••n', { exact: true }).waitFor();
  await page.getByText('QR code', { exact: true }).click();
  await page.getByRole('img', { name: 'QR code of your link' }).waitFor();
  const address = await page.locator('main code').first().innerText();
  expect(new URL(address).pathname + new URL(address).search).toMatch(/^\/register\?referralCode=[A-Z2-9]{8}$/);
  await page.getByRole('button', { name: 'Copy' }).first().waitFor();
  await inspect(page, 'list');
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
  const visitor = await openWindow(browser, { screen: 'phone', url: service.url, theme: 'dark', javaScript: false });
  await visitor.page.goto(address);
  expect(await visitor.page.locator('input[name="referralCode"]').first().inputValue()).toBe(
    new URL(address).searchParams.get('referralCode'),
  );
  await visitor.close();
});

test('are claimed without script, and a second tab is refused with the reason', async () => {
  const { page, context, close } = await open('phone', PAGE, false);
  const second = await context.newPage();
  await second.goto(PAGE);
  const name = 'Claim: Deposits of se•••n';
  await page.getByRole('button', { name }).click();
  await page.getByText(/^Claimed\. It is in your account/).waitFor();
  await second.getByRole('button', { name }).click();
  await second.getByText('This reward has already been claimed.').waitFor();
  await page.goto('/member/rewardCenter');
  await page.getByRole('button', { name: 'Claim: Bets of se•••n' }).waitFor();
  await close();
});

test('are not offered during a break, and what was earned stays', async () => {
  await sql`
    insert into protection_member (member_id, break_kind, break_from, break_until)
    values (${memberId}, 'time-out', ${platform.clock.now()}, ${new Date(platform.clock.now().getTime() + 86_400_000)})
    on conflict (member_id) do update set break_kind = excluded.break_kind, break_from = excluded.break_from, break_until = excluded.break_until`.execute(
    platform.db,
  );
  const { page, close } = await open('desktop', PAGE);
  await page.getByText('Because of your break you cannot invite', { exact: false }).waitFor();
  await expect.poll(() => page.getByText('referralCode=').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Claim' }).count()).toBe(0);
  await page.getByText('Bets of se•••n').waitFor();
  await inspect(page, 'paused');
  await close();
});
