import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  json,
  loginAnswer,
  type ReceivedRequest,
  refuse,
  startTinyUpstream,
  succeed,
  type TinyUpstream,
  WHITELABEL,
} from '../../server/portal/testing/tiny-upstream.ts';
import { gameMenus } from '../../shared/api/games/calls.ts';
import { listAnnouncements } from '../../shared/api/publishing/calls.ts';
import { memberRegisterMobile, settingRegister } from '../../shared/api/register/calls.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { sessionLogin } from '../../shared/api/sign-in/calls.ts';
import { countryList, systemWhitelabel } from '../../shared/api/system/calls.ts';
import { phoneConfirm, phoneServiceCall, smsNoLogin, smsRegister } from '../../shared/api/verification/calls.ts';
import { launchBrowser } from '../kit/browser.ts';
import { expectAccessible, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

const SENT = { expiredMinutes: 5, waitSeconds: 60, channel: 'firebase' };
const TOKEN = { firebaseChannel: 'sms', firebaseIdToken: 'eyJ.token-of-the-phone-service.x' };
const CODE = '246810';
const rule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 0, maxLength: 255 };

let upstream: TinyUpstream;
let service: Service;
let browser: Browser;
let window: Window | undefined;
let openPayload: (request: ReceivedRequest | undefined) => Promise<Record<string, unknown>>;

/** A platform whose codes come from a phone service. */
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  openPayload = async (request) => {
    const { payload } = JSON.parse(request?.body ?? '{}') as { payload: string };
    const { plaintext } = await compactDecrypt(payload, privateKey);
    return (JSON.parse(new TextDecoder().decode(plaintext)) as { data: Record<string, unknown> }).data;
  };
  upstream = await startTinyUpstream();
  const fields = { mobileNum: rule, countryDialingCode: rule, verificationCode: rule };
  const answers: [string, unknown][] = [
    [sessionKeys.id, { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }],
    [systemWhitelabel.id, { ...WHITELABEL, languages: ['EN'], features: { smsLogin: true } }],
    [countryList.id, { countries: [{ countryCode: 'TH', countryDialingCode: '66' }] }],
    [gameMenus.id, { gameMenus: [] }],
    [listAnnouncements.id, { player: [], banners: [], popup: [], promotion: [] }],
    [
      settingRegister.id,
      { fields, mobileRegister: true, usernameRegister: false, mobileWithPassword: false, minimumAge: 18, termsPreTicked: true },
    ],
    [phoneServiceCall.id, { siteKey: null }],
    [smsRegister.id, SENT],
    [smsNoLogin.id, SENT],
    [memberRegisterMobile.id, loginAnswer('token-of-new', '+66812345678')],
    [sessionLogin.id, loginAnswer('token-of-old', '+66812345678')],
  ];
  for (const [id, value] of answers) upstream.on(id, succeed(value));
  for (const id of ['verification.challenge', 'games.popular', 'live.events']) upstream.on(id, refuse('not_offered', 404));
  upstream.on(phoneConfirm.id, ({ body }, response) => {
    const { verificationCode } = JSON.parse(body) as { verificationCode: string };
    if (verificationCode === CODE) return json(response, 200, { success: true, value: TOKEN });
    const message = 'This code is wrong.';
    const errors = { verificationCode: { code: 'field_code_wrong', message } };
    json(response, 200, { success: false, value: null, code: 'code_wrong', message, errors });
  });
  service = await startService({
    env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url, LOG_LEVEL: 'error' },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.stop();
});
afterEach(async () => {
  await window?.close();
  window = undefined;
});

async function openForm(screen: 'desktop' | 'phone', path: string) {
  upstream.received.length = 0;
  window = await openWindow(browser, { screen, url: service.url });
  const { page } = window;
  await page.goto(path);
  await page.evaluate(hydrateIslands);
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.locator(`input[name="${name}"]`).filter({ visible: true });
  await field('mobileNum').fill('0812345678');
  await dialog.getByRole('button', { name: 'Send code' }).filter({ visible: true }).click();
  await dialog.getByText(/^Resend in (?:1:00|0:5\d)$/).waitFor();
  return { page, dialog, field };
}

test.each(['desktop', 'phone'] as const)('registers on a %s with the token of the phone service', async (screen) => {
  const { page, dialog, field } = await openForm(screen, '/register?tab=mobile');
  const submit = dialog.getByRole('button', { name: 'Create account' }).filter({ visible: true });
  await field('verificationCode').fill('000000');
  await submit.click();
  await dialog.getByText('This code is wrong.').first().waitFor();
  expect(upstream.of(memberRegisterMobile.id)).toEqual([]);
  await expectAccessible(page, { bothThemes: true });
  await field('verificationCode').fill(CODE);
  await submit.click();
  await expect.poll(() => upstream.of(memberRegisterMobile.id).length).toBe(1);
  const sent = await openPayload(upstream.of(memberRegisterMobile.id)[0]);
  expect(sent).toMatchObject({ ...TOKEN, mobileNum: '0812345678', countryDialingCode: '66', verificationCode: CODE, login: true });
});

test('logs in with the token of the phone service', async () => {
  const { dialog, field } = await openForm('desktop', '/login?tab=sms');
  await field('verificationCode').fill(CODE);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).filter({ visible: true }).click();
  await expect.poll(() => upstream.of(sessionLogin.id).length).toBe(1);
  const sent = await openPayload(upstream.of(sessionLogin.id)[0]);
  expect(sent).toMatchObject({ type: 'sms', username: '0812345678', firebaseIdToken: TOKEN.firebaseIdToken });
});
