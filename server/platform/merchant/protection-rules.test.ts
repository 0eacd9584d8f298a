import { expect, it } from 'vitest';
import { fullYears } from '../protection/responsible-gaming/age.ts';
import { JURISDICTIONS, policyOf, readPolicy } from './protection-rules.ts';

const of = (jurisdiction: (typeof JURISDICTIONS)[number]) => policyOf({ jurisdiction, overrides: {} });
const amount = (value: number | null) => value ?? Number.POSITIVE_INFINITY;

it.each(JURISDICTIONS)('no value of %s is stricter than the default', (jurisdiction) => {
  const [strictest, policy] = [of('STRICTEST'), of(jurisdiction)];
  expect(policy.limitKinds.every((kind) => strictest.limitKinds.includes(kind))).toBe(true);
  expect(policy.coolHours).toBeLessThanOrEqual(strictest.coolHours);
  expect(policy.returnHours).toBeLessThanOrEqual(strictest.returnHours);
  expect(policy.usualCheckMinutes).toBeGreaterThanOrEqual(strictest.usualCheckMinutes);
  expect(policy.minimumRoundSeconds).toBeLessThanOrEqual(strictest.minimumRoundSeconds);
  expect(amount(policy.depositPerMonth)).toBeGreaterThanOrEqual(amount(strictest.depositPerMonth));
  expect(amount(policy.sessionPerDay)).toBeGreaterThanOrEqual(amount(strictest.sessionPerDay));
  const lowest = amount(strictest.stakeCeilings[0]?.stake ?? null);
  for (const { stake } of policy.stakeCeilings) expect(amount(stake)).toBeGreaterThanOrEqual(lowest);
});

it.each(JURISDICTIONS)('%s offers its default check', (jurisdiction) => {
  const policy = of(jurisdiction);
  expect(policy.checkMinutes).toContain(policy.usualCheckMinutes);
  expect(policy.stakeCeilings).toEqual(policy.stakeCeilings.toSorted((a, b) => a.fromAge - b.fromAge));
});

it('is the strictest without a setting, and with the merchant’s changes', () => {
  expect(readPolicy(null)).toEqual(of('STRICTEST'));
  expect(readPolicy('{"jurisdiction":"GB","overrides":{"coolHours":48}}')).toEqual({ ...of('GB'), coolHours: 48 });
  expect(() => readPolicy('{"jurisdiction":"XX"}')).toThrow();
});

it.each([
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['11-21-2001', '2026-11-21', 25],
  ['2001-11-22', '2026-11-21', 24],
  ['', '2026-11-21', null],
  ['long ago', '2026-11-21', null],
])('a person born on %j is %s years old on %s', (birthday, day, years) => {
  expect(fullYears(birthday, new Date(`${day}T12:00:00Z`))).toBe(years);
});
