import { expect, test } from 'vitest';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { STUDIO_ERRORS } from '../../../shared/studio/protocol.ts';
import { refusalOf, refusalText } from './refusals.ts';

/** Complete by promise; the others fall back to English. */
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

test('a lack of money leads to the cashier, but not in trial play', () => {
  expect(refusalOf('insufficient_funds', false).steps[0]).toBe('deposit');
  expect(refusalOf('insufficient_funds', true).steps).toEqual(['dismiss']);
});

test('an open round can only be asked for again', () => {
  for (const failure of ['wallet_unavailable', 'round_pending', 'offline'] as const) {
    expect(refusalOf(failure, false)).toEqual({ blocking: true, steps: ['retry'] });
  }
});
