import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberInfo } from '../../shared/api/accounts/calls.ts';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { testFolder } from '../kit/database.ts';
import { formKeyIn, operatorBrowser } from '../kit/operator-browser.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { killRunning, type Service, startService } from '../kit/service.ts';

/** The same secrets for both, as when an operator copies an environment file. */
const SHARED = { SESSION_SECRET: 'one secret for two merchants, by mistake 1', DATA_KEY: 'one key for two merchants, by mistake 0001' };

/** A name that no game has. */
const NAMES = { harbour: 'Quay One', lotus: 'Pond Two' };

let dir: string;
let harbour: Service;
let lotus: Service;
let ours: Player;
let theirs: Player;

const databases: string[] = [];

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** On PostgreSQL if available, otherwise embedded. */
async function ownDatabase(merchant: string): Promise<{ readonly DATABASE_URL?: string }> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return {};
  const name = `two_${merchant}_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  await onServer(`alter database ${name} set synchronous_commit = off`);
  databases.push(name);
  return { DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

/** The examples of the documentation, both with the demo's accounts and play money, so that user names and passwords are equal. */
beforeAll(async () => {
  dir = testFolder();
  cpSync('docs/merchants', dir, { recursive: true });
  const start = async (name: keyof typeof NAMES) => {
    const file = join(dir, `${name}.json`);
    const example = JSON.parse(readFileSync(file, 'utf8')) as { readonly brand: object };
    writeFileSync(file, JSON.stringify({ ...example, demo: true, payments: undefined, brand: { ...example.brand, name: NAMES[name] } }));
    const dataDir = join(dir, `data-${name}`);
    const redis = process.env.TEST_REDIS_URL && { REDIS_URL: process.env.TEST_REDIS_URL };
    return startService({ dataDir, env: { ...SHARED, ...(await ownDatabase(name)), ...redis, MERCHANT_FILE: file } });
  };
  // One after the other, because each creates a database, which is slow on a machine with two cores.
  harbour = await start('harbour');
  lotus = await start('lotus');
  [ours, theirs] = await Promise.all([signIn(harbour.url), signIn(lotus.url)]);
});
afterAll(async () => {
  const ended = [await harbour?.stop(), await lotus?.stop()];
  await killRunning();
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
  rmSync(dir, { recursive: true, force: true });
  expect(ended).toEqual([0, 0]);
});

const page = async (service: Service, cookie: string, path = '/index', language = 'en') =>
  (await fetch(service.url + path, { headers: { cookie, 'accept-language': language } })).text();
const balanceOf = async (service: Service, cookie: string) => {
  const answer = await fetch(service.url + walletBalance.path, { headers: { cookie } });
  return (await answer.json()) as { success: boolean };
};

describe('two merchants on one machine', () => {
  it('have consoles that keep their sessions apart in one browser and name their merchant', async () => {
    const browse = operatorBrowser();
    const name = (service: Service) => (service === harbour ? NAMES.harbour : NAMES.lotus);
    const steps = [];
    for (const service of [harbour, lotus]) {
      const { html } = await browse(`${service.adminUrl}/console/sign-in`);
      expect([/<title>([^<]*)/.exec(html)?.[1]?.includes(name(service)), html.includes(`${name(service)} console`)]).toEqual([true, true]);
      steps.push(await browse(`${service.adminUrl}/console/sign-in`, { name: 'ops01', password: 'Lagoon-demo-1' }));
    }
    expect([...(steps.at(-1)?.cookies ?? [])].sort()).toEqual(['console_harbour', 'console_lotus']);
    // Both have passed the password and wait for the app, each with a key of its own.
    const pages = [await browse(`${harbour.adminUrl}/console/sign-in`), await browse(`${lotus.adminUrl}/console/sign-in`)];
    const keys = pages.map(({ html }) => /<code>([A-Z2-7]+)<\/code>/.exec(html)?.[1]);
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(undefined);
    await browse(`${harbour.adminUrl}/console/sign-out`, { formKey: formKeyIn(pages[0]?.html ?? '') });
    expect((await browse(`${lotus.adminUrl}/console/sign-in`)).html).toContain(keys[1]);
    expect((await browse(`${harbour.adminUrl}/console/sign-in`)).html).not.toContain('<code>');
  });

  it('keep members of the same name apart: money, records, sessions', async () => {
    const [mine, before] = [await ours.balance(), await theirs.balance()];
    await ours.deposit('120');
    expect((await ours.balance()).sumBalance).not.toBe(mine.sumBalance);
    expect((await theirs.balance()).sumBalance).toBe(before.sumBalance);
    const [one, other] = [await ours.call(memberInfo), await theirs.call(memberInfo)];
    expect([one, other]).toMatchObject([
      { value: { account: DEMO.member.username, currency: 'EUR' } },
      { value: { account: DEMO.member.username, currency: 'THB' } },
    ]);
  });

  it('refuse each other’s sessions, under their own names and under the other’s', async () => {
    const renamed = (cookie: string, from: string, to: string) => cookie.replaceAll(`${from}_`, `${to}_`);
    expect(ours.cookie).toMatch(/(?:^|; )harbour_session=/);
    expect(theirs.cookie).toMatch(/(?:^|; )lotus_session=/);
    for (const cookie of [theirs.cookie, renamed(theirs.cookie, 'lotus', 'harbour')])
      expect((await balanceOf(harbour, cookie)).success).toBe(false);
    for (const cookie of [ours.cookie, renamed(ours.cookie, 'harbour', 'lotus')])
      expect((await balanceOf(lotus, cookie)).success).toBe(false);
    // A browser sends both cookies to each, because cookies ignore ports; each site uses its own. This is also the control.
    const both = `${theirs.cookie}; ${ours.cookie}`;
    expect([(await balanceOf(harbour, both)).success, (await balanceOf(lotus, both)).success]).toEqual([true, true]);
  });

  it('show their own name, colours, languages and texts, from their own caches', async () => {
    const sheetOf = (html: string) => /\/brand\/theme-[\w-]+\.css/.exec(html)?.[0] ?? '';
    for (let round = 0; round < 3; round++) {
      const [one, other] = await Promise.all([page(harbour, ours.cookie), page(lotus, theirs.cookie)]);
      expect([one.includes(NAMES.harbour), one.includes(NAMES.lotus)]).toEqual([true, false]);
      expect([other.includes(NAMES.harbour), other.includes(NAMES.lotus)]).toEqual([false, true]);
      expect(sheetOf(one)).not.toBe('');
      expect(sheetOf(one)).not.toBe(sheetOf(other));
      expect((await fetch(lotus.url + sheetOf(one))).status).toBe(404);
    }
    // Only one has Vietnamese; only the other has Thai, which is its fallback.
    const languageOf = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1];
    expect(languageOf(await page(harbour, '', '/index', 'vi'))).toBe('vi');
    expect(languageOf(await page(lotus, '', '/index', 'vi'))).toBe('th');
    expect(languageOf(await page(harbour, 'harbour_lang=TH'))).toBe('en');
    const terms = await Promise.all([page(harbour, '', '/help/terms'), page(lotus, '', '/help/terms')]);
    expect(terms.map((html) => html.includes('the invented operator of this example'))).toEqual([true, false]);
  });
});
