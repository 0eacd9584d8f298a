import type { ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { json, loginAnswer, startTinyUpstream, succeed, type TinyUpstream, WHITELABEL } from '../../server/portal/testing/tiny-upstream.ts';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { depositCreate } from '../../shared/api/deposit/calls.ts';
import { gameList, gameMenus } from '../../shared/api/games/calls.ts';
import { listAnnouncements } from '../../shared/api/publishing/calls.ts';
import { settingRegister } from '../../shared/api/register/calls.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { sessionLogin } from '../../shared/api/sign-in/calls.ts';
import { systemStatus, systemWhitelabel } from '../../shared/api/system/calls.ts';
import { launchBrowser } from '../kit/browser.ts';
import { enter, expectAccessible, openWindow } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

/** Responses of a failing upstream. */
const TROUBLES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  hangs: () => undefined,
  drips(response) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const drop = setInterval(() => response.write(' '), 400);
    response.on('close', () => clearInterval(drop));
  },
  'answers with a page': (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Gateway</h1>'),
  'breaks off'(response) {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
    response.write('{"success":true,', () => response.destroy());
  },
  'answers with a fault of its own': (response) => json(response, 500, { oops: 'stack of the platform at /srv/secret.js' }),
  'answers in another shape': (response) => json(response, 200, { success: true, value: { surprise: ['<script>'] } }),
};
const CALLS = [
  systemStatus,
  systemWhitelabel,
  gameMenus,
  settingRegister,
  listAnnouncements,
  gameList,
  sessionLogin,
  sessionKeys,
  walletBalance,
];

let upstream: TinyUpstream;
let service: Service;
let browser: Browser;
let requestCount = 0;

beforeAll(async () => {
  upstream = await startTinyUpstream();
  await healthy();
  service = await startService({
    env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.stop();
});

describe.each(Object.keys(TROUBLES))('an upstream that %s', (kind) => {
  afterEach(healthy);

  test('known pages stay available, others show the failure, and all recover', async () => {
    const known = `/rng?page=V${requestCount++}`;
    expect((await get(known)).status).toBe(200);
    const trouble = TROUBLES[kind] ?? (() => undefined);
    for (const call of CALLS) upstream.on(call.id, (_request, response) => trouble(response));

    const [page, cachedList, read, write] = await Promise.all([
      get(`/rng?page=V${requestCount++}`, 'VI'),
      get(known),
      get(`${gameList.path}?pageNo=1&pageSize=${requestCount}`),
      postSignIn(),
    ]);
    expect(cachedList.status).toBe(200);
    expect([502, 503, 504]).toContain(page.status);
    expect(page.text).toContain('<html lang="vi"');
    expect(page.text).toMatch(/Thử lại/);
    expect(page.text).not.toMatch(/secret|Gateway|surprise|UpstreamFault|at async/);
    if (kind !== 'answers in another shape') expectRefused(read.status, JSON.parse(read.text));
    expectRefused(write.status, await write.json());

    await healthy();
    await expect.poll(async () => (await get(`/rng?page=V${requestCount++}`)).status).toBe(200);
  });
});

test('an unreachable upstream: pages and the login form report it, and recover without a restart', async () => {
  const window = await openWindow(browser, { screen: 'phone', url: service.url, language: 'JA' });
  await window.page.goto('/login');
  await upstream.stop();
  const dialog = window.page.getByRole('dialog');
  await dialog.locator('input[name="username"]').fill('ann');
  await dialog.locator('input[name="password"]').fill('secret-1');
  await dialog.locator('button[type="submit"]').filter({ visible: true }).first().click();
  await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  expect(await dialog.locator('input[name="username"]').inputValue()).toBe('ann');
  await window.page.goto(`/live?page=V${requestCount++}`);
  await window.page.locator('html[lang="ja"]').waitFor();
  await expectAccessible(window.page);
  await upstream.start();
  await expect
    .poll(async () => {
      // Waits for the next page, not for the current one.
      await Promise.all([window.page.waitForEvent('load'), window.page.locator('main a[href=""]').click()]);
      return window.page.getByRole('banner').count();
    })
    .toBe(1);
  // Pages and sign-in use two families of the upstream: each recovers separately.
  await expect.poll(async () => (await postSignIn()).status).toBe(200);
  await window.close();
});

test('a member keeps the session while the platform is unreachable, and every call reports it', async () => {
  const window = await openWindow(browser, { screen: 'desktop', url: service.url });
  await enter(window, { username: 'ann', password: 'x' });
  await upstream.stop();
  const [balance, deposit, page] = await Promise.all([
    window.context.request.get(walletBalance.path),
    window.context.request.post(depositCreate.path, {
      headers: { origin: service.url },
      data: { channel: 'BANK', amount: '10', reference: 'r-1' },
    }),
    window.context.request.get('/member/depositv2'),
  ]);
  expectRefused(balance.status(), await balance.json());
  expectRefused(deposit.status(), await deposit.json());
  expect(page.status()).toBe(503);
  expect(await page.text()).toContain('Network link abnormal');
  expect((await window.context.cookies()).find(({ name }) => name === 'session')?.value).toBeTruthy();
  await upstream.start();
  await expect.poll(async () => (await window.context.request.get(walletBalance.path)).status()).toBe(200);
  await window.close();
});

async function healthy(): Promise<void> {
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const answers: [string, unknown][] = [
    [sessionKeys.id, { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }],
    [sessionLogin.id, loginAnswer('a-token')],
    [systemWhitelabel.id, { ...WHITELABEL, languages: ['EN', 'JA', 'VI'] }],
    [gameMenus.id, { gameMenus: [] }],
    [settingRegister.id, { fields: {}, mobileRegister: false, usernameRegister: true, minimumAge: 18, termsPreTicked: false }],
    [listAnnouncements.id, { player: [], banners: [], popup: [], promotion: [] }],
    [gameList.id, { games: [], pageNum: 1, totalPages: 1, total: 0 }],
    [walletBalance.id, { currency: 'USD', currencySymbol: '$', sumBalance: '5.0000', version: 1, asOf: '2026-01-01T00:00:00.000Z' }],
  ];
  for (const [id, value] of answers) upstream.on(id, succeed(value));
}

async function get(path: string, language = 'EN'): Promise<{ status: number; text: string }> {
  const answer = await fetch(service.url + path, { headers: { cookie: `lang=${language}` } });
  return { status: answer.status, text: await answer.text() };
}

function postSignIn(): Promise<Response> {
  return fetch(`${service.url}${sessionLogin.path}`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ann', password: 'x' }),
  });
}

/** A refusal in the envelope of every call, with a user-readable text and without details of the fault. */
function expectRefused(status: number, body: unknown): void {
  expect([200, 502, 503, 504]).toContain(status);
  expect(body).toMatchObject({ success: false, value: null, code: expect.stringMatching(/^upstream_(unavailable|timeout)$/) });
  expect(JSON.stringify(body)).not.toMatch(/ECONN|secret|Gateway|surprise/);
}
