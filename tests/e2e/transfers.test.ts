import { expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** My wallet and the transfer to the agent, each tested once. */
const stage = openStage();
const MY_WALLET = '/member/transferFund';
const UPLINE = '/member/transferUpline';
const DIGITS = '480159';

async function post(window: Window, call: string, form: Record<string, string>): Promise<void> {
  const answer = await window.context.request.post(`/form/${call}`, { form, headers: { origin: window.url }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

test('my wallet shows where the money is, and that there is one wallet (desktop, dark)', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, theme: 'dark' });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto(MY_WALLET);
  await page.getByText('All games are played from this wallet.').waitFor();
  await expect.poll(() => page.locator('[aria-labelledby="wallet-total"]').innerText()).toContain('$1,000.00');
  await expect.poll(() => page.getByRole('link', { name: 'Account record' }).count()).toBeGreaterThan(0);
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('a transfer requires a payment password, is confirmed, and is visible on both sides (phone, light)', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, theme: 'light' });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto(UPLINE);
  await page.getByText('You need a payment password').waitFor();
  await page.getByText('No transfers yet').waitFor();
  await expectAccessible(page);
  await post(window, 'payment.change', { paymentPassword: DIGITS, confirmPaymentPassword: DIGITS, back: UPLINE });

  await page.goto(UPLINE);
  await page.getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('Enter an amount from $10.00 to $5,000.00.').waitFor();
  await page.getByLabel('Amount').fill('25.50');
  await page.getByLabel('Payment password', { exact: true }).fill('111111');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByRole('button', { name: 'Transfer $25.50' }).click();
  await page.getByText('The payment password is wrong.').waitFor();
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expectAccessible(page, { overOthers: true });
  await page.getByRole('button', { name: 'Transfer $25.50' }).click();
  await page.getByText('$25.50 has been transferred to agent01.').waitFor();
  await expect.poll(() => page.locator('[aria-labelledby="transfers-title"]').innerText()).toContain('−$25.50');
  await expectNoSidewaysScroll(page);
  expect(window.problems).toEqual([]);
  await window.close();

  const agent = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, theme: 'dark' });
  await enter(agent, DEMO.agent);
  await agent.page.goto(UPLINE);
  await agent.page.getByText('You have no agent').waitFor();
  await agent.page.getByText('+$25.50').waitFor();
  expect(agent.problems).toEqual([]);
  await agent.close();
});

test('a transfer works without script: typed once, sent once, refused with a reason', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, javaScript: false });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto(UPLINE);
  await page.getByLabel('Amount').fill('99999');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('Enter an amount from 10.00 to 5,000.00.').waitFor();
  expect(await page.getByLabel('Amount').inputValue()).toBe('99999');
  expect(await page.getByLabel('Payment password', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('$10.00 has been transferred to agent01.').waitFor();
  await page.reload();
  await expect.poll(() => page.getByText('−$10.00').count()).toBe(1);
  await window.close();
});
