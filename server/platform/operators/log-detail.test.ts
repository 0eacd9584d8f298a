import { expect, test } from 'vitest';
import { detailText } from './log-detail.ts';

test.each([
  ['{}', ''],
  ['{"units":"-12345000","member":"1234"}', '{"units":"-1,234.50","member":"1234"}'],
  ['{"kind":"deposit","period":"day","before":null,"after":"5000000"}', '{"kind":"deposit","period":"day","before":null,"after":"500.00"}'],
  ['{"kind":"session","period":"day","before":"60","after":"90"}', '{"kind":"session","period":"day","before":"60","after":"90"}'],
  ['{"set":{"deposits.maxOpen":9}}', '{"set":{"deposits.maxOpen":9}}'],
])('the detail %s is shown as %s', (stored, shown) => {
  expect(detailText(stored, 'USD')).toBe(shown);
});
