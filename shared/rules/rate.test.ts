import { expect, it } from 'vitest';
import { parseRate, rateText } from './rate.ts';

it.each([
  ['0', 0],
  ['0.5', 50],
  ['1,25', 125],
  [' 2 ', 200],
  ['100', 10_000],
  ['0.05', 5],
])('%s percent are %i basis points', (text, basisPoints) => expect(parseRate(text)).toBe(basisPoints));

it.each(['', '-1', '100.01', '1.234', '.5', 'x', '1e1', '999'])('"%s" is no rate', (text) => expect(parseRate(text)).toBeUndefined());

it('every rate is read as it is shown', () => {
  for (let basisPoints = 0; basisPoints <= 10_000; basisPoints += 1) expect(parseRate(rateText(basisPoints))).toBe(basisPoints);
});
