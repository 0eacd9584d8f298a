import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jpeg, png } from '../../server/platform/base/uploads/test-pictures.ts';
import { addTestMember, TEST_PASSWORD } from '../../server/platform/identity/sessions/test-member.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { launchBrowser } from '../kit/browser.ts';
import {
  enter,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrateIslands,
  openWindow,
  otherAvatar,
  type Window,
  type WindowOptions,
} from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** The platform runs in this process, so that it can be stopped; the built portal calls it over HTTP. */
let platform: TestPlatform;
let service: Service;
let browser: Browser;
const windows: Window[] = [];
/** Errors of a refused form without script, and of a stopped platform. */
const EXPECTED = /status of (?:422|503)|^503 for/;
const t = translator(TEXTS.EN ?? {}, 'en');
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
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

async function open(options: Omit<WindowOptions, 'url'>) {
  const member = await addTestMember(platform);
  const window = await openWindow(browser, { url: service.url, ...options });
  windows.push(window);
  // The studio's artwork is not served: no platform runs next to this portal.
  await window.context.route('**/studio/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: NO_PICTURE }));
  await enter(window, { username: member.account, password: TEST_PASSWORD });
  return { page: window.page, member };
}

describe('payment password and payout accounts', () => {
  test('are set, refused with reasons, changed and removed, and counted by the security centre', async () => {
    const { page } = await open({ screen: 'phone', theme: 'light' });
    const [fresh, again] = [page.getByLabel(t('profile.paymentNew'), { exact: true }), page.getByLabel(t('profile.paymentRepeat'))];
    const save = page.getByRole('button', { name: t('profile.paymentSave') });
    await page.goto('/member/paymentPassword');
    await page.evaluate(hydrateIslands);
    await fresh.fill('123456');
    await again.fill('1');
    await save.click();
    await page.getByText(t('errors.field_password_common')).waitFor();
    await page.getByText(t('errors.field_mismatch')).waitFor();
    await expectAccessible(page);
    await fresh.fill('480159');
    await again.fill('480159');
    await save.click();
    await page.getByText(t('profile.paymentSaved')).waitFor();
    await page.getByLabel(t('profile.paymentOld')).waitFor();

    await page.goto('/member/payoutAccounts');
    await page.getByText(t('profile.payoutNone'), { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel(t('profile.payoutNumber'), { exact: true }).fill('12');
    await page.getByLabel(t('profile.payoutHolder')).fill('Ann Lee');
    await page.getByRole('button', { name: t('profile.payoutAdd'), exact: true }).click();
    await page.getByText(t('errors.field_bank_number')).waitFor();
    await page.getByLabel(t('profile.payoutNumber'), { exact: true }).fill('7788 4711 0815');
    await page.getByRole('button', { name: t('profile.payoutAdd'), exact: true }).click();
    await page.getByText(t('profile.payoutAddDone')).waitFor();
    await page.getByText('•••• 0815').waitFor();

    await page.goto('/member/securityCenter');
    await page.getByText('Harbour Bank •••• 0815').waitFor();
    await page.getByText(t('security.score', { done: 3, all: 8 })).waitFor();

    await page.goto('/member/payoutAccounts');
    await page.getByText(t('profile.payoutRemove'), { exact: true }).click();
    await page.getByRole('button', { name: t('profile.payoutRemoveDo') }).click();
    await page.getByText(t('profile.payoutNone'), { exact: true }).waitFor();
  });

  test('work without script: a refusal returns the input', async () => {
    const { page } = await open({ screen: 'desktop', javaScript: false });
    await page.goto('/member/payoutAccounts');
    await page.getByLabel(t('profile.payoutNumber'), { exact: true }).fill('99887766');
    await page.getByRole('button', { name: t('profile.payoutAdd'), exact: true }).click();
    await page.getByText(t('errors.field_required')).waitFor();
    expect(await page.getByLabel(t('profile.payoutNumber'), { exact: true }).inputValue()).toBe('99887766');
    await page.getByLabel(t('profile.payoutHolder')).fill('Ann Roe');
    await page.getByRole('button', { name: t('profile.payoutAdd'), exact: true }).click();
    await page.getByText('•••• 7766').waitFor();

    await page.goto('/member/profile');
    await page.setInputFiles('input[name="pictures"]', { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await jpeg(300, 200) });
    await page.getByRole('button', { name: t('profile.avatarSend') }).click();
    await page.locator('img[src*="/wps/member/avatar?id=u_"]').first().waitFor();
    await page.setInputFiles('input[name="pictures"]', { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('button', { name: t('profile.avatarSend') }).click();
    await page.getByText(t('errors.upload_not_image')).first().waitFor();
  });
});

describe('the profile', () => {
  test("shows and saves the member's appearance and details", async () => {
    const { page, member } = await open({ screen: 'desktop', theme: 'dark' });
    await page.goto('/member/profile');
    await page.evaluate(hydrateIslands);
    await page.getByLabel(t('profile.nickname')).fill('Sea Dog');
    await page.getByLabel(t('profile.showWins')).uncheck();
    await page.getByRole('button', { name: t('profile.appearanceSave'), exact: true }).click();
    await page.getByRole('heading', { name: 'Sea Dog' }).waitFor();
    await page.getByText(t('profile.saved')).waitFor();

    await page.evaluate(hydrateIslands);
    const other = await otherAvatar(page);
    const chosen = await other.locator('xpath=following-sibling::img').getAttribute('src');
    await other.check();
    await page.getByText(t('profile.avatarSaved')).waitFor();
    // The picture at the top of the page changes without a reload.
    await expect.poll(() => page.locator('img[data-avatar]').getAttribute('src')).toBe(chosen);
    await page.setInputFiles('#avatar-file', { name: 'me.png', mimeType: 'image/png', buffer: await png(400, 300) });
    await page.getByLabel(t('profile.avatar_zoom')).focus();
    await page.keyboard.press('ArrowRight');
    await expectAccessible(page, { bothThemes: true });
    await page.getByRole('button', { name: t('profile.avatarUse') }).click();
    await page.locator('img[src*="/wps/member/avatar?id=u_"]').first().waitFor();

    await page.getByLabel(t('profile.field_payeeName')).fill('Ann Lee');
    await page.getByLabel(t('profile.field_birthday')).fill('2020-01-01');
    await page.getByRole('button', { name: t('profile.detailsSave') }).click();
    await page.getByText(t('errors.field_under_age', { age: 18 })).waitFor();
    await page.getByLabel(t('profile.field_birthday')).fill('1990-12-31');
    await page.getByRole('button', { name: t('profile.detailsSave') }).click();
    await page.getByText(t('profile.fixedTitle')).waitFor();
    await expect.poll(() => page.getByLabel(t('profile.field_payeeName')).count()).toBe(0);
    await expectNoSidewaysScroll(page);
    const row = await platform.db.selectFrom('member').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ nickname: 'Sea Dog', show_wins: false, avatar_type: 'CUSTOM' });
  });

  test('shows an error when the platform does not respond', async () => {
    const { page } = await open({ screen: 'phone' });
    await page.goto('/member/profile');
    await platform.close();
    for (const path of ['/member/profile', '/member/payoutAccounts', '/member/paymentPassword']) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 503]);
    }
    await page.getByText(t('errors.upstream_unavailable')).first().waitFor();
    // The browser logs each failed response, and the closed live channel.
    for (const one of windows) (one.problems as string[]).length = 0;
  });
});
