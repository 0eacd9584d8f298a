import { expect, test } from 'vitest';
import { TEXTS } from './locales.ts';

const CONSOLE = import.meta.glob<Readonly<Record<string, string>>>('../../server/platform/operators/pages/locales/EN.json', {
  eager: true,
  import: 'default',
});
/** Terms that must be the same everywhere; sentences fixed by the interface description are exempt. */
const QUOTED = ['auth.loginNeeded', 'lobby.notLoggedIn', 'errors.not_logged_in', 'errors.unauthorized'];
const AVOIDED = [
  /\bsign(?:ed|ing|s)?[ -](?:in|out|on)\b/i,
  /increase (?:deposit|withdrawal)/i,
  /\bupline\b/i,
  /later version/i,
  /\bplease\b/i,
  /\b(?:nobody|somebody|everybody|anybody|whoever|anew|once more|told|go(?:es|ing)? on|by itself|take[ns]? back|way to pay)\b/i,
  /\btimes (?:in|are)\b/i,
];

test.each([
  ['site', TEXTS.EN ?? {}],
  ['operator console', Object.values(CONSOLE)[0] ?? {}],
])('the English texts of the %s use the terms of other products', (_where, texts) => {
  const found = Object.entries(texts).filter(([key, text]) => !QUOTED.includes(key) && AVOIDED.some((pattern) => pattern.test(text)));
  expect(found).toEqual([]);
});
