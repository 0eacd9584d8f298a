import type { Units } from '../money/money.ts';

/**
 * Wages of agents as pure arithmetic in units (1/10,000): the settlement, the example of a form, a statement and the recomputation all call
 * this file.
 *
 * A wage is a difference: on each bet an agent gets the own rate less the highest rate of the contracts below on the path to the player, at
 * least nothing. So all wages of one kind on a bet add up to the highest rate above the player, which is at most the merchant's ceiling, and
 * a bet that is voided later takes back what it gave.
 */

export const WAGE_KINDS = ['dividend', 'daily', 'hourly', 'realtime'] as const;
export type WageKind = (typeof WAGE_KINDS)[number];
/** Daily, weekly, semimonthly, monthly. */
export const DIVIDEND_PERIODS = ['D', 'W', 'H', 'M'] as const;
export type DividendPeriod = (typeof DIVIDEND_PERIODS)[number];

/** All conditions must hold; one of zero always does. */
export interface WageTier {
  /** Hundredths of a percent. */
  readonly rateBp: number;
  readonly minValidBet: Units;
  /** Least loss of the team, which is the merchant's profit. */
  readonly minProfit: Units;
  readonly minActive: number;
}

export interface WageTerms {
  /** By rising rate; the highest one whose conditions hold applies. */
  readonly tiers: readonly WageTier[];
  /** Smaller bets do not count; real-time wages only. */
  readonly minSingleBet: Units;
  /** A negative dividend reduces the next ones. Other wages are always carried. */
  readonly carryNegative: boolean;
  /** The agent's own play counts. */
  readonly ownPlay: boolean;
}

/** Settled play of a team in a window, summed. Negative after voids. */
export interface PlayLine {
  readonly category: string;
  /** The player was excluded, on a break or blocked when the window was closed: never counted. */
  readonly excluded: boolean;
  /** The agent's own play. */
  readonly own: boolean;
  /** No bet of the line is smaller. */
  readonly bet: Units;
  readonly valid: Units;
  readonly stake: Units;
  readonly payout: Units;
}

/** Play and costs of a team below one upline contract. */
export interface WageSpan {
  /** The nearest contract of the same kind above, undefined at the top. */
  readonly uplineContractId: string | undefined;
  /** Play of the whole team, that of agents with contracts below included. */
  readonly lines: readonly PlayLine[];
  /** Bonuses and wages of the team that reduce a dividend. */
  readonly costs: Units;
}

/** A contract in a window. */
export interface WageInput extends WageSpan {
  readonly contractId: string;
  readonly kind: WageKind;
  readonly terms: WageTerms;
  /** Active members of the team. */
  readonly active: number;
  /** At most zero. */
  readonly carriedIn: Units;
  /** Rate of the contract's last wage: negative play without a tier is taken back at it. */
  readonly lastRateBp: number | undefined;
  /**
   * Parts of the window between changes of uplines, in order, whose lines and costs add up to those of the window. A contract has them if its
   * upline contract changed or has them, and all have the same parts.
   */
  readonly spans: readonly WageSpan[] | undefined;
}

export interface WageRules {
  /** Hundredths of a percent; rates above it count as it. */
  readonly ceilingBp: number;
  /** Percent of a valid bet that counts, by category; 100 without an entry. */
  readonly weights: Readonly<Partial<Record<string, number>>>;
}

/** A part of the base, with the highest rate of the contracts below it. */
export interface BasePart {
  readonly rateBp: number;
  /** Hundredths of a unit. */
  readonly base: bigint;
}

export interface Wage {
  readonly contractId: string;
  readonly validBet: Units;
  /** Stakes less payouts of the team. */
  readonly profit: Units;
  readonly excludedBet: Units;
  /** Of `terms.tiers`; undefined: no conditions held. */
  readonly tier: number | undefined;
  readonly rateBp: number;
  /** What the rate is applied to, in hundredths of a unit. */
  readonly base: bigint;
  readonly parts: readonly BasePart[];
  /** On the whole base, and the part of it that contracts below have. */
  readonly gross: Units;
  readonly below: Units;
  readonly carriedIn: Units;
  readonly carriedOut: Units;
  /** `gross - below + carriedIn`, at least zero. */
  readonly amount: Units;
}

const PERCENT = 100n;
const BASIS = 10_000n;

