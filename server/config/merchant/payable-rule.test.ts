import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MerchantFileError } from './merchant-file-error.ts';
import { readMerchantFile } from './read.ts';

const dir = mkdtempSync(join(tmpdir(), 'lagoon-payable-'));
writeFileSync(join(dir, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const CHANNEL = {
  code: 'QR_ONE',
  kind: 'QR',
  name: 'QR',
  min: '10.50',
  max: '5000.25',
  dayLimit: '9000.5',
  feeFixed: '0.30',
  presets: ['20', '20.50'],
  routes: [{ provider: 'acme', min: '10.50', max: '6000' }],
};
const WITHDRAWALS = { min: '20.50', max: '20000', feeFixed: '1.5' };
const GAME = { id: 'A_1', name: 'A', category: 'RNG', minBet: '0.2', maxBet: '100' };

function problems(currency: string): readonly string[] {
  const file = {
    ...JSON.parse(readFileSync('docs/merchants/lantern.json', 'utf8')),
    brand: { name: 'A', hue: 190, mark: 'mark.svg' },
    languages: ['EN'],
    language: 'EN',
    legal: undefined,
    region: undefined,
    payments: {
      providers: [{ code: 'acme', url: 'https://pay.acme.example/page', payouts: 'https://pay.acme.example/out' }],
      channels: [CHANNEL],
      payouts: [{ provider: 'acme', max: '99.99' }],
    },
    vendors: {
      providers: [
        {
          code: 'REEF',
          name: 'Reef',
          keyVariable: 'REEF_KEY',
          launchUrl: 'https://reef.example/open?token={ticket}',
          vendors: [{ code: 'REEF', name: 'Reef' }],
          games: [GAME],
        },
      ],
    },
    settings: {
      currency,
      currencySymbol: '$',
      timeZone: 'Asia/Tokyo',
      protection: { jurisdiction: 'CW' },
      withdrawals: WITHDRAWALS,
      adjustments: { max: '50000.5' },
    },
  };
  const path = join(dir, 'tried.json');
  writeFileSync(path, JSON.stringify(file));
  try {
    readMerchantFile(path, { PAYMENT_SECRET_ACME: 'k'.repeat(40), REEF_KEY: 'k'.repeat(40) });
    return [];
  } catch (error) {
    if (!(error instanceof MerchantFileError)) throw error;
    return error.problems.map(({ path: at, wanted }) => `${at} ${wanted}`);
  }
}

it.each(['JPY', 'VND'])('amounts that cannot be paid in %s are named, with the value to choose', (currency) => {
  const chosen = (at: string, value: string) => `${at} a whole amount, because ${currency} is paid without decimals: ${value}`;
  expect(problems(currency).filter((text) => text.includes('whole amount'))).toEqual([
    chosen('payments.channels[0].min', '11'),
    chosen('payments.channels[0].max', '5000'),
    chosen('payments.channels[0].dayLimit', '9000'),
    chosen('payments.channels[0].feeFixed', '0'),
    chosen('payments.channels[0].presets[1]', '20'),
    chosen('payments.channels[0].routes[0].min', '11'),
    chosen('payments.payouts[0].max', '99'),
    chosen('settings.withdrawals.min', '21'),
    chosen('settings.withdrawals.feeFixed', '1'),
    chosen('settings.adjustments.max', '50000'),
    chosen('vendors.providers[0].games[0].minBet', '1'),
  ]);
});

it('the same file is sound in a currency with decimals', () => {
  expect(problems('EUR')).toEqual([]);
});
