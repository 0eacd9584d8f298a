import { expect, test } from 'vitest';
import { translator } from '../../../../shared/i18n/translate.ts';
import { browserCountry } from './browser-country.ts';
import { mobileProblem } from './check-mobile.ts';
import { findCountries } from './countries.ts';

const COUNTRIES = [
  { countryCode: 'AT', countryDialingCode: '43', name: 'Austria' },
  { countryCode: 'CI', countryDialingCode: '225', name: 'Côte d’Ivoire' },
  { countryCode: 'TH', countryDialingCode: '66', name: 'Thailand' },
  { countryCode: 'US', countryDialingCode: '1', name: 'United States' },
  { countryCode: 'VN', countryDialingCode: '84', name: 'Việt Nam' },
];
const found = (typed: string) => findCountries(COUNTRIES, typed).map(({ countryCode }) => countryCode);

test('countries are found by name, dialling code and country code', () => {
  expect(found('')).toEqual(['AT', 'CI', 'TH', 'US', 'VN']);
  expect(found(' cote ')).toEqual(['CI']);
  expect(found('viet')).toEqual(['VN']);
  expect(found('+66')).toEqual(['TH']);
  expect(found('0066')).toEqual(['TH']);
  expect(found('us')).toEqual(['US', 'AT']);
  expect(found('nowhere')).toEqual([]);
});

test('names that start with the input come first', () => {
  expect(found('t')).toEqual(['TH', 'AT', 'CI', 'US', 'VN']);
});

test('a number is checked by the rules of its country', async () => {
  const t = translator({}, 'en');
  expect(await mobileProblem(t, '66', '')).toBe('errors.mobile_missing');
  expect(await mobileProblem(t, '66', '081 234 5678')).toBeUndefined();
  expect(await mobileProblem(t, '66', '812345678')).toBeUndefined();
  expect(await mobileProblem(t, '66', '+84 91 234 56 78')).toBeUndefined();
  expect(await mobileProblem(t, '66', '12')).toBe('errors.field_mobile_invalid');
  expect(await mobileProblem(t, '', '812345678')).toBe('errors.field_mobile_invalid');
});

test.each([
  ['th', 'TH'],
  ['en-GB', 'GB'],
  ['en-US@posix', ''],
  ['', ''],
])('a browser with the language %j is in %j', (language, country) => {
  expect(browserCountry(language)).toBe(country);
});
