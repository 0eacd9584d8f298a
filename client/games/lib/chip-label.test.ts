import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInputAmount } from '../../../shared/money/money.ts';
import { chipLabel, isLong } from './chip-label.ts';

const AMOUNTS = ['0.5', '2.5', '250', '1000', '1250', '2500', '12500', '250000', '1250000', '12500000', '1234567', '20000000'];
test.each([
  ['en', ['0.5', '2.5', '250', '1k', '1250', '2.5k', '12.5k', '250k', '1.25M', '12.5M', '1.23M', '20M']],
  ['th', ['0.5', '2.5', '250', '1k', '1250', '2.5k', '12.5k', '250k', '1.25M', '12.5M', '1.23M', '20M']],
  ['ja', ['0.5', '2.5', '250', '1000', '1250', '2500', '1.25万', '25万', '125万', '1250万', '123万', '2000万']],
  ['zh-Hans', ['0.5', '2.5', '250', '1000', '1250', '2500', '1.25万', '25万', '125万', '1250万', '123万', '2000万']],
  ['vi', ['0.5', '2.5', '250', '1k', '1250', '2.5k', '12.5k', '250k', '1250k', '12.5tr', '1.23tr', '20tr']],
  ['id', ['0.5', '2.5', '250', '1rb', '1250', '2500', '12500', '250rb', '1.25jt', '12.5jt', '1.23jt', '20jt']],
])('chips in %s', (language, labels) => {
  expect(AMOUNTS.map((text) => chipLabel(parseInputAmount(text) ?? 0n, language))).toEqual(labels);
});

test('a label is never above its amount, less than one percent below it, and fits a chip', () => {
  const size: Readonly<Record<string, number>> = { k: 1e3, rb: 1e3, 万: 1e4, tr: 1e6, jt: 1e6, M: 1e6, 亿: 1e8, 億: 1e8, tỷ: 1e9, B: 1e9 };
  fc.assert(
    fc.property(fc.constantFrom('en', 'ja', 'zh-Hans', 'vi', 'th'), fc.bigInt({ min: 1n, max: 10n ** 11n }), (language, cents) => {
      const label = chipLabel(cents * 100n, language);
      const [, digits = '', sign = ''] = /^([\d.]+)(\D*)$/.exec(label) ?? [];
      const shown = Number(digits) * (size[sign] ?? 1);
      const amount = Number(cents) / 100;
      expect(shown).toBeLessThanOrEqual(amount * (1 + 1e-12));
      expect(shown).toBeGreaterThan(amount * 0.99);
      expect(label.length).toBeLessThanOrEqual(7);
    }),
  );
});

test.each([
  ['250k', false],
  ['12.5M', true],
  ['25万', false],
  ['125万', true],
])('%s needs a smaller font: %s', (label, expected) => expect(isLong(label)).toBe(expected));
