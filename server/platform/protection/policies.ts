import * as v from 'valibot';
import { LIMIT_KINDS } from '../../../shared/rules/protection.ts';

const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** Whole units of the merchant's currency; null: no ceiling. */
const amount = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)));

/** What a regulator demands of every operator in its place. Amounts in whole units of the merchant's currency. */
const policy = v.object({
  /** What a member must be able to limit. */
  limitKinds: v.pipe(v.array(v.picklist(LIMIT_KINDS)), v.minLength(1)),
  /** Hours that pass before a looser limit can be confirmed. */
  coolHours: count(1, 24 * 30),
  /** Choices for the minutes between reality checks, shortest first, and the one of who has chosen none. */
  checkMinutes: v.pipe(v.array(count(1, 24 * 60)), v.minLength(1)),
  usualCheckMinutes: count(1, 24 * 60),
  checkMayBeOff: v.boolean(),
  /** Highest stake of one bet by age in years, youngest first; who is younger than the first, or of unknown age, is as the first. */
  stakeCeilings: v.array(v.object({ fromAge: count(0, 120), stake: amount })),
  /** Highest deposits of a month. */
  depositPerMonth: amount,
  /** Seconds from the start of one round of a slot to the start of the next. */
  minimumRoundSeconds: v.pipe(v.number(), v.minValue(0), v.maxValue(60)),
  /** Shortest limit of time played that can be set, in minutes. */
  sessionFloorMinutes: count(1, 24 * 60),
  /** Longest time played in 24 hours, in minutes; null: no ceiling. */
  sessionPerDay: v.nullable(count(1, 24 * 60)),
  /** Hours between asking to come back after an exclusion and being let in. */
  returnHours: count(0, 24 * 30),
  /** Players agree to the terms by an act of their own: the box of the registration never starts ticked. */
  activeConsent: v.boolean(),
});
export type Policy = v.InferOutput<typeof policy>;

/** Every kind of limit, a day to think, the check cannot be switched off: what no place asks more of. */
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
};

/**
 * Policies by jurisdiction, each as it differs from the strictest (design, field 5.2 to 5.4; figures from secondary sources
 * are to be confirmed before somebody relies on them). `DEMO` is nobody's law: it shows every tool and disturbs little.
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
  MT: { ...STRICTEST, usualCheckMinutes: 60, stakeCeilings: [], depositPerMonth: null, minimumRoundSeconds: 0, sessionPerDay: null },
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
  },
} as const satisfies Record<string, Policy>;
export type Jurisdiction = keyof typeof POLICIES;
export const JURISDICTIONS = Object.keys(POLICIES) as readonly Jurisdiction[];

/** The `protection` member of a merchant's settings: whose rules apply, and what the merchant changes of them. */
export const protectionRules = v.object({
  jurisdiction: v.optional(v.picklist(JURISDICTIONS), 'STRICTEST'),
  overrides: v.optional(v.partial(policy), {}),
});
export type ProtectionRules = v.InferOutput<typeof protectionRules>;

export function policyOf({ jurisdiction, overrides }: ProtectionRules): Policy {
  return v.parse(policy, { ...POLICIES[jurisdiction], ...overrides });
}

const read = new Map<string, Policy>();
/** The policy of stored settings (JSON text, null where the merchant has set nothing), parsed once per text. */
export function readPolicy(stored: string | null): Policy {
  const text = stored ?? '{}';
  const known = read.get(text);
  if (known) return known;
  const made = policyOf(v.parse(protectionRules, JSON.parse(text)));
  // One merchant has one text at a time; an operator who tries things out must not fill the memory.
  if (read.size > 20) read.clear();
  read.set(text, made);
  return made;
}
