import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { inspectAtTwoWidths, isOwnProblem } from '../kit/page-checks.ts';
import { DEMO } from '../kit/player.ts';
import { enter, openWindow, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** A member with an offer of an operator. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url, db } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
  await fundRewards(platform);
  const { id } = await db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow();
  const now = platform.clock.now();
  await sql`
    insert into bonus (member_id, currency, source, reference, reason, amount, held, wagering, required, weights, days, state, offer_until, created_at)
    values (${id}, 'USD', 'operator', 'e2e-bonus', 'For a stormy week', 50000, 0, 10, 500000, '{"RNG":100}', 7, 'offered',
            ${new Date(now.getTime() + 86_400_000)}, ${now})`.execute(db);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

const PAGE = '/member/bonusDetails';

async function open(screen: 'desktop' | 'phone', javaScript = true): Promise<Window> {
  const window = await openWindow(browser, { screen, url: service.url, theme: 'dark', javaScript });
  await enter(window, DEMO.member);
  await window.page.goto(PAGE);
  return window;
}

test('a member reads what an offer costs, and accepts it', async () => {
  const { page, problems, close } = await open('desktop');
  await page.getByText('To withdraw it, bet $50.00 (10 times the bonus)', { exact: false }).waitFor();
  await page.getByText('For a stormy week').waitFor();
  await inspectAtTwoWidths(page);
  await page.getByRole('button', { name: 'Accept: $5.00 bonus' }).click();
  await page.getByText('Accepted. The bonus money is there for your next bets.').waitFor();
  await page.getByText('$0.00 of $50.00 bet').waitFor();
  await inspectAtTwoWidths(page);
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('leaving shows both sums before anything happens, without script (phone)', async () => {
  const { page, close } = await open('phone', false);
  await page.getByRole('link', { name: 'Leave this bonus' }).click();
  const leaving = page.locator('#leave');
  await leaving.getByText('Stays yours').waitFor();
  await leaving.getByText('Given up', { exact: true }).waitFor();
  await leaving.getByRole('button', { name: 'Leave and give up $5.00' }).click();
  await page.getByText('You have left the bonus.').waitFor();
  await close();
});
