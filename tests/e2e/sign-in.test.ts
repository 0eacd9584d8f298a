import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { memberInfo } from '../../shared/api/accounts/calls.ts';
import { LOGIN_SMS_THROTTLE_MS } from '../../shared/constants.ts';
import { LANGUAGES } from '../../shared/i18n/languages.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { type Translate, translator } from '../../shared/i18n/translate.ts';
import { launchBrowser } from '../kit/browser.ts';
import { lastCode, lastLink, outbox } from '../kit/messages.ts';
import { join, type Newcomer, nextTotpCode } from '../kit/newcomer.ts';
import { expectAccessible, expectFocus, expectNoSidewaysScroll, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

const PASSWORD = 'Harbour-2026';
const NEW_PASSWORD = 'Lighthouse-2027';
/** Pause between two messages to the same number. */
const PAUSE_MS = 60_000;
/** Timeout after a sign-in, which includes hashing and a new page. */
const SOON = { timeout: 120_000 };
/** Filters a game list, so that it can be distinguished from every other page. */
const PLACE = '/rng?page=NOVA';

let service: Service;
let browser: Browser;
let window: Window;
let page: Page;
let dialog: Locator;

interface Place {
  readonly screen: Screen;
  readonly language: 'EN' | 'CN';
  /** Seed of the visitors' names and addresses. */
  readonly seed: number;
}
const DESKTOP: Place = { screen: 'desktop', language: 'EN', seed: 1 };
const PHONE: Place = { screen: 'phone', language: 'CN', seed: 2 };
const PHONES = { smsLogin: '812345671', reset: '812345681' };
const EMAILS = { locked: 'locked@harbour.example', traveller: 'traveller@harbour.example' };

/** Their next message is allowed after a pause, during which the first tests run. */
let texter: Newcomer;
let forgetful: Newcomer;
let locked: Newcomer;
let traveller: Newcomer;
let messagesSentAt: number;

beforeAll(async () => {
  // Every visitor of these tests has a separate address.
  service = await startService({ env: { TRUST_PROXY: '127.0.0.1' } });
  browser = await launchBrowser();
  texter = await join(service, 'texter', PASSWORD, '10.3.1.1');
  forgetful = await join(service, 'forgetful', PASSWORD, '10.3.2.1');
  locked = await join(service, 'locked', PASSWORD, '10.3.9.1');
  traveller = await join(service, 'traveller', PASSWORD, '10.3.7.1');
  await locked.verify({ email: EMAILS.locked });
  await traveller.verify({ email: EMAILS.traveller });
  await texter.verify({ mobileNum: PHONES.smsLogin });
  await forgetful.verify({ mobileNum: PHONES.reset });
  messagesSentAt = Date.now();
});
afterEach(() => window?.close());
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe.each([DESKTOP, PHONE])('on a $screen in $language', (place) => {
  const { language, seed } = place;
  const t = textsOf(language);

  test('by password: missing input, a wrong password, then back to the first page', async () => {
    const member = await join(service, `plain${seed}`, PASSWORD, `10.${seed}.3.1`);
    await open(place, member.address);
    await page.goto(PLACE);
    await openLogin(t);
    await submit(t('auth.login'));
    await dialog.getByText(t('auth.usernameRequired')).waitFor();
    await dialog.getByText(t('auth.passwordRequired')).waitFor();
    await expectTidy();
    await input('username').fill(`  ${member.account} `);
    await input('password').fill('Not-my-word-1');
    await submit(t('auth.login'));
    await dialog.getByText(t('errors.wrong_credentials')).waitFor();
    expect(await input('username').inputValue()).toContain(member.account);
    await input('password').fill(PASSWORD);
    await dialog
      .getByRole('checkbox', { name: t('auth.remember') })
      .filter({ visible: true })
      .check();
    // The message closes after seconds, so wait for it before the sign-in.
    const lastLoginShown = waitForLastLogin(t);
    await Promise.all([lastLoginShown, submit(t('auth.login'))]);
    await expectSignedInAs(member.account);
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(PLACE);
    await expectRememberedLogin(t, member.account);
    expect(window.problems).toEqual([]);
  });
});

describe.each([DESKTOP])('on a $screen in $language', (place) => {
  const { language, seed } = place;
  const t = textsOf(language);

  test('a captcha after two wrong passwords, without a layout shift', async () => {
    await open(place, `10.${seed}.4.1`);
    await page.goto('/login');
    const top = async () => (await input('username').boundingBox())?.y;
    await input('username').fill(`nobody${seed}`);
    const before = await top();
    for (const wrongPassword of ['Wrong-word-1', 'Wrong-word-2']) {
      await input('password').fill(wrongPassword);
      await submit(t('auth.login'));
      await dialog.getByText(t('errors.wrong_credentials')).waitFor();
    }
    await dialog.getByRole('img', { name: t('verify.captchaImage') }).waitFor();
    expect(await top()).toBe(before);
    await expectTidy();
    await input('password').fill('Wrong-word-3');
    await submit(t('auth.login'));
    await dialog.getByText(t('errors.captcha_required')).waitFor();
    await input('captcha').fill('0000');
    await submit(t('auth.login'));
    await dialog.getByText(t('errors.captcha_wrong')).waitFor();
    expect(window.problems).toEqual([]);
  });

  test('a second step with an authenticator app: a wrong code, then a recovery code, then a code of the app', async () => {
    const member = await join(service, `careful${seed}`, PASSWORD, `10.${seed}.6.1`);
    const { totp, recoveryCodes } = await member.enrol();
    const [recoveryCode = ''] = recoveryCodes;
    for (const { method, proof } of [
      { method: 'recovery', proof: () => recoveryCode },
      { method: 'totp', proof: () => nextTotpCode(totp) },
    ]) {
      await open(place, member.address);
      await page.goto('/login');
      await input('username').fill(member.account);
      await input('password').fill(PASSWORD);
      await submit(t('auth.login'));
      await dialog.getByText(t('auth.stepSecondFactor')).waitFor();
      if (await page.evaluate(() => !matchMedia('(pointer: coarse)').matches)) await expectFocus(input('proof'));
      await dialog.locator(`input[value="${method}"]`).check({ force: true });
      await expectTidy();
      await submit(t('common.continue'));
      await dialog.getByText(t('errors.code_missing')).waitFor();
      await input('proof').fill('000000');
      await submit(t('common.continue'));
      await dialog.getByText(t('errors.step_failed')).waitFor();
      await input('proof').fill(proof());
      await submit(t('common.continue'));
      await expectSignedInAs(member.account);
      expect(window.problems).toEqual([]);
      await window.close();
    }
  });

  test('play money with one click', async () => {
    await open(place, `10.${seed}.10.1`);
    await page.goto('/login');
    await dialog.getByRole('button', { name: t('auth.freePlay') }).click();
    await expect.poll(async () => (await member())?.type, SOON).toBe(4);
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/index');
    expect(window.problems).toEqual([]);
  });

  test('with the keyboard only', async () => {
    const newcomer = await join(service, `keyboard${seed}`, PASSWORD, `10.${seed}.11.1`);
    await open(place, newcomer.address);
    await page.goto('/login');
    await page.getByRole('tab', { name: t('auth.tabPassword') }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => selectedTab(), SOON).toBe(t('auth.tabSms'));
    await page.keyboard.press('End');
    await expect.poll(() => selectedTab(), SOON).toBe(t('auth.tabCode'));
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await page.keyboard.type(newcomer.account);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expectSignedInAs(newcomer.account);
    expect(window.problems).toEqual([]);
  });
});

describe.each([PHONE])('on a $screen in $language', (place) => {
  const { language, seed } = place;
  const t = textsOf(language);

  test('a forgotten password: by e-mail, two that differ, then the new one', async () => {
    const email = `letters${seed}@harbour.example`;
    const member = await join(service, `letters${seed}`, PASSWORD, `10.${seed}.5.1`);
    await member.verify({ email });
    await open(place, member.address);
    await page.goto('/login?view=forgot');
    const seen = await outbox(service);
    await input('username').fill(member.account);
    await input('email').fill('no address');
    await submit(t('auth.forgotSend'));
    await dialog.getByText(t('auth.emailInvalid')).waitFor();
    await input('email').fill(email);
    await submit(t('auth.forgotSend'));
    await dialog.getByText(t('auth.forgotSent')).waitFor();
    await expectTidy();
    const link = await lastLink(service, email, seen);
    await dialog.locator('[data-first]').click();
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);

    await page.goto(link);
    await input('newPassword').fill(NEW_PASSWORD);
    await input('confirmNewPassword').fill(`${NEW_PASSWORD}x`);
    await submit(t('auth.resetSave'));
    await dialog.getByText(t('errors.field_mismatch')).waitFor();
    await input('confirmNewPassword').fill(NEW_PASSWORD);
    await expectTidy();
    await submit(t('auth.resetSave'));
    await dialog.getByText(t('auth.resetDone')).waitFor();
    await dialog.getByRole('link', { name: t('auth.login'), exact: true }).click();
    await input('username').fill(member.account);
    await input('password').fill(NEW_PASSWORD);
    await submit(t('auth.login'));
    await expectSignedInAs(member.account);
    expect(window.problems).toEqual([]);
  });

  test('a login code signs in without a password', async () => {
    await messagePause();
    await open(place, locked.address);
    await page.goto('/login');
    await dialog.getByRole('link', { name: t('auth.getLoginCode') }).click();
    await sendButton(t).click();
    await dialog.getByText(t('auth.usernameRequired')).waitFor();
    await input('username').fill(locked.account);
    // One click per second is accepted.
    await page.waitForTimeout(LOGIN_SMS_THROTTLE_MS);
    const seen = await outbox(service);
    await sendButton(t).click();
    await input('verificationCode').fill(await lastCode(service, EMAILS.locked, seen));
    await submit(t('auth.login'));
    await expectSignedInAs(locked.account);
    expect(window.problems).toEqual([]);
  });

  test('by SMS: an invalid number, a wrong code, then the right one', async () => {
    await messagePause();
    await open(place, texter.address);
    await page.goto('/login');
    await tab(t('auth.tabSms'));
    await chooseThailand(t);
    await input('mobileNum').fill('12');
    await sendButton(t).click();
    await dialog.getByText(t('errors.field_mobile_invalid')).waitFor();
    await expectTidy();
    await input('mobileNum').fill(PHONES.smsLogin);
    const seen = await outbox(service);
    await sendButton(t).click();
    const code = await lastCode(service, `+66${PHONES.smsLogin}`, seen);
    await expectCountdown(t);
    await input('verificationCode').fill(wrongCodeFor(code));
    await submit(t('auth.login'));
    await dialog.getByText(t('errors.code_wrong')).waitFor();
    await input('verificationCode').fill(code);
    await submit(t('auth.login'));
    await expectSignedInAs(texter.account);
    expect(window.problems).toEqual([]);
  });
});

