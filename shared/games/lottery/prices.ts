import type { PRIZE_MODES } from '../../api/schedule/constants.ts';
import { CLASSED_DIGITS } from '../../rules/prize-classes.ts';
import { MAX_PAYOUT } from '../events/slip.ts';
import { add, type Fraction, fraction, multiply } from '../fraction.ts';
import { kenoChance } from '../keno.ts';
import { ballChance, ballOptions, spotWeights } from './ball-values.ts';
import { digitOptions, ordersOf, winningValues } from './digit-values.ts';
import { paidClasses } from './prize-classes.ts';
import { type ClassRule, type DigitRule, OPEN_DIGIT, type ParlayRule, type Rule, type SmallRule } from './rules.ts';
import { hasOwnPrices, smallOptions, smallOutcomes, smallTimes } from './small-values.ts';

export type PrizeMode = (typeof PRIZE_MODES)[number];

/** The return of each prize mode in percent, before its odds are rounded down to the hundredth. */
const RETURNS: Readonly<Record<PrizeMode, bigint>> = { Lott: 97n, ZY: 98n, Elott: 96n, SEA: 95n };

/** What one hit pays. */
export interface Tier {
  /** `hit`, the number of drawn marks, or the class of the prize. */
  readonly key: string;
  /** Chance of a hit at one place. */
  readonly chance: Fraction;
  /** Places that are compared: the most hits of one bet. */
  readonly places: number;
  /** Multiple of the stake in hundredths. */
  readonly odds: bigint;
}

/** Bets of one play type that have the same odds. */
export interface Price {
  /** The option of the bet, the number of orders of its digits, or `all`. */
  readonly key: string;
  readonly tiers: readonly Tier[];
  /** The highest multiple of the stake that one bet can pay, in hundredths. */
  readonly top: bigint;
  /** Part of the stake that the player gets back at once: with the highest odds none. */
  readonly rebate: Fraction;
  /** Of prizes and rebate together: the same for each rebate. */
  readonly return: Fraction;
}

/** The prices of a play type in display order. `rebate`: of its tickets, in tenths of a percent (`rebate.ts`). */
export function pricesOf(rule: Rule, mode: PrizeMode, rebate = 0): readonly Price[] {
  return priceKeys(rule).map((key) => priceOf(rule, mode, key, rebate));
}

/** The key of the price that a bet has. */
export function priceKey(rule: Rule, bet: string): string {
  if (rule.kind === 'options' || rule.kind === 'balls' || (rule.kind === 'small' && hasOwnPrices(rule))) return bet;
  return rule.kind === 'box' || isShared(rule) ? String(ordersOf(bet).length) : 'all';
}

/** One stake is shared by all orders of the digits. */
function isShared(rule: Rule): boolean {
  return rule.kind === 'classes' && rule.bets === 'ibox';
}

export function priceOf(rule: Rule, mode: PrizeMode, key: string, rebate = 0): Price {
  const shares = sharesOf(rule, key);
  const full = paidBack(tiersAt(shares, RETURNS[mode] * 10n));
  const tiers = tiersAt(shares, RETURNS[mode] * 10n - BigInt(rebate));
  const tops = tiers.map(({ odds, places }) => odds * BigInt(places));
  return {
    key,
    tiers,
    // Prizes of several classes add up; of several numbers of drawn marks a bet has one.
    top: rule.kind === 'classes' ? tops.reduce((sum, one) => sum + one, 0n) : tops.reduce((most, one) => (one > most ? one : most), 0n),
    // The exact rest: odds are rounded down, and what that takes from the prizes is part of the rebate.
    rebate: subtract(full, paidBack(tiers)),
    return: full,
  };
}

/** Weights are scaled so that the return is `perMille`, then rounded down: the return is never above it. */
function tiersAt(shares: readonly Share[], perMille: bigint): readonly Tier[] {
  const total = shares.reduce(
    (sum, { chance, weight, places }) => add(sum, multiply(chance, fraction(weight * BigInt(places)))),
    fraction(0n),
  );
  return shares.map(({ weight, ...share }) => ({ ...share, odds: (perMille * weight * total.bottom) / (10n * total.top) }));
}

/** What the tiers pay on average, as part of the stake. */
function paidBack(tiers: readonly Tier[]): Fraction {
  return tiers.reduce((sum, { chance, odds, places }) => add(sum, multiply(chance, fraction(odds * BigInt(places), 100n))), fraction(0n));
}

function subtract(one: Fraction, other: Fraction): Fraction {
  return add(one, fraction(-other.top, other.bottom));
}

/** The highest multiple of the stake that players read: of a single prize, where several classes of prizes could add up. */
export function shownTop(rule: Rule, { top, tiers }: Price): bigint {
  return rule.kind === 'classes' ? tiers.reduce((most, { odds }) => (odds > most ? odds : most), 0n) : top;
}

