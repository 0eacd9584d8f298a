import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedDir, openDatabase } from '../../server/platform/base/db/open.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { launchBrowser } from '../kit/browser.ts';
import { testFolder } from '../kit/database.ts';
import { lastCode, lastMessage } from '../kit/messages.ts';
import { expectFocus, openWindow, type Window } from '../kit/screen.ts';
import { killRunning, type Service, startService } from '../kit/service.ts';

/** Secrets that only the person and, encrypted or hashed, the platform may store. */
const SECRETS = {
  password: 'Canary-pw-4711x',
  newPassword: 'Canary-new-0815y',
  wrongPassword: 'Canary-wrong-99z',
  paymentPassword: '739164',
  idNumber: 'CANARY5550199ID',
} as const;
const DEMO_EMAIL = 'demo01@example.com';
const EMAIL = 'canary.person@example.com';
const MEMBER = { account: 'canary01', demoMobile: '491570156' };

let dataDir: string;
let service: Service;
let browser: Browser | undefined;
const seen: string[] = [];
/** Secrets created by the run: codes and tickets of messages. */
const born: string[] = [];
let log = '';

beforeAll(async () => {
  dataDir = testFolder();
  await (await startService({ dataDir })).stop();
  await withDatabase(async (db) => {
    const { settings } = await readMerchant(db, 'lagoon');
    const { fields } = settings.registration;
    const requiredFields = ['idNumber', 'paymentPassword', 'email'] as const;
    const on = Object.fromEntries(requiredFields.map((name) => [name, { ...fields[name], enabled: true, required: true }]));
    await saveSettings(db, 'lagoon', { ...settings, registration: { ...settings.registration, fields: { ...fields, ...on } as never } });
  });
  service = await startService({ dataDir, env: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  await browser?.close();
  await killRunning();
  rmSync(dataDir, { recursive: true, force: true });
});

test('no secret of a complete run is stored where it does not belong', async () => {
  browser = await launchBrowser({ pictures: false });
  const window = await openWindow(browser, { screen: 'desktop', url: service.url });
  watch(window.page);
  await register(window);
  await signOut(window);
  await signInWithWrongPassword(window);
  await signIn(window, SECRETS.password);
  await changePassword(window);
  await signOut(window);
  await signInBySms(window);
  await forget(window);
  await recordPageData(window.page, window);
  await browser.close();
  await service.stop();
  log = service.output();

  const plain = [...Object.values(SECRETS), ...born];
  expect(born.length).toBeGreaterThanOrEqual(2);
  expect(found(plain, seen.join('\n')), 'pages, answers, cookies, storage').toEqual([]);
  expect(found([...plain, EMAIL], log), 'log').toEqual([]);
  await withDatabase(async (db) => {
    const rows = await everyRow(db);
    expect(rows).toContain(MEMBER.account);
    expect(found([...plain, EMAIL], rows), 'database').toEqual([]);
    const hashes = await tokenHashes(db);
    expect(hashes.size).toBeGreaterThan(3);
    const tokens = [...`${seen.join('\n')}\n${log}`.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)].map(([token]) => token);
    expect(tokens.filter((token) => hashes.has(createHash('sha256').update(token).digest('hex')))).toEqual([]);
  });
  expect(found([...plain, EMAIL], rawFiles(dataDir)), 'files').toEqual([]);
  expect(window.problems.filter((problem) => !problem.includes('status of 4'))).toEqual([]);
});

function found(secrets: readonly string[], text: string): string[] {
  return secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
}

/** Every response of the site except forms that return the submitted input. */
function watch(page: Page): void {
  page.on('response', (response) => {
    seen.push(response.url(), JSON.stringify(response.headers()));
    response.text().then(
      (text) => seen.push(text),
      // Redirects, and responses cancelled by a navigation, have no text.
      () => undefined,
    );
  });
}

async function recordPageData(page: Page, window: Window): Promise<void> {
  seen.push(await page.content());
  seen.push(JSON.stringify(await window.context.cookies()));
  seen.push(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])));
}

