import { describe, expect, it } from 'vitest';
import { createRegionRules, NO_REGION_RULES, type RegionRules } from './region-rules.ts';

const judge = (rules: Partial<RegionRules>, address: string, country?: string) => {
  const { allowed, rule } = createRegionRules({ ...NO_REGION_RULES, ...rules })(address, country);
  return `${allowed ? 'in' : 'out'}: ${rule}`;
};

describe('region rules', () => {
  it('admit every visitor if no country is listed', () => {
    expect(judge({}, '203.0.113.9', 'TH')).toBe('in: no-rule');
    expect(judge({ unknownCountry: 'deny' }, '203.0.113.9')).toBe('in: no-rule');
  });

  it.each([
    [{ deniedCountries: ['US', 'FR'] }, 'FR', 'out: country-denied'],
    [{ deniedCountries: ['US', 'FR'] }, 'TH', 'in: no-rule'],
    [{ allowedCountries: ['TH', 'VN'] }, 'TH', 'in: country-allowed'],
    [{ allowedCountries: ['TH', 'VN'] }, 'US', 'out: country-not-listed'],
    // Deny wins if a country is in both lists.
    [{ allowedCountries: ['TH'], deniedCountries: ['TH'] }, 'TH', 'out: country-denied'],
    [{ allowedCountries: ['TH'], unknownCountry: 'deny' }, undefined, 'out: country-unknown'],
    [{ allowedCountries: ['TH'], unknownCountry: 'allow' }, undefined, 'in: country-unknown'],
    [{ deniedCountries: ['TH'], unknownCountry: 'deny' }, undefined, 'out: country-unknown'],
  ] as const)('%o: a visitor of %s is %s', (rules, country, verdict) => {
    expect(judge(rules, '203.0.113.9', country)).toBe(verdict);
  });

  it('check addresses before countries, and allowed addresses first', () => {
    const rules = {
      deniedCountries: ['TH'],
      allowedAddresses: ['203.0.113.7', '2001:db8:aa::/48'],
      deniedAddresses: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
    };
    expect(judge(rules, '203.0.113.7', 'TH')).toBe('in: address-allowed');
    expect(judge(rules, '203.0.113.8', 'VN')).toBe('out: address-denied');
    expect(judge(rules, '2001:db8:aa::5', 'TH')).toBe('in: address-allowed');
    expect(judge(rules, '2001:db8:ab::5', 'VN')).toBe('out: address-denied');
    expect(judge(rules, '198.51.100.7', 'VN')).toBe('out: address-denied');
    expect(judge(rules, '198.51.100.8', 'TH')).toBe('out: country-denied');
    expect(judge(rules, 'nonsense', 'VN')).toBe('in: no-rule');
  });
});
