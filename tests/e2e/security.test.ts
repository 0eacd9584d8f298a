import { Secret, TOTP } from 'otpauth';
import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { recoveryCodes } from '../../shared/api/security/calls.ts';
import { sessionLogin } from '../../shared/api/sign-in/calls.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { addAuthenticator } from '../kit/authenticator.ts';
import { lastCode, outbox } from '../kit/messages.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, hydrateIslands, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const t = translator(TEXTS.EN ?? {}, 'en');
const SOON = { timeout: 120_000 };
const FACTORS = '/member/secondFactor';
const NEW_PASSWORD = 'Lighthouse-2027';

let window: Window;
let page: Page;
afterEach(async () => {
  await window?.close();
});

/** The order matters: an account with an app requires it at the sign-in. */
describe('the security page', () => {
  test("counts the account's protections, the next step first", async () => {
    await open('desktop', '/member/securityCenter');
    await expect.poll(() => page.getByText(t('security.score', { done: 3, all: 8 })).count(), SOON).toBe(1);
    await expectTidy();
    await page
      .getByRole('link', { name: t('security.setUp'), exact: true })
      .first()
      .click();
    await page.waitForURL(`**${FACTORS}#totp`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(t('security.factorTitle'));
  });

  test('logs out one device, then all others', async () => {
    const others = await Promise.all([1, 2].map(() => openWindow(stage.browser, { screen: 'phone', url: stage.service.url })));
    for (const other of others) await enter(other, DEMO.agent);
    await open('phone', '/member/sessions', DEMO.agent);
    const rows = page.getByRole('region', { name: t('security.rowSessions') }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().innerText()).toContain(t('security.sessionCurrent'));
    await rows.nth(1).locator('summary').click();
    await expectTidy();
    await button('security.sessionEndDo').click();
    await expect.poll(() => rows.count(), SOON).toBe(2);
    await page.getByText(t('security.othersEnd')).click();
    await button('security.othersEndDo').click();
    await expect.poll(() => rows.count(), SOON).toBe(1);
    for (const other of others) {
      await other.page.goto('/member/sessions');
      await other.page.getByText(t('lobby.notLoggedIn')).first().waitFor();
      await other.close();
    }
  });

  test('saves a new e-mail address after its code, and notifies the old one', async () => {
    await open('phone', '/member/contact?channel=email');
    const [email, code] = [page.locator('input[name="email"]'), page.locator('input[name="verificationCode"]')];
    await button('verify.sendCode').click();
    await page.getByText(t('security.contactEmailRequired')).waitFor();
    await email.fill('harbour-light@example.com');
    await button('verify.sendCode').click();
    const sent = await lastCode(stage.service, 'harbour-light@example.com');
    await code.fill(sent === '000000' ? '111111' : '000000');
    await button('security.contactSave').click();
    await page.getByText(t('errors.field_code_wrong')).waitFor();
    await expectTidy();
    await code.fill(sent);
    await button('security.contactSave').click();
    await page.getByText(t('security.contactSaved')).waitFor();
    await expect.poll(async () => (await outbox(stage.service)).map(({ template }) => template), SOON).toContain('contact_changed');
    await page
      .getByRole('link', { name: t('security.back') })
      .last()
      .click();
    await page.getByText(t('security.contactSince', { contact: 'h•••@e•••.com', date: '' }), { exact: false }).waitFor();
  });

  test('a new password: the old one first, then home', async () => {
    await open('phone', '/member/securityCenter', DEMO.agent);
    await page.getByRole('link', { name: t('security.changeOf', { name: t('security.rowPassword') }) }).click();
    const field = (name: string) => page.getByRole('dialog').locator(`input[name="${name}"]`);
    await field('oldPassword').fill('not-this-one');
    await field('newPassword').fill(NEW_PASSWORD);
    await field('confirmNewPassword').fill('something-else');
    await button('security.savePassword').click();
    await page.getByText(t('errors.field_mismatch')).waitFor();
    await expectTidy();
    await field('confirmNewPassword').fill(NEW_PASSWORD);
    await button('security.savePassword').click();
    await page.getByText(t('errors.old_password_wrong')).waitFor();
    await field('oldPassword').fill(DEMO.agent.password);
    await button('security.savePassword').click();
    await page.waitForURL('**/index');
  });

  test('a required change cannot be bypassed', async () => {
    window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
    page = window.page;
    await page.route(`**${sessionLogin.path}`, callForChange);
    await page.goto('/login?next=/rng');
    // Only the script's call gets the simulated response.
    await page.evaluate(hydrateIslands);
    const signIn = page.getByRole('dialog');
    await signIn.locator('input[name="username"]').fill(DEMO.agent.username);
    await signIn.locator('input[name="password"]').fill(NEW_PASSWORD);
    await signIn.getByRole('button', { name: t('auth.login'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('auth.changePasswordTitle') });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await expect.poll(() => dialog.locator('input[name="oldPassword"]').count()).toBe(0);
    await expect.poll(() => dialog.getByRole('button', { name: t('common.close') }).count()).toBe(0);
    await button('security.signOutInstead').click();
    await page.waitForURL('**/index');
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('header.login') })
      .waitFor();
  });

  test('a member who must change the password is asked for it on every page', async () => {
    window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
    page = window.page;
    await enter(window, DEMO.fresh);
    await page.goto('/promotions');
    const dialog = page.getByRole('dialog', { name: t('auth.changePasswordTitle') });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    expect(window.problems).toEqual([]);
  });
});