/** The highest stake of a bet: its highest prize is at most `MAX_PAYOUT`, and the stake at most a hundredth of that. In cents of a euro. */
export function maxStakeFor(price: Price): bigint {
  const byPrize = (MAX_PAYOUT * 100n) / price.top;
  const most = MAX_PAYOUT / 100n;
  return byPrize < most ? byPrize : most;
}

function placesOf(rule: Rule): number {
  if ('starts' in rule) return rule.starts.length;
  return rule.kind === 'prizes' || (rule.kind === 'small' && rule.bets === 'faces') ? rule.places.length : 1;
}

interface Share extends Omit<Tier, 'odds'> {
  readonly weight: bigint;
}

function sharesOf(rule: Rule, key: string): readonly Share[] {
  if (rule.kind === 'spots')
    return [...spotWeights(rule.picks)]
      .map(([hits, weight]) => ({ key: String(hits), chance: kenoChance(rule.picks, hits), places: 1, weight }))
      .sort((one, other) => Number(other.key) - Number(one.key));
  if (rule.kind === 'classes') return classShares(rule, key);
  return [{ key: 'hit', chance: chanceOf(rule, key), places: placesOf(rule), weight: 1n }];
}

/** Of one stake. Bets that cost several have as many numbers with these chances. */
function classShares(rule: ClassRule, key: string): readonly Share[] {
  const chance = fraction(isShared(rule) ? BigInt(key) : 1n, 10n ** BigInt(CLASSED_DIGITS));
  return paidClasses(rule).map(({ name, count, weight }) => ({ key: name, chance, places: count, weight }));
}

function chanceOf(rule: Exclude<Rule, { readonly kind: 'spots' | 'classes' }>, key: string): Fraction {
  switch (rule.kind) {
    case 'balls':
      return ballChance(rule.options, key);
    case 'small':
      return smallChance(rule, key);
    case 'prizes':
      return fraction(1n, 10n ** BigInt(rule.length));
    case 'parlay':
      return parlayChance(rule);
    default:
      return fraction(BigInt(winningValues(rule, sampleBet(rule, key)).length), 10n ** BigInt(rule.length));
  }
}

/** At one place: bets on dice are paid for each that shows the number. */
function smallChance(rule: SmallRule, key: string): Fraction {
  const outcomes = smallOutcomes(rule);
  const bet = key === 'all' ? smallSample(rule) : key;
  const times = outcomes.reduce((sum, drawn) => sum + smallTimes(rule, bet, drawn), 0);
  return fraction(BigInt(times), BigInt(outcomes.length * placesOf(rule)));
}

function smallSample(rule: SmallRule): string {
  return smallOptions(rule)?.[0] ?? Array.from({ length: rule.picks }, (_, index) => String(index + 1)).join('-');
}

/** Each of the numbers ends at least one prize, by inclusion and exclusion over those that are missing. */
function parlayChance({ prizes, picks }: ParlayRule): Fraction {
  const missing = Array.from({ length: picks + 1 }, (_, count) => count);
  const ways = missing.reduce((sum, count) => {
    const term = choose(BigInt(picks), BigInt(count)) * (100n - BigInt(count)) ** BigInt(prizes);
    return count % 2 === 0 ? sum + term : sum - term;
  }, 0n);
  return fraction(ways, 100n ** BigInt(prizes));
}

function choose(of: bigint, count: bigint): bigint {
  let result = 1n;
  for (let n = 1n; n <= count; n++) result = (result * (of - count + n)) / n;
  return result;
}

function priceKeys(rule: Rule): readonly string[] {
  if (rule.kind === 'options') return digitOptions(rule.options, rule.length);
  if (rule.kind === 'balls') return ballOptions(rule.options);
  if (rule.kind === 'small' && hasOwnPrices(rule)) return smallOptions(rule) ?? [];
  const length = rule.kind === 'box' ? rule.length : isShared(rule) ? CLASSED_DIGITS : 0;
  return length > 0 ? Object.keys(BOX_SAMPLES[length] ?? {}).sort((one, other) => Number(other) - Number(one)) : ['all'];
}

/** A number for each count of orders, by the number of digits. */
const BOX_SAMPLES: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2: { 2: '01', 1: '00' },
  3: { 6: '012', 3: '001', 1: '000' },
  4: { 24: '0123', 12: '0012', 6: '0011', 4: '0001', 1: '0000' },
};

function sampleBet(rule: DigitRule, key: string): string {
  if (rule.kind === 'options') return key;
  if (rule.kind === 'box') return BOX_SAMPLES[rule.length]?.[key] ?? '';
  return rule.kind === 'roll' ? OPEN_DIGIT.padEnd(rule.length, '0') : '0'.repeat(rule.length);
}
