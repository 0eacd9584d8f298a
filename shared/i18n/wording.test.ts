import { expect, test } from 'vitest';
import { TEXTS } from './locales.ts';

/** Terms that must be the same everywhere; sentences fixed by the interface description are exempt. */
const QUOTED = ['auth.loginNeeded', 'lobby.notLoggedIn', 'errors.not_logged_in', 'errors.unauthorized'];
const AVOIDED = [
  /\bsign(?:ed|ing|s)?[ -](?:in|out|on)\b/i,
  /increase (?:deposit|withdrawal)/i,
  /\bupline\b/i,
  /later version/i,
  /\bplease login\b/i,
];

test('English says log in and log out, deposit and withdraw, agent', () => {
  const found = Object.entries(TEXTS.EN ?? {}).filter(
    ([key, text]) => !QUOTED.includes(key) && AVOIDED.some((pattern) => pattern.test(text)),
  );
  expect(found).toEqual([]);
});
