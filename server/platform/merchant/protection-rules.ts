import * as v from 'valibot';
import { MAX_WAGERING } from '../../../shared/api/bonus/constants.ts';
import { MINIMUM_AGE } from '../../../shared/constants.ts';
import { inCurrency } from '../../../shared/money/currency-steps.ts';
import { LIMIT_KINDS } from '../../../shared/rules/protection.ts';

const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** Whole units of the merchant's currency; null: no ceiling. */
const amount = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)));

/** Requirements of a jurisdiction on its operators. */
const policy = v.object({
  /** Limits that members must be able to set. */
  limitKinds: v.pipe(v.array(v.picklist(LIMIT_KINDS)), v.minLength(1)),
  /** Hours until a looser limit can be confirmed. */
  coolHours: count(1, 24 * 30),
  /** Selectable minutes between reality checks, shortest first. The next field is the default. */
  checkMinutes: v.pipe(v.array(count(1, 24 * 60)), v.minLength(1)),
  usualCheckMinutes: count(1, 24 * 60),
  checkMayBeOff: v.boolean(),
  /** Highest stake of one bet by age in years, youngest first. A lower or unknown age uses the first entry. */
  stakeCeilings: v.array(v.object({ fromAge: count(0, 120), stake: amount })),
  /** Highest total of deposits in a month. */
  depositPerMonth: amount,
  /** Minimum seconds between the starts of two slot rounds. */
  minimumRoundSeconds: v.pipe(v.number(), v.minValue(0), v.maxValue(60)),
  /** Shortest session limit that can be set, in minutes. */
  sessionFloorMinutes: count(1, 24 * 60),
  /** Longest time played in 24 hours, in minutes; null: no ceiling. */
  sessionPerDay: v.nullable(count(1, 24 * 60)),
  /** Hours between the request to return after an exclusion and the return. */
  returnHours: count(0, 24 * 30),
  /** Consent to the terms must be an action of the player: the checkbox of the registration is never preselected. */
  activeConsent: v.boolean(),
  /** Highest wagering of a bonus, as a multiple of it; null: no ceiling. */
  maxWagering: v.nullable(count(1, MAX_WAGERING)),
});
export type Policy = v.InferOutput<typeof policy>;

/** The strictest values: all kinds of limits, 24 hours of waiting, mandatory reality checks. Amounts in euros. */
const STRICTEST: Policy = {
  limitKinds: [...LIMIT_KINDS],
  coolHours: 24,
  checkMinutes: [15, 30, 60],
  usualCheckMinutes: 30,
  checkMayBeOff: false,
  stakeCeilings: [
    { fromAge: 0, stake: 1 },
    { fromAge: 25, stake: 1 },
  ],
  depositPerMonth: 800,
  minimumRoundSeconds: 5,
  sessionFloorMinutes: 1,
  sessionPerDay: 12 * 60,
  returnHours: 24 * 7,
  activeConsent: true,
  maxWagering: 10,
};

/** A licence without amounts of its own: every tool, but no ceiling by the jurisdiction. */
const WITHOUT_CEILINGS: Policy = {
  ...STRICTEST,
  usualCheckMinutes: 60,
  stakeCeilings: [],
  depositPerMonth: null,
  minimumRoundSeconds: 0,
  sessionPerDay: null,
  maxWagering: null,
};

/**
 * Policies by jurisdiction, as differences from the strictest, with amounts in euros (`currency-steps.ts`). The figures come from secondary
 * sources: confirm them before relying on them. `DEMO` is no jurisdiction: it enables every tool with short waiting times.
 * `docs/protection-policies.md` has the list.
 */