describe.each([DESKTOP])('on a $screen in $language, by a message', (place) => {
  const { language, seed } = place;
  const t = textsOf(language);

  test('from an unregistered address: a code by e-mail', async () => {
    await messagePause();
    const seen = await outbox(service);
    await open(place, `10.${seed}.8.1`);
    await page.goto('/login');
    await input('username').fill(traveller.account);
    await input('password').fill(PASSWORD);
    await submit(t('auth.login'));
    await dialog.getByText(t('auth.stepNewNetwork')).waitFor();
    await expectTidy();
    await sendButton(t).click();
    await input('proof').fill(await lastCode(service, EMAILS.traveller, seen));
    await submit(t('common.continue'));
    await expectSignedInAs(traveller.account);
    expect(window.problems).toEqual([]);
  });

  test('a forgotten password: by phone, signed in with the new one', async () => {
    await messagePause();
    await open(place, forgetful.address);
    await page.goto(PLACE);
    await openLogin(t);
    await dialog
      .getByRole('link', { name: t('auth.forgotLink') })
      .filter({ visible: true })
      .click();
    await tab(t('auth.tabPhone'));
    await chooseThailand(t);
    await input('mobileNum').fill(PHONES.reset);
    const seen = await outbox(service);
    await sendButton(t).click();
    const code = await lastCode(service, `+66${PHONES.reset}`, seen);
    await expectCountdown(t);
    await input('verificationCode').fill(code);
    await input('newPassword').fill('short');
    await submit(t('auth.resetSave'));
    await expect.poll(() => input('newPassword').getAttribute('aria-invalid'), SOON).toBe('true');
    await expectTidy();
    await input('newPassword').fill(NEW_PASSWORD);
    await submit(t('auth.resetSave'));
    await expectSignedInAs(forgetful.account);
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/index');
    expect(window.problems).toEqual([]);
  });
});

