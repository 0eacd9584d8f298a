import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedSettings } from '../../service/embedded-settings.ts';
import { checkMerchantFile } from '../../tools/merchant.ts';
import { toConfig } from '../config.ts';
import { readStart } from '../env.ts';
import { cleanSvg } from './files.ts';
import { closedWays } from './hints.ts';
import { MerchantFileError } from './merchant-file-error.ts';
import { readMerchantFile } from './read.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lagoon-merchant-'));
  cpSync('docs/merchants', dir, { recursive: true });
});
afterAll(() => rmSync(dir, { recursive: true }));

type Json = { [key: string]: unknown };
const harbour = () => JSON.parse(readFileSync('docs/merchants/harbour.json', 'utf8')) as Json;

/** The example with another value at a path; undefined removes the key. */
function changed(path: string, value: unknown): Json {
  const file = harbour();
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Json>((held, key) => Object.assign(held, { [key]: held[key] ?? {} })[key] as Json, file);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return file;
}

function problems(file: unknown, environment: Record<string, string> = {}): readonly string[] {
  const name = join(dir, 'tried.json');
  writeFileSync(name, typeof file === 'string' ? file : JSON.stringify(file));
  try {
    readMerchantFile(name, environment);
    return [];
  } catch (error) {
    if (!(error instanceof MerchantFileError)) throw error;
    return error.problems.map(({ path, value, wanted }) => `${path} | ${value} | ${wanted}`);
  }
}

const UPSTREAMS = { wps: 'https://a.example', lgw: 'https://b.example', lotto: 'https://c.example' };

const ACCOUNT = { holder: 'Harbour', bank: 'Bank', number: '17' };
const CHANNEL = { code: 'OWN_BANK', kind: 'BANK', name: 'Bank transfer', min: '20', max: '5000', account: ACCOUNT };
const LEVEL = { labelName: 'Bud', stake: 0, withdrawalsPerDay: 3, rebatePercent: '0.00', personalService: false };
const DEPOSIT_BONUS = { id: 'first', percent: 100, max: 50, wagering: 5, days: 7 };
const STAGE = { stage: 'deposited', deposits: 100, referrer: 5 };
const MISSION = { id: 'rounds', period: 'day', goal: 'rounds', target: 20 };
const FIRST = { upTo: 1, amount: 5 };
const QUAY = { code: 'QUAY', kind: 'BANK', name: 'Quay Bank' };
const WHEEL = { id: 'ACME_WHEEL', name: 'Wheel', category: 'RNG' };
const ACME = { code: 'ACME', name: 'Acme', launchUrl: 'https://play.acme.example/g', vendors: [{ code: 'ACME', name: 'Acme' }] };
const AGENT = { account: 'quayagent', rebate: '0.5', passwordVariable: 'AGENT_QUAY' };
const PROVIDER = { code: 'acme', url: 'https://pay.example/checkout' };

