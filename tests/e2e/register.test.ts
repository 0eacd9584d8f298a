import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memberInfo } from '../../shared/api/accounts/calls.ts';
import { challengeCall } from '../../shared/api/verification/calls.ts';
import { CAPTCHA_REFRESH_MS } from '../../shared/constants.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { lastCode, outbox } from '../kit/messages.ts';
import {
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  openWindow,
  type Screen,
  type Window,
  type WindowOptions,
} from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const PASSWORD = 'Harbour-2026';
/** Code of the demo agent. */
const GOOD_CODE = 'LAGOON01';
/** A timeout far above what a busy machine needs to solve a challenge and hash a password. */
const SLOW_STEP = { timeout: 120_000 };
const stage = openStage();
const english = texts('EN');

let window: Window;
let page: Page;
let dialog: Locator;

afterEach(async () => {
  await window?.close();
});

describe.each<[screen: Screen, language: 'EN' | 'JA', seed: number]>([
  ['desktop', 'EN', 1],
  ['phone', 'JA', 2],
])('on a %s in %s', (screen, language, seed) => {
  const t = texts(language);

  beforeEach(() => open({ screen, language }));

  test('by user name: errors at their fields, a taken name, then signed in', async () => {
    const name = `sailor${screen}${language.toLowerCase()}`.slice(0, 16);
    await openRegistration();
    await submit(t);
    await expect.poll(() => dialog.getByText(t('errors.field_required'), { exact: true }).count(), SLOW_STEP).toBe(2);
    await expectFocus(input('username'));
    await fill('username', ' demo01 ');
    await fill('password', PASSWORD);
    await agree();
    await submit(t);
    await dialog.getByText(t('errors.field_taken')).waitFor();
    expect(await input('username').getAttribute('aria-invalid')).toBe('true');
    await fill('username', ` ${name} `);
    await submit(t);
    await expectSignedInAs(name);
    expect(window.problems).toEqual([]);
  });

  test('by mobile number: an invalid number, a wrong code, then the right one', async () => {
    const number = `81234567${seed}`;
    await openRegistration();
    await dialog.getByRole('tab', { name: t('register.tabMobile') }).click();
    await chooseCountry(t, '+66');
    await fill('mobileNum', '12');
    await sendCode(t).click();
    await dialog.getByText(t('errors.field_mobile_invalid')).waitFor();
    await fill('mobileNum', number);
    await sendCode(t).click();
    await countdown().waitFor();
    if (language === 'EN') expect(await countdown().innerText()).toMatch(/^Resend in [45]:\d\d$/);
    const code = await lastCode(stage.service, `+66${number}`);
    await fill('verificationCode', wrongCodeFor(code));
    await fill('password', PASSWORD);
    await agree();
    await submit(t);
    await dialog.getByText(t('errors.field_code_wrong')).waitFor();
    await fill('verificationCode', ` ${code} `);
    await submit(t);
    await expectSignedInAs(`+66${number}`);
    expect(window.problems).toEqual([]);
  });

  test('both tabs fit the screen and are accessible', async () => {
    await openRegistration();
    await expectAccessible(page, { bothThemes: true });
    await dialog.getByRole('tab', { name: t('register.tabMobile') }).click();
    await countryButton(t).click();
    await dialog.getByRole('option').first().waitFor();
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
  });
});

