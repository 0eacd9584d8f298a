/** Access by country; empty lists allow all countries. */
export interface CountryRules {
  /** ISO 3166 codes; if there are any, all other countries are denied. */
  readonly allowedCountries: readonly string[];
  readonly deniedCountries: readonly string[];
  /** Access if the country is unknown and there is a list. */
  readonly unknownCountry: 'allow' | 'deny';
}

export const NO_COUNTRY_RULES: CountryRules = { allowedCountries: [], deniedCountries: [], unknownCountry: 'allow' };

export interface CountryVerdict {
  readonly allowed: boolean;
  readonly rule: 'country-denied' | 'country-allowed' | 'country-not-listed' | 'country-unknown' | 'no-rule';
}

export function judgeCountry(
  { allowedCountries, deniedCountries, unknownCountry }: CountryRules,
  country: string | undefined,
): CountryVerdict {
  if (allowedCountries.length === 0 && deniedCountries.length === 0) return { allowed: true, rule: 'no-rule' };
  if (country === undefined) return { allowed: unknownCountry === 'allow', rule: 'country-unknown' };
  if (deniedCountries.includes(country)) return { allowed: false, rule: 'country-denied' };
  if (allowedCountries.length === 0) return { allowed: true, rule: 'no-rule' };
  return allowedCountries.includes(country) ? { allowed: true, rule: 'country-allowed' } : { allowed: false, rule: 'country-not-listed' };
}
