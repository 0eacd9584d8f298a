import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

export interface DialingCountry {
  /** ISO 3166. */
  readonly countryCode: string;
  /** Digits without the plus. */
  readonly countryDialingCode: string;
}

/** Countries with phone numbers, by code; `only`: those accepted by the merchant, empty for all. */
export function dialingCountries(only: readonly string[]): readonly DialingCountry[] {
  return getCountries()
    .filter((country) => only.length === 0 || only.includes(country))
    .sort()
    .map((country: CountryCode) => ({ countryCode: country, countryDialingCode: getCountryCallingCode(country) }));
}