/** A contract in one part of the window, or in all of it. */
interface Part extends WageSpan {
  readonly input: WageInput;
  /** Number of the part; undefined: the whole window. */
  readonly span: number | undefined;
}

/** Wages of all contracts of one kind in one window. An upline contract that is not in the list counts as none. */
export function computeWages(inputs: readonly WageInput[], rules: WageRules): readonly Wage[] {
  const rates = new Map(inputs.map((input) => [input.contractId, rateOf(input, rules)]));
  const shares = new Map<string, Shares>();
  const below = partsBelow(inputs);
  let settled = 0;
  const settle = (part: Part): Shares => {
    settled += 1;
    const { contractId, terms, kind } = part.input;
    const children = (below.get(keyOf(contractId, part.span)) ?? []).map(settle);
    const own = splitBase(part, children, rules);
    shares.set(contractId, merged(shares.get(contractId), own));
    return raised(own, rates.get(contractId)?.rateBp ?? 0, terms, kind);
  };
  for (const part of below.get(undefined) ?? []) settle(part);
  const expected = inputs.reduce((total, { spans }) => total + (spans?.length ?? 1), 0);
  if (settled !== expected) throw new Error('contracts are above each other in a circle');
  return inputs.map((input) => wageOf(input, shares.get(input.contractId) ?? new Map(), rates.get(input.contractId) ?? NO_RATE));
}

const keyOf = (contractId: string, span: number | undefined): string => `${contractId} ${span ?? ''}`;

/** The parts by the contract and part above them. */
function partsBelow(inputs: readonly WageInput[]): ReadonlyMap<string | undefined, readonly Part[]> {
  const byId = new Map(inputs.map((input) => [input.contractId, input]));
  const below = new Map<string | undefined, Part[]>();
  for (const input of inputs) {
    for (const [span, play] of (input.spans ?? [input]).entries()) {
      const part = { ...play, input, span: input.spans && span };
      const upline = play.uplineContractId === undefined ? undefined : byId.get(play.uplineContractId);
      if (upline?.spans && !input.spans) throw new Error(`contract ${input.contractId} has no parts, the one above has`);
      const key = upline && keyOf(upline.contractId, upline.spans && span);
      const siblings = below.get(key);
      if (siblings) siblings.push(part);
      else below.set(key, [part]);
    }
  }
  return below;
}

/** Base in hundredths of a unit, by the highest rate below and the smallest bet of the line. */
type Shares = ReadonlyMap<number, ReadonlyMap<Units, bigint>>;

interface Rate {
  /** Of the tiers; undefined: no conditions held. */
  readonly tier: number | undefined;
  readonly rateBp: number;
}
const NO_RATE: Rate = { tier: undefined, rateBp: 0 };

/** The rate does not depend on contracts below: they take their part of the base, and their play stays in the team. */
function rateOf(input: WageInput, rules: WageRules): Rate {
  const { terms, kind, costs, active } = input;
  const counted = input.lines.filter((line) => isCounted(kind, terms, line));
  const { validBet, profit } = totalsOf(counted);
  const tier = tierOf(terms, { validBet, profit: kind === 'dividend' ? profit - costs : profit, active });
  const base = sum(counted.map((line) => worthOf(kind, rules, line))) - (kind === 'dividend' ? costs * PERCENT : 0n);
  return { tier, rateBp: Math.min(rules.ceilingBp, reachedRate(input, tier, base)) };
}

function wageOf(input: WageInput, shares: Shares, { tier, rateBp }: Rate): Wage {
  const { terms, kind, contractId, carriedIn } = input;
  const parts = partsOf(shares, kind === 'realtime' ? terms.minSingleBet : 0n);
  const base = sum(parts.map((part) => part.base));
  const gross = portion(base * BigInt(rateBp));
  const earned = portion(sum(parts.map((part) => part.base * BigInt(Math.max(0, rateBp - part.rateBp)))));
  const total = earned + carriedIn;
  const isCarried = kind !== 'dividend' || terms.carryNegative;
  const { validBet, profit } = totalsOf(input.lines.filter((line) => isCounted(kind, terms, line)));
  return {
    contractId,
    validBet,
    profit,
    excludedBet: sum(input.lines.filter(({ excluded }) => excluded).map(({ valid }) => valid)),
    tier,
    rateBp,
    base,
    parts,
    gross,
    below: gross - earned,
    carriedIn,
    carriedOut: total < 0n && isCarried ? total : 0n,
    amount: total > 0n ? total : 0n,
  };
}

