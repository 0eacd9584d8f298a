import { useEffect, useState } from 'react';
import type { CountryView } from '../props.ts';
import { browserCountry } from './browser-country.ts';
import { fetchCountries, fetchVisitorCountry } from './countries.ts';

export interface CountryChoice {
  /** Null until loaded. */
  readonly countries: readonly CountryView[] | null;
  readonly chosen: CountryView | undefined;
  choose(country: CountryView): void;
  /** Address of a flag; empty until the addresses are loaded, and for countries without a flag. */
  flag(countryCode: string): string;
}

/**
 * Countries for a mobile number. The default is the posted country, else the visitor's, else that of the browser's
 * language, else the first.
 */
export function useCountries(given: readonly CountryView[] | null, postedDialingCode: string | undefined): CountryChoice {
  const [countries, setCountries] = useState(given);
  const [flags, setFlags] = useState<Readonly<Record<string, string>>>({});
  const [chosenCode, choose] = useState<string | null>(null);
  const [home, setHome] = useState<string | null>(null);
  useEffect(() => {
    if (!given) void fetchCountries(document.documentElement.lang).then(setCountries);
    void fetchVisitorCountry().then((country) => setHome(country ?? browserCountry()));
    import('./country-flags.ts').then(
      ({ FLAGS }) => setFlags(FLAGS),
      () => undefined,
    );
  }, [given]);
  const byCode = (code: string | null) => countries?.find(({ countryCode }) => countryCode === code);
  return {
    countries,
    chosen:
      byCode(chosenCode) ??
      (postedDialingCode ? countries?.find((country) => country.countryDialingCode === postedDialingCode) : byCode(home)) ??
      (home === null ? undefined : countries?.[0]),
    choose: ({ countryCode }) => choose(countryCode),
    flag: (countryCode) => flags[countryCode] ?? '',
  };
}
