import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedSettings } from '../../service/embedded-settings.ts';
import { toConfig } from '../config.ts';
import { readStart } from '../env.ts';
import { MerchantFileError } from './merchant-file-error.ts';
import { readMerchantFile } from './read.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lagoon-payments-'));
  cpSync('docs/merchants', dir, { recursive: true });
});
afterAll(() => rmSync(dir, { recursive: true }));

const KEY = 'k'.repeat(32);
const KEYS = { PAYMENT_SECRET_ACME: KEY, PAYMENT_SECRET_BOLT: KEY };
const ACME = {
  code: 'acme',
  url: 'https://pay.acme.example/page',
  payouts: 'https://pay.acme.example/payouts',
  health: 'https://pay.acme.example/up',
};
const BOLT = { code: 'bolt', url: 'https://bolt.example/pay' };
const QR = { code: 'HARBOUR_QR', kind: 'QR', name: 'QR', min: '10', max: '5000' };

/** Writes the example with other payments and returns its path. */
function fileWith(payments: object, more: object = {}): string {
  const file = { ...JSON.parse(readFileSync('docs/merchants/harbour.json', 'utf8')), payments, ...more };
  const name = join(dir, 'tried.json');
  writeFileSync(name, JSON.stringify(file));
  return name;
}
function problems(payments: object, environment: Record<string, string> = KEYS): readonly string[] {
  try {
    readMerchantFile(fileWith(payments), environment);
    return [];
  } catch (error) {
    if (!(error instanceof MerchantFileError)) throw error;
    return error.problems.map(({ path, wanted }) => `${path} ${wanted}`);
  }
}

describe('payments of a merchant file', () => {
  it('route deposits and payouts', async () => {
    const routes = [{ provider: 'acme', max: '500' }, { provider: 'bolt' }];
    const payouts = [{ provider: 'acme', kinds: ['BANK'], max: '2000.50' }];
    const MERCHANT_FILE = fileWith({ providers: [ACME, BOLT], channels: [{ ...QR, routes }], payouts });
    const { env, merchant } = await readStart({ MERCHANT_FILE, ...KEYS });
    const settings = embeddedSettings(toConfig({ ...env, dataKey: KEY }, merchant));
    expect(settings.gateways.map(({ code }) => code)).toEqual(['acme', 'bolt']);
    expect(settings.payouts).toEqual({
      providers: [{ code: 'acme', secret: KEY, url: ACME.payouts }],
      routes: [{ provider: 'acme', kinds: ['BANK'], min: undefined, max: 20_005_000n }],
    });
    expect(settings.healthUrls).toEqual([{ code: 'acme', healthUrl: ACME.health }]);
  });

  it.each<[string, object, RegExp]>([
    ['a provider that does nothing', { providers: [{ code: 'acme' }], channels: [] }, /providers\[0\] given `url`/],
    [
      'a payout by a provider without an address',
      { providers: [BOLT], channels: [], payouts: [{ provider: 'bolt' }] },
      /payouts\[0\]\.provider .* with `payouts`/,
    ],
    [
      'a deposit at a provider without a page',
      { providers: [{ code: 'acme', payouts: ACME.payouts }], channels: [{ ...QR, provider: 'acme' }] },
      /channels\[0\]\.provider .* with `url`/,
    ],
    [
      'provider and routes',
      { providers: [ACME], channels: [{ ...QR, provider: 'acme', routes: [{ provider: 'acme' }] }] },
      /removed: `routes`/,
    ],
    [
      'a gap at the ends',
      { providers: [ACME], channels: [{ ...QR, routes: [{ provider: 'acme', min: '20', max: '400' }] }] },
      /least amount, 10[\s\S]*largest amount, 5000/,
    ],
    [
      'a payout to a bank that members cannot have',
      { providers: [ACME], channels: [], payouts: [{ provider: 'acme', banks: ['NO_BANK'] }] },
      /payouts\[0\]\.banks\[0\] .* `settings.payoutAccounts.providers`/,
    ],
    [
      'a range that holds nothing',
      { providers: [ACME], channels: [], payouts: [{ provider: 'acme', min: '50', max: '5' }] },
      /payouts\[0\]\.min at most max, 5/,
    ],
    ['an unencrypted address', { providers: [{ ...ACME, payouts: 'http://pay.example/x' }], channels: [] }, /payouts https:/],
  ])('are refused with %s', (_name, payments, wanted) => {
    expect(problems(payments).join('\n')).toMatch(wanted);
  });
});

describe('the keys of payment providers', () => {
  const payments = { providers: [ACME], channels: [{ ...QR, provider: 'acme' }], payouts: [{ provider: 'acme' }] };
  const UPSTREAMS = { UPSTREAM_WPS_URL: 'http://p.example', UPSTREAM_LGW_URL: 'http://p.example', UPSTREAM_LOTTO_URL: 'http://p.example' };

  it.each<[string, Record<string, string>, boolean]>([
    ['portal and platform in one', { DATA_KEY: KEY }, true],
    ['a platform of its own', { ROLE: 'platform', PLATFORM_KEY: KEY, DATA_KEY: KEY, DATABASE_URL: 'postgres://h/d' }, true],
    ['a portal in front of a platform', { ROLE: 'portal', SESSION_SECRET: KEY, ...UPSTREAMS }, false],
    ['a portal and nothing else, by its addresses alone', { SESSION_SECRET: KEY, ...UPSTREAMS }, false],
  ])('are needed by %s: %j', async (_name, environment, needed) => {
    const MERCHANT_FILE = fileWith(payments);
    const start = async () => {
      const { env, merchant } = await readStart({ MERCHANT_FILE, ...environment });
      return toConfig(env, merchant);
    };
    if (needed) await expect(start()).rejects.toThrow('PAYMENT_SECRET_ACME');
    else expect((await start()).paymentSecrets).toEqual({});
  });

  it('and other secrets of the platform are not needed by a portal in front of one', async () => {
    const { env } = await readStart({ ROLE: 'portal', SESSION_SECRET: KEY, ...UPSTREAMS });
    expect(toConfig(env)).toMatchObject({
      dataKey: undefined,
      databaseUrl: undefined,
      paymentSecrets: {},
      deploy: { platformKey: undefined },
    });
  });
});
