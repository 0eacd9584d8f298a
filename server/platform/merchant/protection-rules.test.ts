import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CURRENCY_STEPS } from '../../../shared/money/currency-steps.ts';
import { fullYears } from '../protection/responsible-gaming/age.ts';
import { JURISDICTIONS, minimumAgeOf, policyOf, readPolicy } from './protection-rules.ts';

const of = (jurisdiction: (typeof JURISDICTIONS)[number]) => policyOf({ jurisdiction, overrides: {} }, 'EUR');
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
  expect(readPolicy(null, 'EUR')).toEqual(of('STRICTEST'));
  expect(readPolicy('{"jurisdiction":"GB","overrides":{"coolHours":48}}', 'EUR')).toEqual({ ...of('GB'), coolHours: 48 });
  expect(() => readPolicy('{"jurisdiction":"XX"}', 'EUR')).toThrow();
});

it.each([
  ['EUR', 800, 1],
  ['THB', 24_000, 30],
  ['PHP', 40_000, 50],
  ['JPY', 120_000, 150],
  ['IDR', 12_000_000, 15_000],
  ['VND', 20_000_000, 25_000],
])('the strictest policy in %s allows deposits of %i a month and stakes of %i', (currency, month, stake) => {
  const { depositPerMonth, stakeCeilings } = policyOf({ jurisdiction: 'STRICTEST', overrides: {} }, currency);
  expect(depositPerMonth).toBe(month);
  expect(stakeCeilings[0]?.stake).toBe(stake);
});

it('takes amounts of the merchant as they are', () => {
  const overrides = { depositPerMonth: 5_000, stakeCeilings: [{ fromAge: 0, stake: 40 }] };
  expect(policyOf({ jurisdiction: 'TH', overrides }, 'THB')).toMatchObject(overrides);
  expect(policyOf({ jurisdiction: 'DE', overrides: {} }, 'THB').depositPerMonth).toBe(30_000);
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

describe('the page about policies', () => {
  const page = readFileSync('docs/protection-policies.md', 'utf8');

  it.each(JURISDICTIONS.filter((jurisdiction) => jurisdiction !== 'DEMO'))('lists %s as it is', (jurisdiction) => {
    const policy = of(jurisdiction);
    const [first, ...older] = policy.stakeCeilings;
    const stakes = [
      first?.stake,
      ...older.filter(({ stake }) => stake !== first?.stake).map(({ fromAge, stake }) => `from ${fromAge} years ${stake}`),
    ];
    const day = policy.sessionPerDay === null ? '—' : `${policy.sessionPerDay / 60} h`;
    const days = policy.returnHours / 24;
    const cells = [
      first ? stakes.join(', ') : '—',
      policy.depositPerMonth?.toLocaleString('en') ?? '—',
      policy.minimumRoundSeconds,
      day,
      `${policy.usualCheckMinutes} min`,
      `${days} ${days === 1 ? 'day' : 'days'}`,
      minimumAgeOf(jurisdiction),
    ];
    expect(page).toContain(`| \`${jurisdiction}\` | ${cells.join(' | ')} |`);
  });

  it('lists the units of each currency', () => {
    for (const [currency, step] of Object.entries(CURRENCY_STEPS))
      expect(page).toMatch(new RegExp(`^\\| ${step.toLocaleString('en')} \\| (?:[A-Z]{3}, )*${currency}(?:, [A-Z]{3})* \\|$`, 'm'));
  });
});
