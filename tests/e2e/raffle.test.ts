import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSecrets } from '../../server/platform/base/secrets.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import { newSeed } from '../../server/platform/rewards/raffle/desk.ts';
import { draft } from '../../server/platform/rewards/raffle/test-raffle.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../server/platform/test-platform.ts';
import { DAY_MS } from '../../shared/time.ts';
import { launchBrowser } from '../kit/browser.ts';
import { inspectAtTwoWidths, isOwnProblem } from '../kit/page-checks.ts';
import { DEMO } from '../kit/player.ts';
import { enter, openWindow, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** Raffles in which the member has all tickets: each prize is won. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
  await fundRewards(platform);
  // The consumers begin with the first run.
  await platform.platform.runJob('raffles');
  await addRaffle('e2e-open', 'Pearl raffle', 1);
  await addRaffle('e2e-drawn', 'Coral raffle', -3);
  await addRaffle('e2e-other', 'Shell raffle', -3);
  await vi.waitFor(
    async () => {
      await platform.platform.runJob('raffles');
      expect(await platform.db.selectFrom('raffle_win').select('id').execute()).toHaveLength(4);
    },
    { timeout: 120_000, interval: 500 },
  );
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.close();
});

/** `until`: the end of tickets, in days from now. */
async function addRaffle(id: string, title: string, until: number): Promise<void> {
  const { db, clock } = platform;
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  const { titles: _titles, prizes: _prizes, ...rule } = draft(at(until - 7));
  const prizes = [
    { amount: '70000', count: 1 },
    { amount: '20000', count: 1 },
  ];
  const state = { state: 'live', budget: '90000', reserved: '90000', created_at: at(until - 7), published_at: at(until - 7) } as const;
  await db
    .insertInto('raffle')
    .values({
      id,
      currency: 'USD',
      titles: JSON.stringify({ EN: title }),
      prizes: JSON.stringify(prizes),
      ...rule,
      ends_at: at(until),
      draws_at: at(until + 1),
      claim_days: 30,
      ...state,
      ...(await newSeed(createSecrets(TEST_DATA_KEY))),
    })
    .execute();
  const member = await db.selectFrom('member').select('id').where('account', '=', DEMO.member.username).executeTakeFirstOrThrow();
  await db
    .insertInto('raffle_entry')
    .values({ raffle_id: id, member_id: member.id, code: 'e2e1', extra: 3, tickets: 3, joined_at: at(until - 7) })
    .execute();
}

async function open(screen: 'desktop' | 'phone', path: string, javaScript = true): Promise<Window> {
  const window = await openWindow(browser, { screen, url: service.url, theme: 'dark', javaScript });
  await enter(window, DEMO.member);
  await window.page.goto(path);
  return window;
}

test('a member finds a drawn raffle in the list, checks the draw in the browser, and claims', async () => {
  const { page, problems, close } = await open('desktop', '/raffle');
  await page.getByRole('link', { name: /Pearl raffle/ }).waitFor();
  await inspectAtTwoWidths(page);
  await page.getByRole('link', { name: /Coral raffle/ }).click();
  await page.getByRole('heading', { name: 'Winners' }).waitFor();
  await page.getByRole('button', { name: 'Check in this browser' }).click();
  for (const text of ['Seed and list give exactly these winners.', 'Your tickets are in the list.']) await page.getByText(text).waitFor();
  await page.getByText('The seed has the hash that was published before the first ticket.').waitFor();
  await inspectAtTwoWidths(page);
  await page.getByRole('button', { name: 'Claim $9.00' }).click();
  await expect.poll(() => page.getByText('Paid', { exact: true }).count()).toBe(2);
  await expect.poll(() => page.getByRole('button', { name: /^Claim/ }).count()).toBe(0);
  expect(problems.filter(isOwnProblem)).toEqual([]);
  await close();
});

test('winners and values are on the page without script, and prizes are claimed (phone)', async () => {
  const { page, close } = await open('phone', '/raffle', false);
  await page.getByRole('link', { name: /Shell raffle/ }).click();
  await page.getByRole('link', { name: 'List of tickets and all values (JSON)' }).waitFor();
  await page.getByText('You won $7.00', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Claim $9.00' }).click();
  await expect.poll(() => page.getByText('Paid', { exact: true }).count()).toBe(2);
  await close();
});
