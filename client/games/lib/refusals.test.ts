import { expect, test } from 'vitest';
import { STUDIO_ERRORS } from '../../../shared/games/protocol.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { refusalOf, refusalText } from './refusals.ts';

/** Languages with complete texts; the others fall back to English. */
const LANGUAGES = ['EN', 'CN', 'JA', 'TH', 'VI', 'ID'] as const;

test.each([...STUDIO_ERRORS, 'offline' as const])('%s has a title, a text and a next step in each language', (failure) => {
  for (const [open, trial] of [
    [true, false],
    [false, false],
    [false, true],
  ] as const) {
    const key = refusalText(failure, open, trial);
    for (const language of LANGUAGES)
      for (const name of [key, `${key}_title`]) expect(TEXTS[language]?.[name], `${language} ${name}`).toBeTruthy();
    expect(refusalOf(failure, trial).steps.length).toBeGreaterThan(0);
  }
});

test('insufficient funds lead to the cashier, except in trial play', () => {
  expect(refusalOf('insufficient_funds', false).steps[0]).toBe('deposit');
  expect(refusalOf('insufficient_funds', true).steps).toEqual(['dismiss']);
});

test('an open round can only be requested again', () => {
  for (const failure of ['wallet_unavailable', 'round_pending', 'offline'] as const) {
    expect(refusalOf(failure, false)).toEqual({ blocking: true, steps: ['retry'] });
  }
});