describe('a merchant file', () => {
  it.each(['harbour', 'lantern', 'lotus'])('of the documentation is valid: %s', async (name) => {
    const lines: string[] = [];
    expect(await checkMerchantFile([`docs/merchants/${name}.json`], {}, (line) => lines.push(line))).toBe(0);
    expect(lines.join()).toContain(`is sound: ${name}, `);
  });

  it('lists what is missing in it, and what the site does without', async () => {
    const lines: string[] = [];
    expect(await checkMerchantFile(['docs/merchants/harbour.json'], {}, (line) => lines.push(...line.split('\n')))).toBe(0);
    expect(lines).toContain('  legal.contact: the page is not linked, its address says that it is not published.');
    expect(lines).toContain('  legal.privacy: no text in CN, VI; visitors read EN.');
    expect(lines).toContain('  legal.refunds, legal.affiliates, legal.about: optional, not linked.');
    writeFileSync(join(dir, 'tried.json'), JSON.stringify({ ...changed('payments', undefined), legal: {} }));
    await checkMerchantFile([join(dir, 'tried.json')], {}, (line) => lines.push(...line.split('\n')));
    expect(lines).toContain('  payments.channels: members cannot deposit.');
    expect(lines).toContain('  legal.terms: the registration confirms the age only.');
  });

  it('lists what has no effect: a provider without any key, and built-in games with a remote platform', async () => {
    const check = async (file: object) => {
      const lines: string[] = [];
      writeFileSync(join(dir, 'tried.json'), JSON.stringify(file));
      const environment = { ACME_KEY: 'a-key-of-the-provider-ACME-for-tests-01' };
      expect(await checkMerchantFile([join(dir, 'tried.json')], environment, (line) => lines.push(...line.split('\n')))).toBe(0);
      return lines.filter((line) => /vendors\./.test(line));
    };
    expect(await check(changed('vendors', { builtIn: ['*'], providers: [ACME] }))).toEqual([
      '  vendors.providers, ACME: no `keyVariable`, so its calls are refused and no game opens until a key is set in the console.',
    ]);
    expect(await check(changed('vendors', { providers: [{ ...ACME, keyVariable: 'ACME_KEY' }] }))).toEqual([]);
    const { code, brand, languages, language } = harbour();
    expect(await check({ code, brand, languages, language, upstreams: UPSTREAMS, vendors: { builtIn: ['*'] } })).toEqual([
      '  vendors.builtIn: the remote platform has its own games.',
    ]);
  });

  it('counts all games of a provider, and names withdrawals that no provider pays', async () => {
    const vendors = [
      { code: 'ACME', name: 'Acme' },
      { code: 'ACMEF', name: 'Acme Fish' },
    ];
    const games = [WHEEL, { ...WHEEL, id: 'ACME_CARP', vendor: 'ACMEF' }];
    const check = async (file: object) => {
      const lines: string[] = [];
      writeFileSync(join(dir, 'tried.json'), JSON.stringify(file));
      const environment = { ACME_KEY: 'a-key-of-the-provider-ACME-for-tests-01' };
      await checkMerchantFile([join(dir, 'tried.json')], environment, (line) => lines.push(...line.split('\n')));
      return lines;
    };
    expect(await check(changed('vendors', { providers: [{ ...ACME, keyVariable: 'ACME_KEY', vendors, games }] }))).toContain(
      '  ACME (ACME, ACMEF): 2 in the file.',
    );
    const payoutsOf = (range: object) => ({ providers: [], channels: [], payouts: [{ provider: 'acme', ...range }] });
    expect(closedWays({ payments: payoutsOf({ min: '30000' }), settings: { withdrawals: { min: '20', max: '20000' } } }, false)).toEqual([
      'payments.payouts: no provider takes a withdrawal between settings.withdrawals.min, 20, and max, 20000; operators pay every one by hand',
    ]);
    for (const range of [{ min: '20000' }, { max: '20' }, {}])
      expect(closedWays({ payments: payoutsOf(range), settings: { withdrawals: { min: '20', max: '20000' } } }, false)).toEqual([]);
    expect(closedWays({ payments: payoutsOf({ min: '30000' }), settings: { withdrawals: { min: '20', max: '20000' } } }, true)).toEqual([]);
  });

  it('names rates of cashback for vendors that do not exist, and rates above the ceiling', async () => {
    const vendorRates = [{ vendor: 'NOVAA', rate: 50 }];
    const settings = { ...(harbour().settings as object), cashback: { vendorRates } };
    expect(problems({ ...harbour(), settings, vendors: { builtIn: ['*'], providers: [ACME] } })).toEqual([
      expect.stringMatching(/vendorRates\[0\]\.vendor \| "NOVAA" \| one of NOVA, .*, ACME$/),
    ]);
    const lines: string[] = [];
    writeFileSync(join(dir, 'tried.json'), JSON.stringify({ ...harbour(), settings, vendors: { builtIn: ['*'] } }));
    expect(await checkMerchantFile([join(dir, 'tried.json')], {}, (line) => lines.push(...line.split('\n')))).toBe(0);
    expect(lines.join()).toMatch(/vendorRates, NOVAA: no built-in vendor.*built in: NOVA/);
    const above = {
      features: { manualRebate: true },
      vipLevels: [{ ...LEVEL, rebatePercent: '2.00' }],
      cashback: { rates: { RNG: 800, LIVE: 801 }, vendorRates: [{ vendor: 'NOVA', rate: 900 }] },
    };
    expect(problems({ ...harbour(), settings: { ...(harbour().settings as object), ...above } })).toEqual([
      'settings.cashback.rates.LIVE | 801 | at most 800: with 2.00 % of the highest level at most 10.00 %',
      'settings.cashback.vendorRates[0].rate | 900 | at most 800: with 2.00 % of the highest level at most 10.00 %',
    ]);
  });

  it('refuses gifts of birthdays where members cannot enter their birth date', () => {
    const vipLevels = [LEVEL, { ...LEVEL, labelName: 'Two', stake: 100, birthdayGift: 5 }];
    const settings = { ...(harbour().settings as object), vipLevels };
    expect(problems({ ...harbour(), settings })).toEqual([]);
    expect(problems({ ...harbour(), settings: { ...settings, registration: {}, profile: { fields: ['line'] } } })).toEqual([
      expect.stringMatching(/vipLevels\[1\]\.birthdayGift \| 5 \| 0, or `birthday` in settings\.profile\.fields/),
    ]);
  });

  it('refuses a bonus whose wagering is above the ceiling of the jurisdiction', () => {
    const { features, ...settings } = harbour().settings as Json & { readonly features: object };
    const of = (jurisdiction: string) =>
      problems({
        ...harbour(),
        settings: {
          ...settings,
          features: { ...features, bonus: true },
          protection: { jurisdiction },
          bonus: { deposits: [{ ...DEPOSIT_BONUS, wagering: 11 }] },
        },
      });
    expect(of('GB')).toEqual(['settings.bonus.deposits[0].wagering | 11 | at most 10, the ceiling of GB']);
    expect(of('MT')).toEqual([]);
  });

  it('names stakes that no member can place, and least stakes above the largest', async () => {
    const settings = { ...(harbour().settings as object), currency: 'THB', protection: { jurisdiction: 'TH' } };
    const game = (id: string, minBet: string, maxBet: string) => ({ id, name: id, category: 'RNG', minBet, maxBet });
    const games = [game('ACME_A', '500', '900'), game('ACME_B', '5', '900'), game('ACME_C', '5', '30')];
    const vendors = (of: object[]) => ({
      providers: [{ code: ACME.code, name: ACME.name, launchUrl: ACME.launchUrl, vendors: ACME.vendors, games: of }],
    });
    expect(problems({ ...harbour(), vendors: vendors([game('ACME_A', '50', '30')]) })).toEqual([
      'vendors.providers[0].games[0].minBet | "50" | at most maxBet, 30',
    ]);
    const lines: string[] = [];
    writeFileSync(join(dir, 'tried.json'), JSON.stringify({ ...harbour(), settings, vendors: vendors(games) }));
    expect(await checkMerchantFile([join(dir, 'tried.json')], {}, (line) => lines.push(...line.split('\n')))).toBe(0);
    expect(lines.filter((line) => line.includes('allows')).map((line) => line.trim().replace(/^vendors.providers, /, ''))).toEqual([
      `${ACME.code}, ACME_A: \`minBet\` of 500 is more than one bet may be; TH allows 30 THB, so that no member can play it.`,
      `${ACME.code}, ACME_B: \`maxBet\` of 900 is more than one bet may be; TH allows 30 THB.`,
    ]);
  });

  it('lists the rules of the jurisdiction that a provider with a transfer wallet must enforce', async () => {
    const wallet = { kind: 'transfer', url: 'https://api.acme.example/wallet', moves: 'automatic' };
    const check = async (protection: object, provider: object) => {
      const lines: string[] = [];
      const file = changed('vendors', { providers: [{ ...ACME, keyVariable: 'ACME_KEY', ...provider }] });
      const settings = file.settings as object;
      writeFileSync(join(dir, 'tried.json'), JSON.stringify({ ...file, settings: { ...settings, protection } }));
      const environment = { ACME_KEY: 'a-key-of-the-provider-ACME-for-tests-01' };
      expect(await checkMerchantFile([join(dir, 'tried.json')], environment, (line) => lines.push(...line.split('\n')))).toBe(0);
      return lines.filter((line) => /ACME: /.test(line));
    };
    expect(await check({ jurisdiction: 'DE' }, { wallet })).toEqual([
      '  vendors.providers, ACME: no stake above 1 EUR from 18 years, 3 EUR from 21 years; at least 5 seconds from one round of a slot to the next (DE, seen after play only).',
    ]);
    expect(await check({ jurisdiction: 'MT', overrides: { minimumRoundSeconds: 2 } }, { wallet })).toEqual([
      '  vendors.providers, ACME: at least 2 seconds from one round of a slot to the next (MT, seen after play only).',
    ]);
    expect(await check({ jurisdiction: 'MT' }, { wallet })).toEqual([]);
    expect(await check({ jurisdiction: 'DE' }, {})).toEqual([]);
  });

  it('is checked together with the environment', async () => {
    const lines: string[] = [];
    writeFileSync(join(dir, 'tried.json'), JSON.stringify(changed('brand.hue', 999)));
    expect(await checkMerchantFile([join(dir, 'tried.json')], { PORT: 'x' }, (line) => lines.push(line))).toBe(1);
    expect(lines.join('\n')).toMatch(/brand\.hue is 999[\s\S]*PORT/);
  });

  it.each<[string, unknown, RegExp]>([
    ['code', 'a b', /2 to 32 letters/],
    ['code', undefined, /given/],
    ['brand.hue', 400, /at most 360/],
    ['brand.hue', 'blue', /a number/],
    ['brand.radius', 2, /0\.5, 1, 1\.5/],
    ['brand.theme', 'grey', /dark or light/],
    ['brand.mark', '../mark.svg', /below the file/],
    ['brand.mark', '/etc/mark.svg', /below the file/],
    ['brand.mark', 'harbour/none.svg', /can be read/],
    ['brand.mark', 'harbour/logo.svg', /square/],
    ['brand.colour', '#fff', /no such key here, only name, hue/],
    ['languages', [], /at least one/],
    ['languages', ['EN', 'XX'], /one of EN, CN/],
    ['language', 'TH', /one of `languages`/],
    ['publicUrl', 'https://x.example/lobby', /without a path/],
    ['publicUrl', 'http://x.example', /https/],
    ['region.allow', ['Germany'], /country code/],
    ['region', { allow: ['TH'], deny: ['TH'] }, /allows a country/],
    ['region', { denyAddresses: ['0.0.0.0/0', '::/0'] }, /less than all addresses/],
    ['region.denyAddresses', ['10.0.0.0/33'], /CIDR/],
    ['hosts.images', ['https://a.example/pictures'], /without a path/],
    ['hosts.launch', ['https://a.example;script-src *'], /https/],
    ['requests.login', 0, /at least 1/],
    ['requests.everything', 5, /login/],
    ['legal.terms.EN', 'harbour/none.html', /can be read/],
    ['legal.imprint', { EN: 'harbour/terms.en.html' }, /terms/],
    ['settings.currency', 'euro', /code such as THB/],
    ['settings.currency', undefined, /currency code/],
    ['settings.timeZone', 'Mars/Base', /time zone such as/],
    ['settings.features.chatRoom', 'no', /true or false/],
    ['settings.features.manualRebate', true, /false, or a rate above 0/],
    ['settings.cashback', { rates: { SLOTS: 50 } }, /SLOTS.*RNG/],
    ['settings.cashback', { rates: { RNG: 1_001 } }, /at most 1000/],
    [
      'settings.cashback',
      { vendorRates: [{ vendor: 'NOVA', category: 'SLOTS', rate: 50 }] },
      /vendorRates\[0\]\.category.*"LIVE" or "RNG"/,
    ],
    ['settings.cashback', { vendorRates: [{ vendor: 'NOVA', category: 'LIVE', rate: 50 }] }, /"LIVE" \| null, or .*: RNG$/],
    ['settings.referral.stages', [{ stage: 'deposited', referrer: 1 }], /what the stage needs/],
    ['settings.referral.stages', [{ stage: 'played', stake: 50 }], /a reward for one of both/],
    ['settings.referral.stages', [STAGE, STAGE], /each stage once/],
    ['settings.referral.stages', [{ ...STAGE, referrer: 5, friend: 6 }], /at most 10 together with `friend`, a tenth/],
    ['settings.vipLevels', [{ ...LEVEL, rebatePercent: '0.30' }], /"0\.00", or settings\.features\.manualRebate true/],
    ['settings.vipLevels', [LEVEL, { ...LEVEL, labelName: 'Two', stake: 100, upgradeGift: 11 }], /upgradeGift.*at most 10, a tenth/],
    ['settings.vipLevels', [{ ...LEVEL, birthdayGift: 5 }], /ladder/],
    ['settings.vipLevels', [{ ...LEVEL, pointFactor: '0.99' }], /pointFactor/],
    ['settings.vipLevels', [{ ...LEVEL, pointFactor: '10.01' }], /pointFactor/],
    [
      'settings.vipLevels',
      [
        { ...LEVEL, pointFactor: '1.50' },
        { ...LEVEL, labelName: 'Two', stake: 100 },
      ],
      /ladder/,
    ],
    ['settings.vipLevels', [{ ...LEVEL, withdrawalFee: { fixed: '20' } }], /withdrawalFee.*a fee below the smallest withdrawal, 10/],
    [
      'settings.vipLevels',
      [LEVEL, { ...LEVEL, labelName: 'Two', stake: 100, withdrawalFee: { basisPoints: 1 } }],
      /at most that of the level below/,
    ],
    ['settings.vipLevels', [LEVEL, { ...LEVEL, labelName: 'Two', stake: 100, withdrawalMax: '100' }], /withdrawalMax.*at least 20000/],
    ['settings.vipLevels', [{ ...LEVEL, withdrawalMax: '60000' }], /withdrawalMax.*at most withdrawalMaxPerDay, 50000/],
    ['settings.missions.list', [MISSION], /one reward/],
    ['settings.bonus.deposits', [{ ...DEPOSIT_BONUS, wagering: 101 }], /at most 100/],
    ['settings.bonus.deposits', [DEPOSIT_BONUS], /empty, or settings\.features\.bonus true/],
    ['settings.bonus.weights', { SLOTS: 100 }, /SLOTS/],
    ['settings.missions.list', [{ ...MISSION, points: 5, goal: 'streak', period: 'once' }], /a streak of a day or a week/],
    ['settings.missions.list', [{ ...MISSION, amount: 5 }], /`points` instead: an amount needs the goal `stake`/],
    ['settings.missions.list', [{ ...MISSION, amount: 5, goal: 'stake' }], /at most 2, a tenth of the stake/],
    ['settings.missions.boards', [{ id: 'week', period: 'week' }], /leaderboards with a mission of their period that can score/],
    ['settings.missions.boards', [{ id: 'week', period: 'week', prizes: [{ upTo: 1 }] }], /one prize/],
    ['settings.missions.boards', [{ id: 'week', period: 'week', prizes: [FIRST, FIRST] }], /each with a higher `upTo`/],
    ['settings.missions.boards', [{ id: 'week', period: 'week', shown: 3, prizes: [{ ...FIRST, upTo: 4 }] }], /not `shown`/],
    ['settings.missions.list', [{ ...MISSION, points: 5 }], /an `amount` instead, or settings\.features\.points true/],
    ['settings.vipLevels', [{ ...LEVEL, personalService: true }], /false, or settings\.vip\.serviceAddress/],
    ['settings.features.jackpot', true, /no such key here, only smsLogin/],
    ['settings.features.emailRecovery', true, /SMTP_URL/],
    ['settings.deposits.dayLimits', 5, /no such key here, only turnoverPercent/],
    ['settings.deposits.maxOpen', 500, /at most 50/],
    ['settings.withdrawals.min', 10, /a text/],
    ['settings.withdrawals.min', '999999', /consistent/],
    ['settings.registration.minimumAge', 16, /at least 18/],
    ['settings.registration.fields.birthday', { enabled: false, required: true }, /enabled where it is required/],
    ['settings.registration.fields.username', { minLength: 20, maxLength: 5 }, /at most maxLength/],
    ['settings.registration.fields.shoeSize', { enabled: true }, /username/],
    ['settings.registration.fields.username', { acceptedPattern: '(a)\\1' }, /linear time/],
    ['settings.registration.usernameRegister', false, /by user name or by mobile/],
    ['settings.registration.mobileRegister', true, /SMS_URL or FIREBASE_PROJECT_ID/],
    ['phoneService', { provider: 'firebase', projectId: 'my-site-1' }, /FIREBASE_API_KEY/],
    ['phoneService', { provider: 'firebase', projectId: 'My site' }, /id of a Firebase project/],
    ['settings.features.mobileRegister', true, /removed: this is `settings.registration.mobileRegister` now, the only switch/],
    ['settings.protection.jurisdiction', 'DEMO', /real jurisdiction/],
    ['settings.transfers', { minAmount: 9000 }, /at most maxAmount/],
    ['settings.withdrawals', { min: '10', max: '9', maxPerDay: '9' }, /consistent: min is 10 and must be at most max, 9/],
    ['settings.currency', 'AMD', /one of EUR, .*THB.*docs\/protection-policies\.md/],
    ['settings.payoutAccounts.providers', [QUAY, QUAY], /the code of one bank or e-wallet only/],
    ['settings.payoutAccounts.most', 3, /no such key here, only max/],
    ['settings.domains', ['https://a.example'], /no such key/],
    ['vendors', { builtIn: ['NOBODY'] }, /a pattern of built-in games/],
    ['vendors', { builtIn: ['NOVA', '!NOVA_X_*'] }, /builtIn\[1\].*a pattern of built-in games/],
    ['vendors', { providers: [{ ...ACME, secret: 'x' }] }, /environment only/],
    ['vendors', { providers: [{ ...ACME, keyVariable: 'ACME_KEY' }] }, /keyVariable \| "ACME_KEY" \| a variable of the environment/],
    ['vendors', { providers: [{ ...ACME, currencies: ['THB'] }] }, /the currency of the merchant, EUR/],
    ['vendors', { providers: [ACME, ACME] }, /the code of one provider only/],
    ['vendors', { providers: [{ ...ACME, vendors: [{ code: 'NOVA', name: 'Nova' }] }] }, /no built-in vendor/],
    ['vendors', { providers: [{ ...ACME, launchUrl: 'http://acme.example/' }] }, /https:/],
    ['vendors', { providers: [{ ...ACME, games: [{ ...WHEEL, vendor: 'ELSE' }] }] }, /games\[0\]\.vendor.*one of `vendors`: ACME/],
    ['vendors', { providers: [{ ...ACME, games: [{ ...WHEEL, picture: 'https://else.example/x.png' }] }] }, /one of `pictureHosts`/],
    ['vendors', { providers: [{ ...ACME, games: [WHEEL], permissions: ['bet', 'games'] }] }, /one source of games only/],
    ['vendors', { providers: [{ ...ACME, gamesFile: 'harbour/none.json' }] }, /can be read/],
    [
      'vendors',
      { providers: [{ ...ACME, wallet: { kind: 'transfer', url: 'https://api.acme.example/wallet' } }] },
      /wallet\.moves.*members cannot move money themselves/,
    ],
    ['vendors', { providers: [{ ...ACME, gamesFile: 'harbour/mark.svg' }] }, /ends in \.json/],
    ['payments', { channels: [{ ...CHANNEL, kind: 'VOUCHER' }] }, /BANK, QR or E_WALLET/],
    ['payments', { channels: [{ ...CHANNEL, min: '1.234567' }] }, /an amount as text/],
    ['payments', { channels: [{ ...CHANNEL, min: '500', max: '50' }] }, /at most max, 50/],
    ['payments', { channels: [{ ...CHANNEL, min: '0' }] }, /above zero/],
    ['payments', { channels: [{ ...CHANNEL, presets: ['10'] }] }, /"10" \| at least min, 20/],
    ['payments', { channels: [{ ...CHANNEL, presets: ['6000'] }] }, /"6000" \| at most 5000, the limit of max/],
    ['payments', { channels: [{ ...CHANNEL, presets: ['50', '50.00'] }] }, /names each amount once/],
    ['payments', { channels: [{ ...CHANNEL, dayLimit: '100', presets: ['200'] }] }, /at most 100, the limit of dayLimit/],
    ['payments', { channels: [{ ...CHANNEL, account: undefined }] }, /members transfer to/],
    ['payments', { channels: [CHANNEL, CHANNEL] }, /one deposit method only/],
    ['payments', { channels: [{ ...CHANNEL, kind: 'QR' }] }, /a provider reports/],
    ['payments', { channels: [{ ...CHANNEL, provider: 'acme' }] }, /one of `payments.providers`/],
    ['payments', { providers: [PROVIDER], channels: [] }, /in the environment as PAYMENT_SECRET_ACME/],
    ['payments', { providers: [{ ...PROVIDER, url: 'http://pay.example/x' }], channels: [] }, /https:/],
    ['payments', { providers: [{ ...PROVIDER, secret: 'x' }], channels: [] }, /environment only/],
    ['agents', [{ ...AGENT, password: 'x' }], /environment only/],
    ['agents', [{ ...AGENT, type: 4 }], /one of 1, 2, 41, 42/],
    ['agents', [{ ...AGENT, account: 'a b' }], /rules of the registration/],
    ['agents', [AGENT, { ...AGENT, account: 'QuayAgent' }], /the user name of one agent only/],
    ['agents', [{ ...AGENT, rebate: '1.01' }], /at most 1, the rate above/],
    ['agents', [AGENT, { ...AGENT, account: 'quaybelow', upline: 'quayagent', rebate: '0.6' }], /at most 0.5, the rate above/],
    ['agents', [{ ...AGENT, upline: 'quaybelow' }], /earlier in the list/],
    ['agents', [{ ...AGENT, code: 'X' }], /4 to 16 letters/],
    ['demo', true, /play money/],
    ['upstreams', { wps: 'https://a.example' }, /given/],
    ['upstreams', { ...UPSTREAMS, wps: 'https://a.example/base' }, /without path/],
    ['upstreams', { ...UPSTREAMS, lgw: 'https://u:p@b.example' }, /without path, user or password/],
    ['upstreams', UPSTREAMS, /removed: a remote platform/],
  ])('is refused for %s = %j', (path, value, wanted) => {
    const found = problems(changed(path, value));
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(wanted);
  });

  it('names agents, whose first passwords are checked where the environment has them', () => {
    const file = changed('agents', [AGENT]);
    expect(problems(file)).toEqual([]);
    expect(problems(file, { AGENT_QUAY: '123456' }).join()).toMatch(/a password by the rules of the registration/);
    const name = join(dir, 'agents.json');
    writeFileSync(name, JSON.stringify(file));
    const [agent] = readMerchantFile(name, { AGENT_QUAY: 'Calm-tide-93' }).agents;
    expect(agent).toEqual({ account: 'quayagent', type: 1, rebateBp: 50, passwordVariable: 'AGENT_QUAY', password: 'Calm-tide-93' });
  });

  it('may use an unencrypted upstream only on this machine, if players use https', () => {
    const file = (wps: string) => {
      const { settings: _settings, payments: _payments, vendors: _vendors, ...rest } = harbour();
      return { ...rest, publicUrl: 'https://harbour.example', upstreams: { ...UPSTREAMS, wps } };
    };
    expect(problems(file('http://a.example'))).toEqual([expect.stringMatching(/^upstreams\.wps \| .*https:/)]);
    expect(problems(file('http://127.0.0.1:4000'))).toEqual([]);
  });

  describe('with names of a remote platform', () => {
    const file = (platform: unknown) => {
      const { settings: _settings, payments: _payments, ...rest } = harbour();
      return { ...rest, upstreams: UPSTREAMS, platform };
    };
    const call = (mapped: object, id = 'games.list') => file({ calls: { [id]: mapped } });

    it('is valid', () => {
      const response = { '.': 'result', games: 'rows', 'games.gameId': 'id', totalPages: 'paging.pages' };
      const mapped = {
        method: 'POST',
        path: '/api/v3/games',
        request: { pageNo: 'page', channel: null, gameType: 'kind' },
        add: { v: 3 },
        response,
      };
      expect(problems(file({ calls: { 'games.list': mapped }, refusals: { 'E-1042': 'username_taken' } }))).toEqual([]);
    });

    it.each<[object, RegExp]>([
      [call({}, 'games.lists'), /^platform\.calls\.games\.lists \| .* \| the id of a call: games\.menus, /],
      [call({ path: 'api/games' }), /^platform\.calls\["games\.list"\]\.path \| .* a path such as/],
      [call({ path: '/api/games?x=1' }), /a path such as/],
      [call({ method: 'PATCH' }), /GET, POST, PUT or DELETE/],
      [
        call({ request: { page: 'pageNo' } }),
        /^platform\.calls\.games\.list\.request\.page \| "pageNo" \| a field of games\.list: clientType, /,
      ],
      [
        call({ response: { 'games.id': 'gameId' } }),
        /response\.games\.id \| "gameId" \| a field of the value of games\.list; here: gameId, nodeId/,
      ],
      [call({ response: { games: 'a b' } }), /names joined by dots/],
      [call({ path: '/wps/relay/GCS_recentGame' }), /another address than that of games\.recent/],
      [call({ feilds: {} }), /no such key here, only method, path, request, add, response/],
      [call({ path: '/stream' }, 'events.stream'), /whose answer is an envelope/],
      [file({ refusals: { 'E-1': 'user_taken' } }), /a code of/],
      [{ ...harbour(), platform: { calls: {} } }, /removed: the embedded platform has the names of the call table/],
    ])('names a mistake in %j', (tried, wanted) => {
      expect(problems(tried).join('\n')).toMatch(new RegExp(wanted.source, 'm'));
    });
  });

  it('has the providers with their games and the keys that the environment holds', () => {
    const key = 'a-key-of-the-provider-ACME-for-tests-01';
    writeFileSync(join(dir, 'acme.json'), JSON.stringify({ games: [WHEEL, { ...WHEEL, id: 'ACME_REEL', rtp: 96.5 }] }));
    const provider = { ...ACME, keyVariable: 'ACME_KEY', currencies: ['EUR'], gamesFile: 'acme.json' };
    writeFileSync(join(dir, 'tried.json'), JSON.stringify(changed('vendors', { builtIn: ['NOVA'], providers: [provider] })));
    const { vendors, vendorKeys } = readMerchantFile(join(dir, 'tried.json'), { ACME_KEY: key });
    expect(vendorKeys).toEqual({ ACME: key });
    expect(vendors?.builtIn).toEqual(['NOVA']);
    expect(vendors?.providers).toMatchObject([
      { definition: { code: 'ACME', permissions: ['bet'], currencies: ['EUR'] }, games: [{ id: 'ACME_WHEEL' }, { rtp: '96.50' }] },
    ]);
    writeFileSync(join(dir, 'acme.json'), JSON.stringify([WHEEL, { ...WHEEL, id: 'ACME_BAD', rtp: '960' }]));
    const given = changed('vendors', { providers: [provider] });
    expect(problems(given, { ACME_KEY: key })).toEqual([
      expect.stringMatching(/gamesFile \| .* \| valid in each game; not valid: ACME_BAD \(rtp\)/),
    ]);
    expect(problems(changed('vendors', { providers: [{ ...provider, gamesFile: undefined }] }), { ROLE: 'portal' })).toEqual([]);
  });

  it('may not launch games of vendors on the site itself', () => {
    const file = changed('hosts.launch', ['https://games.example', 'https://harbour.example']);
    const refused = [expect.stringMatching(/^hosts\.launch \| .*harbour\.example.* \| a host other than the site itself/)];
    expect(problems({ ...file, publicUrl: 'https://harbour.example' })).toEqual(refused);
    expect(problems(file, { PUBLIC_URL: 'https://harbour.example/' })).toEqual(refused);
    expect(problems({ ...file, publicUrl: 'https://www.harbour.example' })).toEqual([]);
  });

  it('applies the limits of the jurisdiction in the currency of the merchant', () => {
    const file = changed('settings.protection', { jurisdiction: 'TH' });
    (file.settings as Json).currency = 'THB';
    (file.settings as Json).deposits = {};
    const channel = { ...CHANNEL, min: '25000', max: '90000', presets: ['30000'] };
    expect(problems({ ...file, payments: { channels: [channel] } })).toEqual([
      expect.stringMatching(/^payments\.channels\[0\]\.min \| "25000" \| at most 24000 THB, the limit of deposits of a month under TH/),
      expect.stringMatching(/^payments\.channels\[0\]\.presets \| "30000" \| at most 24000 THB/),
    ]);
    (file.settings as Json).registration = { minimumAge: 18 };
    expect(problems(file)).toEqual([expect.stringMatching(/minimumAge \| 18 \| at least 20, the minimum age under TH/)]);
  });

  it('reports contradictions next to other mistakes of the settings', () => {
    const file = changed('settings.deposits', { maxOpen: 'many' });
    const settings = file.settings as Json;
    settings.features = { manualRebate: true };
    settings.transfers = { minAmount: 9000 };
    settings.currencySymbol = undefined;
    expect(
      problems(file)
        .map((line) => line.split(' | ')[0])
        .sort(),
    ).toEqual(['settings.currencySymbol', 'settings.deposits.maxOpen', 'settings.features.manualRebate', 'settings.transfers.minAmount']);
  });

  it('reports all problems at once, with path and value', () => {
    const file: Json = { ...changed('brand.hue', 999), language: 'ZZ', sessionSecret: 'canary-1', extra: 1 };
    (file.settings as Json).deposits = { maxOpen: 'many' };
    (file.settings as Json).customerService = 'https://user:canary-2@help.example';
    const found = problems(file);
    expect(found.map((line) => line.split(' | ')[0]).sort()).toEqual(
      ['brand.hue', 'extra', 'language', 'sessionSecret', 'settings.customerService', 'settings.deposits.maxOpen'].sort(),
    );
    expect(found).toContainEqual(expect.stringMatching(/^settings\.deposits\.maxOpen \| "many" \| a number/));
    expect(found.join()).not.toContain('canary');
  });

  it('that is missing or not JSON gives one clear line', async () => {
    expect(problems('{"code": ')).toEqual([expect.stringContaining('(file) | not JSON')]);
    expect(problems('[]').join()).toContain('(file)');
    const lines: string[] = [];
    expect(await checkMerchantFile([join(dir, 'none.json')], {}, (line) => lines.push(line))).toBe(1);
    expect(await checkMerchantFile([], {}, (line) => lines.push(line))).toBe(2);
    expect(lines[0]).toContain('a file that can be read');
  });

  it('is overridden by the environment, except for its code', async () => {
    const MERCHANT_FILE = 'docs/merchants/harbour.json';
    const plain = await readStart({ MERCHANT_FILE });
    expect(plain.env).toMatchObject({ merchant: 'harbour', region: { deniedCountries: ['US', 'FR'], unknownCountry: 'allow' } });
    const { env } = await readStart({ MERCHANT_FILE, REGION_DENY: 'DE', PUBLIC_URL: 'https://b.example' });
    expect(env).toMatchObject({ merchant: 'harbour', publicUrl: 'https://b.example', region: { deniedCountries: ['DE'] } });
    await expect(readStart({ MERCHANT_FILE, MERCHANT: 'other' })).rejects.toThrow(/code is "harbour"; it must be the same as MERCHANT/);
    expect((await readStart({})).merchant).toBeUndefined();
  });

  it('names payment providers whose keys are in the environment, where a short one stops the start', async () => {
    const file = changed('payments', {
      providers: [{ ...PROVIDER, scan: true }],
      channels: [{ ...CHANNEL, code: 'ACME_QR', kind: 'QR', provider: 'acme', account: undefined }],
    });
    const key = 'k'.repeat(32);
    expect(problems(file, { PAYMENT_SECRET_ACME: key })).toEqual([]);
    const MERCHANT_FILE = join(dir, 'tried.json');
    const { env, merchant } = await readStart({ MERCHANT_FILE, PAYMENT_SECRET_ACME: key });
    const { gateways, merchantConfig } = embeddedSettings(toConfig({ ...env, dataKey: key }, merchant));
    expect(gateways).toEqual([{ code: 'acme', secret: key, payUrl: PROVIDER.url, scan: true }]);
    expect(merchantConfig?.channels).toMatchObject([{ code: 'ACME_QR', feeFixed: '0', expiresMinutes: 30 }]);
    await expect(readStart({ MERCHANT_FILE, PAYMENT_SECRET_ACME: 'short' })).rejects.toThrow(/PAYMENT_SECRET_ACME/);
  });

  it('may enable messages only if their service is configured', () => {
    const file = changed('settings.features.emailRecovery', true);
    expect(problems(file, { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' })).toEqual([]);
  });
});

describe('pictures of a brand', () => {
  it('lose scripts, external resources and hidden content', () => {
    const cleaned = cleanSvg(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 8 8" onload="a()"><script>a()</script><style>@import "x"</style>' +
        '<foreignObject><p>hi</p></foreignObject><a href="javascript:a()"><path d="M0 0h8" fill="url(https://x.example/a)" style="x"/></a>' +
        '<image href="https://x.example/b.png"/><use href="#q"/><g fill="url(#w)"><rect id="w" width="8" height="8"/></g></svg>',
    );
    expect(cleaned).toBe(
      '<svg viewBox="0 0 8 8"><path d="M0 0h8"></path><g fill="url(#w)"><rect id="w" width="8" height="8"></rect></g></svg>',
    );
  });

  it('may be PNG, and are still rendered', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    writeFileSync(join(dir, 'harbour/red.png'), png);
    writeFileSync(join(dir, 'tried.json'), JSON.stringify(changed('brand.mark', 'harbour/red.png')));
    const { branding } = readMerchantFile(join(dir, 'tried.json'), {});
    const pixel = await sharp(Buffer.from(branding.pictures.mark.svg)).resize(1, 1).removeAlpha().raw().toBuffer();
    expect([...pixel]).toEqual([255, 0, 0]);
    writeFileSync(join(dir, 'harbour/red.png'), 'no picture');
    expect(problems(changed('brand.mark', 'harbour/red.png'))).toEqual([expect.stringContaining('a PNG picture')]);
  });
});