describe('two-factor verification', () => {
  let saved: string[] = [];
  let totp: TOTP;

  test('an app: scan, a wrong code, the right one, and codes that are shown once', async () => {
    await open('phone', FACTORS);
    await page.getByRole('link', { name: t('security.totpStart') }).click();
    await page.getByRole('img', { name: t('security.stepScanAlt') }).waitFor();
    await expectTidy();
    totp = new TOTP({ secret: Secret.fromBase32((await page.locator('code').first().innerText()).replace(/\s/g, '')) });
    await page.locator('input[name="code"]').fill('12345');
    await button('security.totpFinish').click();
    await page.getByText(t('errors.field_code_wrong')).waitFor();
    await page.locator('input[name="code"]').fill(totp.generate());
    await button('security.totpFinish').click();
    saved = [...(await displayedCodes(10))];
    await expectTidy();
    await button('security.codesDone').click();
    await expect.poll(() => page.locator('ol code').count()).toBe(10);
    await page.getByLabel(t('security.codesSaved')).check();
    await button('security.codesDone').click();
    await page.getByText(t('security.totpLeft', { count: 10 })).waitFor();
    expect(await page.content()).not.toContain(saved[0]);
  });

  test('a passkey: created, not created twice, used to confirm a change, removed', async () => {
    // Passkeys require a host name, not an IP address.
    window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url.replace('127.0.0.1', 'localhost') });
    page = window.page;
    await addAuthenticator(page);
    await signInWithCode(saved.pop());
    await page.goto(FACTORS);
    // Only a script can create a passkey.
    await page.evaluate(hydrateIslands);
    await page.getByLabel(t('security.passkeyName')).fill('Harbour key');
    await button('security.passkeyAdd').click();
    await page.getByText('Harbour key', { exact: true }).waitFor();
    await button('security.passkeyAdd').click();
    await page.getByText(t('security.passkeyExists')).waitFor();

    await refuseOnce(recoveryCodes.path);
    await page.getByText(t('security.codesRenew'), { exact: true }).click();
    await button('security.codesRenewDo').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('security.usePasskey') }).waitFor();
    await expectTidy();
    await dialog.getByRole('button', { name: t('security.usePasskey') }).click();
    const renewed = await displayedCodes(10);
    expect(renewed).not.toContain(saved[0]);
    saved = [...renewed];

    await page.goto(FACTORS);
    await page.getByText(t('security.passkeyRemove'), { exact: true }).click();
    await button('security.passkeyRemoveDo').click();
    await page.getByText(t('security.passkeysEmpty'), { exact: false }).first().waitFor();
  });

  test('without a confirmation nothing changes; a wrong code shows an error', async () => {
    window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
    page = window.page;
    await signInWithCode(saved.pop());
    await page.goto(FACTORS);
    await refuseOnce(recoveryCodes.path, 'session_idle');
    await page.getByText(t('security.codesRenew'), { exact: true }).click();
    await button('security.codesRenewDo').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('security.useRecovery') }).click();
    await dialog.locator('input[name="proof"]').fill('0000-0000-0000-0000');
    await dialog.getByRole('button', { name: t('security.confirm'), exact: true }).click();
    await dialog.getByText(t('errors.confirmation_failed')).waitFor();
    await expectTidy();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    await expect.poll(() => page.locator('ol code').count()).toBe(0);
    await expect.poll(() => button('security.codesRenewDo').getAttribute('aria-busy'), SOON).toBeNull();
  });

  test('everything without script, except passkeys', async () => {
    window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, javaScript: false });
    page = window.page;
    await enter(window, { ...DEMO.agent, password: NEW_PASSWORD });
    await page.goto(FACTORS);
    expect(await page.locator('noscript p').last().innerText()).toBe(t('security.passkeyNeedsScript'));
    await page.getByRole('link', { name: t('security.totpStart') }).click();
    const app = new TOTP({ secret: Secret.fromBase32((await page.locator('code').first().innerText()).replace(/\s/g, '')) });
    await page.locator('input[name="code"]').fill('12345');
    await button('security.totpFinish').click();
    await page.getByText(t('errors.field_code_wrong')).waitFor();
    await page.locator('input[name="code"]').fill(app.generate());
    await button('security.totpFinish').click();
    const codes = await displayedCodes(10);
    await expectNoSidewaysScroll(page);
    await page.getByLabel(t('security.codesSaved')).check();
    await button('security.codesDone').click();
    await page.getByText(t('security.totpLeft', { count: 10 })).waitFor();

    await page.goto('/login?view=confirm&next=/member/sessions');
    await page.getByText(t('security.useRecovery')).click();
    await page.locator('details[open] input[name="proof"]').fill(codes[4] ?? '');
    await page.locator('details[open]').getByRole('button').last().click();
    await page.waitForURL('**/member/sessions');
    await page.goto(FACTORS);
    await page.getByText(t('security.totpRemove'), { exact: true }).click();
    await button('security.totpRemoveDo').click();
    await page.getByRole('link', { name: t('security.totpStart') }).waitFor();
  });
});

