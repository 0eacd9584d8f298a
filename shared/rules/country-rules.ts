/** Who is let in by country; empty lists let everybody in. */
export interface CountryRules {
  /** ISO 3166 codes; when there are any, nobody else is let in. */
  readonly allowedCountries: readonly string[];
  readonly deniedCountries: readonly string[];
  /** What happens to whoever's country is not known, once there is a list. */
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
