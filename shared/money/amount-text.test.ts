import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountText, exactText } from './amount-text.ts';
import { currencyDecimals } from './currency-decimals.ts';
import { CURRENCY_STEPS } from './currency-steps.ts';
import { isPayable, parseWireAmount, payableUnit, toScreen, toWire, UNITS_PER_WHOLE } from './money.ts';
import { paidDecimals } from './paid-decimals.ts';

test.each([
  ['12500000.0000', 'VND', '₫12,500,000'],
  ['0.0000', 'VND', '₫0'],
  ['250.5000', 'VND', '₫250.50'],
  ['1500.0000', 'JPY', '¥1,500'],
  ['150.0000', 'IDR', 'Rp150'],
  ['0.3000', 'THB', '฿0.30'],
  ['100.0000', 'THB', '฿100.00'],
  ['1234.5000', 'EUR', '€1,234.50'],
  ['-1234.5000', 'EUR', '−€1,234.50'],
  ['-1000.0000', 'KRW', '−₩1,000'],
  ['-0.0050', 'JPY', '¥0'],
  ['3.0000', 'USD', '$3.00'],
  ['1.0000', '', '1.00'],
  ['', 'USD', '$'],
  ['many', 'USD', '$many'],
])('%s %s is shown as %s', (wire, currency, text) => expect(amountText(wire, currency)).toBe(text));

test('the symbol is that of the platform', () => {
  expect(amountText('1500.0000', { currency: 'JPY', currencySymbol: 'JP¥' })).toBe('JP¥1,500');
});

const WHOLE = ['HUF', 'IDR', 'JPY', 'KHR', 'KRW', 'LAK', 'MMK', 'VND'];

describe.each(Object.keys(CURRENCY_STEPS))('amounts of %s', (currency) => {
  const isWhole = WHOLE.includes(currency);

  test('have decimals by the table', () => {
    expect(paidDecimals(currency)).toBe(isWhole ? 0 : 2);
    expect(payableUnit(currency)).toBe(isWhole ? UNITS_PER_WHOLE : UNITS_PER_WHOLE / 100n);
  });

  test('are shown with their decimals, and with a fraction if there is one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), (units) => {
        const text = toScreen(units, currency);
        const cents = (units < 0n ? -units : units) % UNITS_PER_WHOLE >= 100n;
        expect(/\.\d\d$/.test(text)).toBe(!isWhole || cents);
        // Nothing but less than a hundredth is left out.
        const read = parseWireAmount<string>(text.replaceAll(',', ''));
        expect(read).toBe(units - (units % 100n));
      }),
    );
  });

  test('can be paid if they are a whole number of the smallest', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (units) => {
        expect(isPayable(units, currency)).toBe(units > 0n && units % payableUnit(currency) === 0n);
      }),
    );
    expect(isPayable(parseWireAmount('100.5000' as string) ?? 0n, currency)).toBe(!isWhole);
    expect(isPayable(0n, currency)).toBe(false);
  });

  test('that can be paid have no more decimals than the currency', () => {
    expect(toScreen(payableUnit(currency), currency)).toBe(isWhole ? '1' : '0.01');
    expect(toWire(payableUnit(currency))).toBe(isWhole ? '1.0000' : '0.0100');
  });
});

test.each([
  ['EUR', 2],
  ['VND', 0],
  ['IDR', 2],
  ['KWD', 3],
  ['CLF', 4],
  ['eur', undefined],
  ['', undefined],
])('%s has %s decimals by ISO 4217', (currency, decimals) => expect(currencyDecimals(currency)).toBe(decimals));

test('a currency with more than two decimals is paid and shown with two', () => {
  expect([paidDecimals('KWD'), toScreen(12_345n, 'KWD')]).toEqual([2, '1.23']);
});

test.each([
  ['107.9942', 'USD', '$107.9942'],
  ['-2.0310', 'USD', '−$2.031'],
  ['1234.5000', 'USD', '$1,234.50'],
  ['0.0001', 'USD', '$0.0001'],
  ['-0.0050', 'JPY', '−¥0.005'],
  ['1500.0042', 'VND', '₫1,500.0042'],
  ['1500.0000', 'VND', '₫1,500'],
  ['many', 'USD', '$many'],
])('%s %s is shown exactly as %s', (wire, currency, text) => expect(exactText(wire, currency)).toBe(text));

test.each(['USD', 'VND', 'JPY'])('exact amounts of %s add up as they are shown', (currency) => {
  const shown = (units: bigint) =>
    parseWireAmount<string>(exactText(units, { currency, currencySymbol: '' }).replaceAll(',', '').replace('−', '-'));
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })), (amounts) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0n);
      expect(amounts.reduce((sum, amount) => sum + (shown(amount) ?? 0n), 0n)).toBe(shown(total));
    }),
  );
});
