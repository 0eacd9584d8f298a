import { countryList, systemStatus } from '../../../../shared/api/system/calls.ts';
import { call } from '../../../page/call.ts';
import type { CountryView } from '../props.ts';

/** The merchant's countries with names in the page's language, sorted by the rules of that language. */
export async function fetchCountries(languageTag: string): Promise<readonly CountryView[] | null> {
  const answer = await call(countryList);
  if (!answer.success) return null;
  const names = new Intl.DisplayNames(languageTag, { type: 'region' });
  const { compare } = new Intl.Collator(languageTag);
  return answer.value.countries
    .map((country) => ({ ...country, name: names.of(country.countryCode) ?? country.countryCode }))
    .sort((a, b) => compare(a.name, b.name));
}

let visitorCountry: Promise<string | null> | undefined;

/** Country of the visitor, requested once per page; null if unknown. */
export function fetchVisitorCountry(): Promise<string | null> {
  visitorCountry ??= call(systemStatus, { query: {} }).then((answer) => (answer.success ? answer.value.location.country : null));
  return visitorCountry;
}

/**
 * Countries that match the input: by name without accents and case, by dialling code with or without plus, or by
 * country code. Names that start with the input and an exact country code come first.
 */
export function findCountries(countries: readonly CountryView[], typed: string): readonly CountryView[] {
  const wanted = plain(typed);
  if (wanted === '') return countries;
  const digits = wanted.replace(/^\+|^00/, '');
  const fits = (country: CountryView) =>
    plain(country.name).includes(wanted) ||
    country.countryCode.toLowerCase() === wanted ||
    (/^\d+$/.test(digits) && country.countryDialingCode.startsWith(digits));
  const begins = ({ name, countryCode }: CountryView) => (plain(name).startsWith(wanted) || countryCode.toLowerCase() === wanted ? 0 : 1);
  return countries.filter(fits).sort((a, b) => begins(a) - begins(b));
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}