const field = (page: Page, name: string) => page.locator(`dialog[open] [name="${name}"]:visible`);
const submit = (page: Page) => page.locator('dialog[open] button[type="submit"]:visible').first().click();
const textOf = (key: string) => TEXTS.EN?.[key] ?? '';
const signedIn = (page: Page) => page.locator('[data-modal="sign-out"]').first().waitFor({ state: 'attached' });

async function register(window: Window): Promise<void> {
  const { page } = window;
  await page.goto('/register');
  const { password, idNumber, paymentPassword } = SECRETS;
  for (const [name, value] of Object.entries({ username: MEMBER.account, password, idNumber, paymentPassword, email: EMAIL }))
    await field(page, name).fill(value);
  await submit(page);
  await signedIn(page);
  await recordPageData(page, window);
}

async function signOut(window: Window): Promise<void> {
  await window.page.request.post('/form/session.logout', { headers: { origin: service.url }, form: { back: '/index' } });
  await window.page.goto('/index');
  await recordPageData(window.page, window);
}

async function signInWithWrongPassword(window: Window): Promise<void> {
  const { page } = window;
  await page.goto('/login');
  await field(page, 'username').fill(MEMBER.account);
  await field(page, 'password').fill(SECRETS.wrongPassword);
  await submit(page);
  await page.locator('dialog[open] [role="alert"]').first().waitFor();
  await recordPageData(page, window);
}

async function signIn(window: Window, password: string): Promise<void> {
  const { page } = window;
  await page.goto('/login');
  await field(page, 'username').fill(MEMBER.account);
  await field(page, 'password').fill(password);
  await field(page, 'remember').check();
  await submit(page);
  await signedIn(page);
  await recordPageData(page, window);
}

async function changePassword(window: Window): Promise<void> {
  const { page } = window;
  await page.goto('/login?view=change-password');
  await field(page, 'oldPassword').fill(SECRETS.password);
  await field(page, 'newPassword').fill(SECRETS.newPassword);
  await field(page, 'confirmNewPassword').fill(SECRETS.newPassword);
  await Promise.all([page.waitForURL(/\/(index)?$/), submit(page)]);
  await recordPageData(page, window);
}

async function signInBySms(window: Window): Promise<void> {
  const { page } = window;
  await page.goto('/login?tab=sms');
  await chooseAustralia(page);
  await field(page, 'mobileNum').fill(MEMBER.demoMobile);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('verify.sendCode') })
    .filter({ visible: true })
    .click();
  const code = await lastCode(service, `+61${MEMBER.demoMobile}`);
  born.push(code);
  await field(page, 'verificationCode').fill(code);
  await submit(page);
  await signedIn(page);
  await recordPageData(page, window);
  await signOut(window);
}

async function chooseAustralia(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: textOf('verify.country') })
    .filter({ visible: true })
    .click();
  await expectFocus(dialog.getByRole('combobox', { name: textOf('verify.countrySearch') }));
  await page.keyboard.type('Australia');
  await expect.poll(() => dialog.getByRole('option').count()).toBeLessThan(3);
  await page.keyboard.press('Enter');
}

async function forget(window: Window): Promise<void> {
  const { page } = window;
  await page.goto('/login?view=forgot&tab=email');
  await field(page, 'username').fill('demo01');
  await field(page, 'email').fill(DEMO_EMAIL);
  await submit(page);
  const message = await lastMessage(service, DEMO_EMAIL);
  const link = /https?:\/\/\S+\/login\?view=reset&ticket=([\w-]{43})/.exec(message.text);
  born.push(/\b\d{6}\b/.exec(message.text)?.[0] ?? 'no code in the message', link?.[1] ?? 'no ticket in the message');
  await page.request.get(`/login?view=reset&ticket=${link?.[1]}`);
}

async function withDatabase(work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dir: embeddedDir(dataDir) });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}

type Db = Parameters<Parameters<typeof withDatabase>[0]>[0];

async function everyRow(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** Hashes of all tokens issued by the platform. */
async function tokenHashes(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    select token_hash as hash from member_session union all select token_hash from member_device
    union all select token_hash from remember_token union all select ticket_hash from pending_sign_in`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

function rawFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}