async function open({ screen, language }: Place, address: string): Promise<void> {
  window = await openWindow(browser, { screen, language, url: service.url });
  await window.context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  page = window.page;
  dialog = page.getByRole('dialog');
}

/** Waits for the rest of the pause between two messages to one recipient. */
async function messagePause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, messagesSentAt + PAUSE_MS - Date.now())));
}

function textsOf(language: string): Translate {
  return translator(TEXTS[language] ?? {}, LANGUAGES.find(({ code }) => code === language)?.tag ?? 'en');
}

function input(name: string): Locator {
  return dialog.locator(`input[name="${name}"]`).filter({ visible: true });
}

function sendButton(t: Translate): Locator {
  return dialog.getByRole('button', { name: t('verify.sendCode') }).filter({ visible: true });
}

async function submit(label: string): Promise<void> {
  await dialog.getByRole('button', { name: label, exact: true }).filter({ visible: true }).click();
}

/** Links before the dialog is used, then tabs. */
async function tab(name: string): Promise<void> {
  await dialog.getByRole('tab', { name }).or(dialog.getByRole('link', { name })).first().click();
}

function selectedTab(): Promise<string> {
  return dialog.locator('[role="tab"][aria-selected="true"]').innerText();
}

async function openLogin(t: Translate): Promise<void> {
  const banner = page.getByRole('banner');
  // On wide screens it is the button of the header's form; without input it opens the dialog.
  await banner
    .getByRole('link', { name: t('header.login') })
    .or(banner.getByRole('button', { name: t('header.login') }))
    .filter({ visible: true })
    .click();
  await dialog.waitFor();
}