describe('an invitation code', () => {
  beforeEach(() => open({ screen: 'desktop' }));

  test('that is valid in the address needs no field and is applied', async () => {
    await page.goto(`/register?affiliateCode=${GOOD_CODE.toLowerCase()}`);
    dialog = page.getByRole('dialog');
    await dialog.getByText(english('register.affiliateApplied', { code: GOOD_CODE.toLowerCase() })).waitFor();
    await expect.poll(() => input('affiliateCode').count()).toBe(0);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await fill('username', 'invited1');
    await fill('password', PASSWORD);
    await agree();
    await submit(english);
    expect((await sent).url()).toContain('/wps/member/register');
    await expectSignedInAs('invited1');
  });

  test('that is invalid is shown, explained in a dialog and can be removed', async () => {
    await page.goto('/register?affiliateCode=NOSUCH1');
    dialog = page.getByRole('dialog').first();
    await dialog.getByText(english('errors.affiliate_invalid')).waitFor();
    expect(await input('affiliateCode').inputValue()).toBe('NOSUCH1');
    await fill('username', 'invited2');
    await fill('password', PASSWORD);
    await agree();
    await submit(english);
    const warning = page.getByRole('alertdialog', { name: english('register.affiliateTitle') });
    await warning.getByText(english('errors.affiliate_invalid')).waitFor();
    await expectAccessible(page);
    await warning.getByRole('button', { name: english('common.ok') }).click();
    await warning.waitFor({ state: 'detached' });
    expect(await input('affiliateCode').getAttribute('aria-invalid')).toBe('true');
    await expectFocus(input('affiliateCode'));
    expect(await input('password').inputValue()).toBe(PASSWORD);
    await fill('affiliateCode', '');
    await submit(english);
    await expectSignedInAs('invited2');
  });
});

