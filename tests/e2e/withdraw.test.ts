import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/transaction.ts';
import { png } from '../../server/platform/base/uploads/test-pictures.ts';
import { addTestMember, openTestSession, TEST_PASSWORD } from '../../server/platform/identity/sessions/test-member.ts';
import { createTurnover } from '../../server/platform/money/turnover/index.ts';
import { addTestPayee, TEST_PAYMENT_PASSWORD, testDesk } from '../../server/platform/money/withdrawal/test-inputs.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchBrowser } from '../kit/browser.ts';
import { enter, expectAccessible, openWindow, type Window, type WindowOptions } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** The platform runs in this process, so that the test can be the operator; the built portal calls it over HTTP. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
const windows: Window[] = [];
/** A refused form of a page without script. */
const EXPECTED = /status of 422/;
beforeAll(async () => {
  platform = await openTestPlatform();
  const { url } = platform;
  service = await startService({ env: { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url } });
  browser = await launchBrowser();
});
afterEach(async () => {
  const problems = windows.flatMap((one) => one.problems).filter((problem) => !EXPECTED.test(problem));
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect([problems, platform.faults]).toEqual([[], []]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function open(options: Omit<WindowOptions, 'url'>, ready = true) {
  const member = await addTestMember(platform);
  if (ready) await addTestPayee(platform, { ...member, token: (await openTestSession(platform, member)).token });
  const window = await openWindow(browser, { url: service.url, ...options });
  windows.push(window);
  // The studio's artwork is not served: no platform runs next to this portal.
  await window.context.route('**/studio/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: NO_PICTURE }));
  await enter(window, { username: member.account, password: TEST_PASSWORD });
  return { page: window.page, memberId: member.id };
}
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** One operator performs every step. */
async function act(name: 'approve' | 'markPaid' | 'reject', id: string, reason = 'checked') {
  await inTransaction(platform.db, (tx, afterCommit) => testDesk(platform)[name](tx, afterCommit, id, { operator: 'operator-1', reason }));
}

describe('the page of withdrawals', () => {
  test('leads from a request over its confirmation to the tracker, which follows the operator and asks for the received amount', async () => {
    const { page, memberId } = await open({ screen: 'desktop', theme: 'dark' });
    await createTurnover().require(platform.db, memberId, { source: 'deposit', units: 50_000_000n, percent: 100 });
    await page.goto('/member/withdraw');
    await page.getByText('Stake another $5,000.00 of $5,000.00').waitFor();
    await expectAccessible(page, { bothThemes: true });
    const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true });
    await page.getByLabel('Amount').fill('10');
    await withdraw.click();
    await page.getByText('Enter an amount from $20.00 to $5,000.00.').waitFor();
    // More than the available amount is refused while typing, and opens no confirmation.
    await page.getByLabel('Amount').fill('99999');
    await page.getByText('You can withdraw up to $').waitFor();
    await withdraw.click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Amount').fill('100');
    await page.getByText('You can withdraw up to $').waitFor({ state: 'detached' });
    await page.getByLabel('Payment password').first().fill('000000');
    await withdraw.click();
    await page.getByRole('button', { name: 'Withdraw $100.00' }).click();
    await page.getByText('The payment password is wrong.').waitFor();
    await page.getByLabel('Payment password').first().fill(TEST_PAYMENT_PASSWORD);
    await withdraw.click();
    await page.getByRole('dialog').getByText('You can cancel the request until we start to process it.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Withdraw $100.00' }).click();
    await page.waitForURL(/withdrawalId=w_/);
    await page.getByText(/We check your request\. We will notify you by \d{4}-/).waitFor();
    const id = new URL(page.url()).searchParams.get('withdrawalId') ?? '';

    await act('approve', id);
    await page.getByText(/Your request is approved/).waitFor();
    await act('markPaid', id);
    await page.getByRole('heading', { name: 'Has the money arrived?' }).waitFor();
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(?:30:00|29:\d\d)$/);
    await expectAccessible(page, { bothThemes: true });
    await page.getByText('Only a part').click();
    await page.getByLabel('Received in total').fill('40');
    await page.getByRole('button', { name: 'Save this amount' }).click();
    await page.getByText('You have received $40.00 so far').waitFor();
    await page.getByText('No, nothing more has arrived').click();
    const statement = { name: 'statement.png', mimeType: 'image/png', buffer: await png() };
    await page.getByLabel('Pictures of your statement').setInputFiles([statement]);
    await page.getByText('Added', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Not received' }).click();
    await page.getByText('You reported that $60.00 is missing').waitFor();
    const { events } = await testDesk(platform).details(platform.db, id);
    expect(events.at(-1)).toMatchObject({ action: 'not_received', uploads: [expect.stringMatching(/./)] });
    await expectAccessible(page);
    await page.goto('/member/withdraw?withdrawalId=w_somebody_elses');
    await page.getByText('We can’t find this withdrawal').waitFor();
    await page.getByRole('link', { name: /^Details of \$100\.00/ }).click();
    await page.getByText('In dispute').waitFor();
  });

  test('without script accepts a request, keeps the input after a refusal, and accepts a response', async () => {
    const { page, memberId } = await open({ screen: 'phone', theme: 'light', javaScript: false });
    await page.goto('/member/withdraw');
    await page.getByLabel('Amount').fill('60');
    await page.getByLabel('Payment password').first().fill('000000');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('The payment password is wrong.').waitFor();
    expect(await page.getByLabel('Amount').inputValue()).toBe('60');
    await page.getByLabel('Payment password').first().fill(TEST_PAYMENT_PASSWORD);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('We have received your request.').waitFor();
    const { rows } = await sql<{ id: string }>`select id from withdrawal where member_id = ${memberId}`.execute(platform.db);
    const id = rows[0]?.id ?? '';
    await act('approve', id);
    await act('markPaid', id);
    await page.goto('/member/withdraw');
    await page.getByRole('heading', { name: 'Has your $60.00 arrived?' }).waitFor();
    await page.getByRole('link', { name: 'Reply now' }).click();
    await page.getByText('Yes, all of it').click();
    await page.getByRole('button', { name: 'Fully received' }).click();
    await page.getByText('This withdrawal is complete.').waitFor();
  });

  test('on a phone shows the next step, a rejection with its reason, and an upstream failure', async () => {
    const fresh = await open({ screen: 'phone', theme: 'dark' }, false);
    await fresh.page.goto('/member/withdraw');
    await fresh.page.getByRole('link', { name: 'Set a payment password' }).waitFor();
    await fresh.page.getByText('No withdrawals yet').waitFor();
    await expectAccessible(fresh.page);

    const { page } = await open({ screen: 'phone', theme: 'light' });
    await page.goto('/member/withdraw');
    // Level 1 withdraws at most 5,000 at once.
    await page.getByRole('button', { name: 'The most now: $5,000.00' }).click();
    // The first click hydrates the form. Later clicks count after that, which the amount shows.
    await expect.poll(() => page.getByLabel('Amount').first().inputValue()).toBe('5000');
    await page.getByLabel('Payment password').first().fill(TEST_PAYMENT_PASSWORD);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('button', { name: 'Withdraw $5,000.00' }).click();
    await page.waitForURL(/withdrawalId=w_/);
    await act('reject', new URL(page.url()).searchParams.get('withdrawalId') ?? '', 'The account is not in your name.');
    await page.getByText('The account is not in your name.').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // The language with the longest words.
    await page.context().addCookies([{ name: 'lang', value: 'ID', url: service.url }]);
    await page.reload();
    const stages = page.getByRole('listitem').filter({ hasText: /^(Diajukan|Pemeriksaan|Pencairan|Penerimaan)$/ });
    expect(
      await stages.evaluateAll((all) =>
        all.map(({ lastChild }) => {
          const range = document.createRange();
          if (lastChild) range.selectNodeContents(lastChild);
          return range.getClientRects().length;
        }),
      ),
    ).toEqual([1, 1, 1, 1]);

    await platform.close();
    const answer = await page.goto('/member/withdraw');
    expect(answer?.status()).toBe(503);
    await expectAccessible(page);
    // The browser logs the failed response, and the closed live channel.
    for (const one of windows) (one.problems as string[]).length = 0;
  });
});