const POLICIES = {
  STRICTEST,
  GB: {
    ...STRICTEST,
    stakeCeilings: [
      { fromAge: 18, stake: 2 },
      { fromAge: 25, stake: 5 },
    ],
    depositPerMonth: null,
    sessionPerDay: null,
    returnHours: 24,
  },
  MT: WITHOUT_CEILINGS,
  DE: {
    ...STRICTEST,
    checkMinutes: [15, 30, 60],
    usualCheckMinutes: 60,
    stakeCeilings: [
      { fromAge: 18, stake: 1 },
      { fromAge: 21, stake: 3 },
    ],
    depositPerMonth: 1_000,
    sessionPerDay: null,
  },
  ES: { ...STRICTEST, usualCheckMinutes: 60, stakeCeilings: [], depositPerMonth: null, minimumRoundSeconds: 3, sessionPerDay: null },
  SE: { ...STRICTEST, usualCheckMinutes: 60, stakeCeilings: [], depositPerMonth: null, minimumRoundSeconds: 3, sessionPerDay: null },
  BE: { ...STRICTEST, usualCheckMinutes: 60, stakeCeilings: [], depositPerMonth: 800, minimumRoundSeconds: 3, sessionPerDay: null },
  ON: {
    ...STRICTEST,
    usualCheckMinutes: 60,
    stakeCeilings: [],
    depositPerMonth: null,
    minimumRoundSeconds: 2.5,
    sessionPerDay: null,
    returnHours: 24,
  },
  CW: WITHOUT_CEILINGS,
  PH: WITHOUT_CEILINGS,
  // No licence for online casinos is known here: the strictest values apply in the local currency.
  TH: STRICTEST,
  VN: STRICTEST,
  JP: STRICTEST,
  ID: STRICTEST,
  DEMO: {
    ...STRICTEST,
    checkMinutes: [15, 30, 60, 120],
    usualCheckMinutes: 60,
    checkMayBeOff: true,
    stakeCeilings: [],
    depositPerMonth: 100_000,
    minimumRoundSeconds: 0,
    sessionPerDay: null,
    returnHours: 24,
    activeConsent: false,
    maxWagering: null,
  },
} as const satisfies Record<string, Policy>;
export type Jurisdiction = keyof typeof POLICIES;
export const JURISDICTIONS = Object.keys(POLICIES) as readonly Jurisdiction[];

/** Lowest age of players in years, where it is above 18. */
const MINIMUM_AGES: Partial<Record<Jurisdiction, number>> = { BE: 21, ON: 19, PH: 21, TH: 20, VN: 21, JP: 20, ID: 21 };

export function minimumAgeOf(jurisdiction: Jurisdiction): number {
  return MINIMUM_AGES[jurisdiction] ?? MINIMUM_AGE;
}

/** The `protection` member of a merchant's settings: the jurisdiction and the merchant's changes to its policy. */
export const protectionRules = v.object({
  jurisdiction: v.optional(v.picklist(JURISDICTIONS), 'STRICTEST'),
  overrides: v.optional(v.partial(policy), {}),
});
export type ProtectionRules = v.InferOutput<typeof protectionRules>;

/** The policy in a currency. `overrides` are in that currency already. */
export function policyOf({ jurisdiction, overrides }: ProtectionRules, currency: string): Policy {
  const { stakeCeilings, depositPerMonth, ...base }: Policy = POLICIES[jurisdiction];
  const local = (euros: number | null) => (euros === null ? null : inCurrency(euros, currency));
  return v.parse(policy, {
    ...base,
    stakeCeilings: stakeCeilings.map(({ fromAge, stake }) => ({ fromAge, stake: local(stake) })),
    depositPerMonth: local(depositPerMonth),
    ...overrides,
  });
}

const read = new Map<string, Policy>();
/** The policy of stored settings (JSON text, null if nothing is set), parsed once per text. */
export function readPolicy(stored: string | null, currency: string): Policy {
  const text = stored ?? '{}';
  const key = `${currency} ${text}`;
  const known = read.get(key);
  if (known) return known;
  const made = policyOf(v.parse(protectionRules, JSON.parse(text)), currency);
  // A merchant has one text at a time. The limit bounds the memory used while an operator tries out settings.
  if (read.size > 20) read.clear();
  read.set(key, made);
  return made;
}
