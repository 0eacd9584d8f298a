import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
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
import { openStage } from '../kit/stage.ts';

/** The points mall and its history, for the demo's member with 3,684.50 points. */
const stage = openStage();
/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const DIGITS = '480159';
const MUG = '/pointMall?item=demo-mug';
const HISTORY = '/member/pointHistory';
const TABLET = { width: 820, height: 1180 } as const;

async function post(window: Window, call: string, form: Record<string, string>): Promise<number> {
  const answer = await window.context.request.post(`/form/${call}`, { form, headers: { origin: window.url }, maxRedirects: 0 });
  return answer.status();
}

const setPassword = (window: Window) =>
  post(window, 'payment.change', { paymentPassword: DIGITS, confirmPaymentPassword: DIGITS, back: '/pointMall' });

/** At three widths, dark and light. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const size of [SCREENS.desktop.viewport, TABLET, SCREENS.phone.viewport]) {
    await page.setViewportSize(size);
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `points-${name}-${size.width}.png`), fullPage: true });
  }
}

const names = (page: Page) => page.locator('main li h3').allInnerTexts();

test('the mall shows visitors what there is and how points are earned, with filters in the address', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, theme: 'dark', javaScript: false });
  const { page } = window;
  await page.goto('/pointMall');
  await page.getByText('Log in to see your points and redeem rewards.').waitFor();
  await expect.poll(() => names(page)).toContain('Harbour mug');
  const rates = page.locator('[aria-labelledby="points-rates"] li');
  await expect
    .poll(() => rates.allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringMatching(/Slots\s+1\.20/), expect.stringMatching(/Live casino\s+0\.70/)]));
  await page.getByRole('link', { name: 'Vouchers' }).click();
  await expect.poll(() => names(page)).toEqual(['Shopping voucher']);
  await page.goto('/pointMall');
  await page.getByLabel('Search rewards').fill('lantern');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => names(page)).toEqual(['Garden lantern']);
  await page.getByLabel('Search rewards').fill('nothing like this');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('No reward matches').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByLabel('Sort by').selectOption({ label: 'Points: high to low' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await names(page))[0]).toBe('Deck speaker');
  await window.close();

  expect((await fetch(`${stage.service.url}/pointMall?item=unknown`)).status).toBe(404);
});

test('a member redeems with the keyboard: limits, total, confirmation, and one redemption for two submits', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, theme: 'dark' });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto('/pointMall');
  await page.getByText('3,684.50').waitFor();
  await inspect(page, 'mall');
  await page.setViewportSize(SCREENS.desktop.viewport);
  await page.goto(MUG);
  await page.getByText('Set a payment password first').waitFor();
  expect(await setPassword(window)).toBe(303);

  await page.goto(MUG);
  // Before that, the browser checks the field without the text of the site.
  await page.evaluate(hydrateIslands);
  await page.getByLabel('Quantity').fill('7');
  await page.getByLabel('Payment password', { exact: true }).fill('111111');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a whole number from 1 to 6.').waitFor();
  await expectFocus(page.getByLabel('Quantity'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await page.getByText('1,200 points').first().waitFor();
  await page.getByText('2,484.50').first().waitFor();
  await inspect(page, 'goods');
  await page.setViewportSize(SCREENS.desktop.viewport);
  await page.getByLabel('Delivery address').fill('Pier 9');
  await page.getByLabel('Payment password', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Check your order' }).waitFor();
  await expectAccessible(page, { overOthers: true });
  await page.keyboard.press('Enter');
  await page.getByText('The payment password is wrong.').waitFor();
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('button', { name: 'Confirm: 1,200 points' });
  await confirm.waitFor();
  await confirm.dblclick();
  await page.getByText('Requested: 2 × Harbour mug for 1,200 points.').waitFor();
  await page.getByText('2,484.50').first().waitFor();
  expect(window.problems).toEqual([]);

  await page.goto(HISTORY);
  const cards = page.locator('main li', { hasText: '2 × Harbour mug' });
  await expect.poll(() => cards.count()).toBe(1);
  expect(await cards.innerText()).toContain('In process');
  expect(await cards.innerText()).toContain('Pier 9');
  await inspect(page, 'history');
  await window.close();
});

test('the same form sent twice redeems once, and what is missing is named (phone, light)', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, theme: 'light' });
  await enter(window, DEMO.member);
  const form = {
    goodsId: 'demo-cap',
    quantity: '1',
    paymentPassword: DIGITS,
    reference: 'e2e-points-twice-0001',
    back: '/pointMall?item=demo-cap&done=1',
  };
  expect([await post(window, 'points.redeem', form), await post(window, 'points.redeem', form)]).toEqual([303, 303]);
  const { page } = window;
  await page.goto('/pointMall');
  await page.getByText('1,584.50').waitFor();
  await page.goto('/pointMall?item=demo-speaker');
  await page.getByText('This reward needs VIP level 3 or higher.').waitFor();
  await page.goto('/pointMall?item=demo-lantern');
  await page.getByText('WhatsApp number ID needed to redeem a bonus.').waitFor();
  expect(await page.getByRole('link', { name: 'Add the number' }).getAttribute('href')).toBe('/member/profile');
  await page.goto('/pointMall?item=demo-umbrella');
  await page.getByText('This reward is sold out.').waitFor();
  await expectAccessible(page);
  await page.goto('/pointMall?affordable=1');
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['Harbour mug', 'Bonus credit, small']));
  await expect.poll(() => names(page)).not.toContain('Storm umbrella');
  expect(window.problems).toEqual([]);
  await window.close();
});

test('everything works without script: redeem, the code of a voucher, the changes, points as money', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, javaScript: false });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto('/pointMall?item=demo-credit-5');
  await page.getByLabel('Quantity').fill('0');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Redeem points' }).click();
  await page.getByText('Enter a whole number from 1 to 100.').first().waitFor();
  await page.getByLabel('Quantity').fill('50');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Redeem points' }).click();
  await page.getByText('You have 1,584.50 points and need 25,000.00.').waitFor();
  expect(await page.getByLabel('Payment password', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Quantity').fill('1');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Redeem points' }).click();
  await page.getByText('Requested: 1 × Bonus credit, small for 500 points.').waitFor();

  await page.goto(`${HISTORY}?status=approved`);
  const voucher = page.locator('main li', { hasText: 'Shopping voucher' });
  expect(await voucher.innerText()).not.toContain('LAGOON-DEMO');
  await voucher.locator('summary').click();
  await voucher.getByLabel('Payment password').fill('111111');
  await voucher.getByRole('button', { name: 'Show the code' }).click();
  await page.getByText('The payment password is wrong.').waitFor();
  await voucher.getByLabel('Payment password').fill(DIGITS);
  await voucher.getByRole('button', { name: 'Show the code' }).click();
  await page.getByText('LAGOON-DEMO-001').waitFor();
  await page.goto(`${HISTORY}?status=approved`);
  await expect.poll(() => page.getByText('LAGOON-DEMO-001').count()).toBe(0);
  await page.getByRole('link', { name: 'Rejected' }).click();
  await page.getByText('The points are back in your account.').waitFor();
  await page.getByRole('link', { name: 'Points details' }).click();
  await page.getByRole('link', { name: 'Corrected' }).click();
  await page.getByText('+5,284.50').waitFor();
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(1);

  await page.goto('/pointMall?item=.money');
  await page.getByLabel('Points to convert').fill('499');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Convert points' }).click();
  await page.getByText('Enter a whole number of points, 500.00 or more.').first().waitFor();
  await page.getByLabel('Points to convert').fill('1000');
  await page.getByLabel('Payment password', { exact: true }).fill(DIGITS);
  await page.getByRole('button', { name: 'Convert points' }).click();
  await page.getByText('Converted. The money is in your wallet.').waitFor();
  await page.goto(`${HISTORY}?list=points&kind=converted`);
  await page.getByText('−1,000').waitFor();
  await page.goto('/member/transactionHistory');
  await expect.poll(() => page.getByText('+$10.00').count()).toBeGreaterThan(0);
  await window.close();
});
