import { expect, it } from 'vitest';
import { hasCopy, tagOf } from './validators.ts';

it('differ by content coding', () => {
  expect(['', 'br', 'gzip'].map((coding) => tagOf('"abc"', coding))).toEqual(['"abc"', '"abc-br"', '"abc-gzip"']);
});

it.each([
  ['"abc-br"', true],
  ['W/"abc-br"', true],
  ['"x", W/"abc-br" ,"y"', true],
  ['"abc"', false],
  ['"abc-gzip"', false],
  ['abc-br', false],
  ['', false],
  [undefined, false],
])('%s matches the client’s copy: %s', (known, expected) => {
  expect(hasCopy(known, tagOf('"abc"', 'br'))).toBe(expected);
});
