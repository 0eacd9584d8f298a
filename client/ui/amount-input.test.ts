import { expect, test } from 'vitest';
import { amountInput } from './amount-input.ts';

test.each([
  ['VND', { inputMode: 'numeric', placeholder: '0' }],
  ['JPY', { inputMode: 'numeric', placeholder: '0' }],
  ['EUR', { inputMode: 'decimal', placeholder: '0.00' }],
  ['', { inputMode: 'decimal', placeholder: '0.00' }],
])('amounts of %j are typed with %j', (currency, expected) => expect(amountInput(currency)).toEqual(expected));
