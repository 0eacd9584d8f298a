import { expect, test } from 'vitest';
import texts from '../../../shared/i18n/locales/EN/studio.json';
import { STUDIO_ERRORS } from '../../../shared/studio/protocol.ts';
import { refusalOf, refusalText } from './refusals.ts';

const KEYS: Readonly<Record<string, string>> = texts;

test.each([...STUDIO_ERRORS, 'offline' as const])('%s has a title, a text and a next step', (failure) => {
  for (const [open, trial] of [
    [true, false],
    [false, false],
    [false, true],
  ] as const) {
    const key = refusalText(failure, open, trial).replace('studio.', '');
    expect(KEYS[key], key).toBeTruthy();
    expect(KEYS[`${key}_title`], `${key}_title`).toBeTruthy();
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
