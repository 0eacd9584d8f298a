import { expect, it } from 'vitest';
import { latestOnly } from './use-live-withdrawals.ts';

it('an answer that is overtaken by that of a later request is dropped', () => {
  const shown: string[] = [];
  const setterOf = latestOnly((value: string) => void shown.push(value));
  const [first, second, third] = [setterOf(), setterOf(), setterOf()];
  second('approved');
  first('review');
  third('paid');
  second('approved');
  expect(shown).toEqual(['approved', 'paid']);
});