describe('the human check', () => {
  beforeEach(() => open({ screen: 'phone' }));

  test('requires an image if it cannot run, shows another one, and refuses a wrong answer', async () => {
    await page.route('**/challenge-worker-*', (route) => route.abort());
    await openRegistration();
    await fill('username', 'nobody77');
    const image = dialog.getByRole('img', { name: english('verify.captchaImage') });
    const first = await image.getAttribute('src');
    expect(first).toMatch(/^data:image\/png;base64,/);
    await page.waitForTimeout(CAPTCHA_REFRESH_MS);
    await dialog.getByRole('button', { name: english('verify.captchaRefresh') }).click();
    await expect.poll(() => image.getAttribute('src'), SLOW_STEP).not.toBe(first);
    await expectAccessible(page);
    await fill('password', PASSWORD);
    await agree();
    await fill('captcha', 'wrong');
    const second = await image.getAttribute('src');
    await submit(english);
    await dialog.getByText(english('errors.captcha_wrong')).waitFor();
    await expect.poll(() => image.getAttribute('src'), SLOW_STEP).not.toBe(second);
    await expect.poll(() => input('captcha').inputValue(), SLOW_STEP).toBe('');
  });

  test('requires an image if the content policy blocks a hosted widget', async () => {
    const hosted = { success: true, value: { provider: 'turnstile', siteKey: 'site-key' } };
    await page.route(`**${challengeCall.path}*`, (route) => route.fulfill({ json: hosted }));
    await openRegistration();
    await fill('username', 'nobody78');
    await dialog.getByRole('img', { name: english('verify.captchaImage') }).waitFor();
  });

  test('a countdown continues after its dialog is closed', async () => {
    await openRegistration();
    await dialog.getByRole('tab', { name: english('register.tabMobile') }).click();
    await chooseCountry(english, 'Thailand');
    await fill('mobileNum', '812345699');
    await sendCode(english).click();
    await countdown().waitFor();
    await dialog.getByRole('button', { name: english('common.close') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await openRegistration();
    await dialog.getByRole('tab', { name: english('register.tabMobile') }).click();
    await countdown().waitFor();
  });
});

describe('without script', () => {
  beforeEach(() => open({ screen: 'desktop', javaScript: false }));

  test('by user name: an image is required, and a wrong answer is refused with another one', async () => {
    await page.goto('/register');
    dialog = page.getByRole('dialog');
    await fill('username', 'scriptless1');
    await fill('password', PASSWORD);
    await agree();
    await submit(english);
    const image = dialog.getByRole('img', { name: english('verify.captchaImage') });
    const first = await image.getAttribute('src');
    expect(await input('username').inputValue()).toBe('scriptless1');
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(true);
    await fill('password', PASSWORD);
    await fill('captcha', 'wrong');
    await submit(english);
    await dialog.getByText(english('errors.captcha_wrong')).waitFor();
    expect(await image.getAttribute('src')).not.toBe(first);
    await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Join now' }).count()).toBeGreaterThan(0);
  });

  test('by mobile number: the tab is a link, the country a list, and the code requires the image too', async () => {
    await page.goto(`/register?affiliateCode=${GOOD_CODE}`);
    dialog = page.getByRole('dialog');
    expect(await input('affiliateCode').inputValue()).toBe(GOOD_CODE);
    await dialog.getByRole('link', { name: english('register.tabMobile') }).click();
    await page.waitForURL(/tab=mobile/);
    expect(await input('affiliateCode').inputValue()).toBe(GOOD_CODE);
    await dialog.getByRole('combobox', { name: english('verify.country') }).selectOption({ label: '+66 Thailand' });
    await fill('mobileNum', '812345688');
    await sendCode(english).click();
    await dialog.getByRole('img', { name: english('verify.captchaImage') }).waitFor();
    expect(await input('mobileNum').inputValue()).toBe('812345688');
    expect(await input('affiliateCode').inputValue()).toBe(GOOD_CODE);
    expect(await dialog.getByRole('combobox', { name: english('verify.country') }).inputValue()).toBe('66');
    await fill('captcha', 'wrong');
    await sendCode(english).click();
    await dialog.getByText(english('errors.captcha_wrong')).waitFor();
    expect(await outbox(stage.service)).not.toContainEqual(expect.objectContaining({ to: '+66812345688' }));
  });
});

async function open(options: Omit<WindowOptions, 'url'>): Promise<void> {
  window = await openWindow(stage.browser, { ...options, url: stage.service.url });
  page = window.page;
}

/** Opens the dialog over the home page, where it is available. */
async function openRegistration(): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/index');
  await page.locator('[data-modal="register"]').filter({ visible: true }).first().click();
  dialog = page.getByRole('dialog').first();
  await input('username').waitFor();
}

/** The texts of a language as its pages show them. */
function texts(code: string) {
  return translator(TEXTS[code] ?? {}, code.toLowerCase());
}
type T = ReturnType<typeof texts>;

/** The input of the open tab. */
function input(name: string): Locator {
  return dialog.locator(`input[name="${name}"]`).filter({ visible: true });
}

async function fill(name: string, value: string): Promise<void> {
  await input(name).fill(value);
}

async function agree(): Promise<void> {
  await dialog.getByRole('checkbox').filter({ visible: true }).setChecked(true);
}

async function submit(t: T): Promise<void> {
  await dialog
    .getByRole('button', { name: t('auth.createAccount'), exact: true })
    .filter({ visible: true })
    .click();
}

function sendCode(t: T): Locator {
  return dialog.getByRole('button', { name: t('verify.sendCode') }).filter({ visible: true });
}

/** The button that sends codes, during its countdown. */
function countdown(): Locator {
  return dialog.locator('button[aria-disabled="true"]:not([aria-busy])').filter({ visible: true });
}

function countryButton(t: T): Locator {
  return dialog.getByRole('button', { name: new RegExp(`^${t('verify.country')}`) }).filter({ visible: true });
}

/** By keyboard only. */
async function chooseCountry(t: T, typed: string): Promise<void> {
  await countryButton(t).focus();
  await page.keyboard.press('ArrowDown');
  await expectFocus(dialog.getByRole('combobox', { name: t('verify.countrySearch') }));
  await page.keyboard.type(typed);
  await expect.poll(() => dialog.getByRole('option').count(), SLOW_STEP).toBeLessThan(3);
  await page.keyboard.press('Enter');
  await expect.poll(() => countryButton(t).innerText(), SLOW_STEP).toContain('+66');
}

function wrongCodeFor(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

async function expectSignedInAs(account: string): Promise<void> {
  // Not from the page: a visitor gets 401, which its console would log as an error.
  const read = async () => {
    const answer = await window.context.request.get(memberInfo.path);
    return ((await answer.json()) as { value: { account: string } | null }).value?.account;
  };
  await expect.poll(read, SLOW_STEP).toBe(account);
  await expect.poll(() => page.getByRole('dialog').count(), SLOW_STEP).toBe(0);
}
