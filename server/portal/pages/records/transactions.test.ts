import { expect, test } from 'vitest';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { monthChoices } from './transactions.ts';

const months = (since?: string) => {
  const context = { language: languageOf('EN') } as Parameters<typeof monthChoices>[0]['context'];
  const input = { context, timeZone: 'Asia/Ho_Chi_Minh', now: Date.parse('2026-02-10T12:00:00.000Z') };
  return monthChoices(input, since).map(({ value }) => value);
};

test('statements are offered from the month of the registration on, in the zone of the merchant', () => {
  expect(months('2026-02-01T00:00:00.000Z')).toEqual(['2026-02']);
  expect(months('2025-11-30T17:30:00.000Z')).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(months('2020-01-01T00:00:00.000Z')).toHaveLength(24);
  expect(months()).toHaveLength(24);
  expect(months('2027-01-01T00:00:00.000Z')).toEqual(['2026-02']);
});