async function chooseThailand(t: Translate): Promise<void> {
  await dialog
    .getByRole('button', { name: t('verify.country') })
    .filter({ visible: true })
    .click();
  await expectFocus(dialog.getByRole('combobox', { name: t('verify.countrySearch') }));
  await page.keyboard.type('+66');
  await expect.poll(() => dialog.getByRole('option').count(), SOON).toBeLessThan(3);
  await page.keyboard.press('Enter');
}

async function expectCountdown(t: Translate): Promise<void> {
  const [labelStart = ''] = t('verify.sendAgainIn', { time: '|' }).split('|').filter(Boolean);
  const button = dialog.getByRole('button', { name: labelStart.trim() }).filter({ visible: true });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
}

/** The dialog is accessible and fits. */
async function expectTidy(): Promise<void> {
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);
}

async function expectSignedInAs(account: string): Promise<void> {
  await expect.poll(async () => (await member())?.account, SOON).toBe(account);
  await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
}

/** The signed-in member of the window; null without one. Requested outside the page, whose console would log refusals. */
async function member(): Promise<{ account: string; type: number } | null> {
  const answer = await window.context.request.get(memberInfo.path);
  return ((await answer.json()) as { value: { account: string; type: number } | null }).value;
}

/** Waits for the message on the next page. */
async function waitForLastLogin(t: Translate): Promise<void> {
  const [before = ''] = t('auth.lastLogin', { when: '|' }).split('|');
  await page.getByRole('status').getByText(before).waitFor();
}

/** After logging out the user name is filled in, and no password is. */
async function expectRememberedLogin(t: Translate, account: string): Promise<void> {
  const cookies = await window.context.cookies();
  expect(cookies.find(({ name }) => name === 'lastUser')?.value).toBe(account);
  expect(cookies.filter(({ name }) => name.startsWith('loginRemember')).every(({ httpOnly }) => httpOnly)).toBe(true);
  expect(JSON.stringify(cookies)).not.toContain(PASSWORD);
  await window.context.clearCookies({ name: 'session' });
  await window.context.clearCookies({ name: 'loginRemember' });
  await page.goto('/login');
  await expect.poll(() => input('username').inputValue(), SOON).toBe(account);
  await expect.poll(() => dialog.getByRole('checkbox', { name: t('auth.remember') }).isChecked(), SOON).toBe(true);
}

function wrongCodeFor(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