function totalsOf(lines: readonly PlayLine[]): { readonly validBet: Units; readonly profit: Units } {
  return { validBet: sum(lines.map(({ valid }) => valid)), profit: sum(lines.map(({ stake, payout }) => stake - payout)) };
}

/** What a line adds to the base, in hundredths of a unit. */
function worthOf(kind: WageKind, { weights }: WageRules, { category, stake, payout, valid }: PlayLine): bigint {
  return kind === 'dividend' ? (stake - payout) * PERCENT : valid * BigInt(weights[category] ?? 100);
}

export function isCounted(kind: WageKind, terms: WageTerms, line: PlayLine): boolean {
  return !line.excluded && (terms.ownPlay || !line.own) && (kind !== 'realtime' || line.bet >= terms.minSingleBet);
}

/** Without a tier, negative play is taken back at the last rate; a dividend without one uses the lowest tier. */
function reachedRate({ kind, terms, lastRateBp }: WageInput, tier: number | undefined, base: bigint): number {
  if (tier !== undefined) return terms.tiers[tier]?.rateBp ?? 0;
  if (base >= 0n) return 0;
  return lastRateBp ?? (kind === 'dividend' ? (terms.tiers[0]?.rateBp ?? 0) : 0);
}

/** The team's base by rate below: what the contracts below have, and the rest at rate zero. */
function splitBase({ input: { kind, terms }, lines, costs }: Part, children: readonly Shares[], rules: WageRules): Shares {
  const shares = new Map<number, Map<Units, bigint>>();
  for (const line of lines) {
    if (line.excluded || (line.own && !terms.ownPlay)) continue;
    add(shares, 0, line.bet, worthOf(kind, rules, line));
  }
  if (kind === 'dividend') add(shares, 0, 0n, -costs * PERCENT);
  for (const child of children) {
    for (const [rateBp, part] of child) {
      for (const [bet, base] of part) {
        add(shares, rateBp, bet, base);
        add(shares, 0, bet, -base);
      }
    }
  }
  return shares;
}

function add(shares: Map<number, Map<Units, bigint>>, rateBp: number, bet: Units, base: bigint): void {
  const part = shares.get(rateBp) ?? new Map<Units, bigint>();
  shares.set(rateBp, part.set(bet, (part.get(bet) ?? 0n) + base));
}

/** The shares of a contract in all parts of the window. */
function merged(known: Shares | undefined, more: Shares): Shares {
  if (!known) return more;
  const shares = new Map<number, Map<Units, bigint>>();
  for (const [rateBp, part] of [...known, ...more]) for (const [bet, base] of part) add(shares, rateBp, bet, base);
  return shares;
}

/** What the contract above sees: play that counts here has at least this rate below it. */
function raised(shares: Shares, ownBp: number, terms: WageTerms, kind: WageKind): Shares {
  const seen = new Map<number, Map<Units, bigint>>();
  for (const [rateBp, part] of shares) {
    for (const [bet, base] of part) {
      const counts = kind !== 'realtime' || bet >= terms.minSingleBet;
      add(seen, counts ? Math.max(rateBp, ownBp) : rateBp, bet, base);
    }
  }
  return seen;
}

function partsOf(shares: Shares, minSingleBet: Units): readonly BasePart[] {
  return [...shares]
    .map(([rateBp, part]) => ({ rateBp, base: sum([...part].filter(([bet]) => bet >= minSingleBet).map(([, base]) => base)) }))
    .filter(({ base }) => base !== 0n)
    .sort((one, other) => one.rateBp - other.rateBp);
}

/** Index of the highest tier whose conditions hold. */
export function tierOf(
  { tiers }: WageTerms,
  team: { readonly validBet: Units; readonly profit: Units; readonly active: number },
): number | undefined {
  const index = tiers.findLastIndex(
    ({ minValidBet, minProfit, minActive }) =>
      (minValidBet === 0n || team.validBet >= minValidBet) && (minProfit === 0n || team.profit >= minProfit) && team.active >= minActive,
  );
  return index < 0 ? undefined : index;
}

/** Units of a product of hundredths of a unit and basis points. Rounded down, negative ones away from zero: never in favour of the agent. */
function portion(product: bigint): Units {
  const divisor = PERCENT * BASIS;
  const quotient = product / divisor;
  return product < 0n && product % divisor !== 0n ? quotient - 1n : quotient;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
