import { expect, test } from 'vitest';
import { amountText } from './amount-text.ts';

test.each([
  ['12500000.0000', 'VND', '₫12,500,000'],
  ['250.5000', 'VND', '₫250.50'],
  ['1500.0000', 'JPY', '¥1,500'],
  ['150.0000', 'IDR', 'Rp150'],
  ['0.3000', 'THB', '฿0.30'],
  ['1234.5000', 'EUR', '€1,234.50'],
  ['3.0000', 'USD', '$3.00'],
  ['1.0000', '', '1.00'],
  ['', 'USD', '$'],
])('%s %s is shown as %s', (wire, currency, text) => expect(amountText(wire, currency)).toBe(text));
