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

/** A contract in a window. */
export interface WageInput {
  readonly contractId: string;
  /** The nearest contract of the same kind above, undefined at the top. */
  readonly uplineContractId: string | undefined;
  readonly kind: WageKind;
  readonly terms: WageTerms;
  /** Play of the whole team, that of agents with contracts below included. */
  readonly lines: readonly PlayLine[];
  /** Active members of the team. */
  readonly active: number;
  /** Bonuses and wages of the team that reduce a dividend. */
  readonly costs: Units;
  /** At most zero. */
  readonly carriedIn: Units;
  /** Rate of the contract's last wage: negative play without a tier is taken back at it. */
  readonly lastRateBp: number | undefined;
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

/** Wages of all contracts of one kind in one window. An upline contract that is not in the list counts as none. */
export function computeWages(inputs: readonly WageInput[], rules: WageRules): readonly Wage[] {
  const ids = new Set(inputs.map(({ contractId }) => contractId));
  const below = new Map<string | undefined, WageInput[]>();
  for (const input of inputs) {
    const upline = input.uplineContractId !== undefined && ids.has(input.uplineContractId) ? input.uplineContractId : undefined;
    const siblings = below.get(upline);
    if (siblings) siblings.push(input);
    else below.set(upline, [input]);
  }
  const wages: Wage[] = [];
  const settle = (input: WageInput): Shares => {
    const children = (below.get(input.contractId) ?? []).map(settle);
    const wage = wageOf(input, children, rules);
    wages.push(wage.wage);
    return wage.shares;
  };
  for (const input of below.get(undefined) ?? []) settle(input);
  if (wages.length !== inputs.length) throw new Error('contracts are above each other in a circle');
  return wages;
}

/** Base in hundredths of a unit, by the highest rate below and the smallest bet of the line. */
type Shares = ReadonlyMap<number, ReadonlyMap<Units, bigint>>;

function wageOf(input: WageInput, children: readonly Shares[], rules: WageRules): { readonly wage: Wage; readonly shares: Shares } {
  const { terms, kind, contractId, carriedIn, costs } = input;
  const counted = input.lines.filter((line) => isCounted(kind, terms, line));
  const validBet = sum(counted.map(({ valid }) => valid));
  const profit = sum(counted.map(({ stake, payout }) => stake - payout));
  const shares = splitBase(input, children, rules);
  const parts = partsOf(shares, kind === 'realtime' ? terms.minSingleBet : 0n);
  const base = sum(parts.map((part) => part.base));
  const tier = tierOf(terms, { validBet, profit: kind === 'dividend' ? profit - costs : profit, active: input.active });
  const rateBp = Math.min(rules.ceilingBp, rateOf(input, tier, base));
  const gross = portion(base * BigInt(rateBp));
  const earned = portion(sum(parts.map((part) => part.base * BigInt(Math.max(0, rateBp - part.rateBp)))));
  const total = earned + carriedIn;
  const isCarried = kind !== 'dividend' || terms.carryNegative;
  const wage = {
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
  return { wage, shares: raised(shares, rateBp, terms, kind) };
}

export function isCounted(kind: WageKind, terms: WageTerms, line: PlayLine): boolean {
  return !line.excluded && (terms.ownPlay || !line.own) && (kind !== 'realtime' || line.bet >= terms.minSingleBet);
}

/** Without a tier, negative play is taken back at the last rate; a dividend without one uses the lowest tier. */
function rateOf({ kind, terms, lastRateBp }: WageInput, tier: number | undefined, base: bigint): number {
  if (tier !== undefined) return terms.tiers[tier]?.rateBp ?? 0;
  if (base >= 0n) return 0;
  return lastRateBp ?? (kind === 'dividend' ? (terms.tiers[0]?.rateBp ?? 0) : 0);
}

/** The team's base by rate below: what the contracts below have, and the rest at rate zero. */
function splitBase({ kind, terms, lines, costs }: WageInput, children: readonly Shares[], { weights }: WageRules): Shares {
  const shares = new Map<number, Map<Units, bigint>>();
  const add = (rateBp: number, bet: Units, base: bigint) => {
    const part = shares.get(rateBp) ?? new Map<Units, bigint>();
    shares.set(rateBp, part.set(bet, (part.get(bet) ?? 0n) + base));
  };
  for (const line of lines) {
    if (line.excluded || (line.own && !terms.ownPlay)) continue;
    const base = kind === 'dividend' ? (line.stake - line.payout) * PERCENT : line.valid * BigInt(weights[line.category] ?? 100);
    add(0, line.bet, base);
  }
  if (kind === 'dividend') add(0, 0n, -costs * PERCENT);
  for (const child of children) {
    for (const [rateBp, part] of child) {
      for (const [bet, base] of part) {
        add(rateBp, bet, base);
        add(0, bet, -base);
      }
    }
  }
  return shares;
}

/** What the contract above sees: play that counts here has at least this rate below it. */
function raised(shares: Shares, ownBp: number, terms: WageTerms, kind: WageKind): Shares {
  const seen = new Map<number, Map<Units, bigint>>();
  for (const [rateBp, part] of shares) {
    for (const [bet, base] of part) {
      const counts = kind !== 'realtime' || bet >= terms.minSingleBet;
      const highest = counts ? Math.max(rateBp, ownBp) : rateBp;
      const merged = seen.get(highest) ?? new Map<Units, bigint>();
      seen.set(highest, merged.set(bet, (merged.get(bet) ?? 0n) + base));
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