async function open(screen: Screen, path: string, credentials: { username: string; password: string } = DEMO.member): Promise<void> {
  window = await openWindow(stage.browser, { screen, url: stage.service.url });
  page = window.page;
  await enter(window, credentials);
  await page.goto(path);
}

function button(key: string): Locator {
  return page.getByRole('button', { name: t(key), exact: true }).filter({ visible: true });
}

async function displayedCodes(count: number): Promise<readonly string[]> {
  const codes = page.locator('ol code');
  await expect.poll(() => codes.count(), SOON).toBe(count);
  return codes.allInnerTexts();
}

/** Signs in as the demo member, whose app requires a code; a recovery code works too. */
async function signInWithCode(code = ''): Promise<void> {
  await page.goto('/login');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name="username"]').fill(DEMO.member.username);
  await dialog.locator('input[name="password"]').fill(DEMO.member.password);
  await dialog.getByRole('button', { name: t('auth.login'), exact: true }).click();
  await dialog.locator('input[value="recovery"]').check({ force: true });
  await dialog.locator('input[name="proof"]').filter({ visible: true }).fill(code);
  await dialog.getByRole('button', { name: t('common.continue'), exact: true }).click();
  await page.waitForURL('**/index');
}

/** The first of these calls gets the response for an old confirmation. A form sent without script makes no such call. */
async function refuseOnce(path: string, code = 'confirmation_required'): Promise<void> {
  await page.evaluate(hydrateIslands);
  const refusal = { success: false, value: null, code, message: t(`errors.${code}`) };
  await page.route(`**${path}`, (route) => route.fulfill({ json: refusal }), { times: 1 });
}

async function callForChange(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as { value: object };
  await route.fulfill({ response, json: { ...answer, value: { ...answer.value, mustChangePassword: true } } });
}

async function expectTidy(): Promise<void> {
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);
}
