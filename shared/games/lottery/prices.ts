import type { PRIZE_MODES } from '../../api/schedule/constants.ts';
import { MAX_PAYOUT } from '../events/slip.ts';
import { add, type Fraction, fraction, multiply } from '../fraction.ts';
import { kenoChance } from '../keno.ts';
import { ballChance, ballOptions, spotWeights } from './ball-values.ts';
import { digitOptions, ordersOf, winningValues } from './digit-values.ts';
import { type DigitRule, OPEN_DIGIT, type ParlayRule, type Rule, type SmallRule } from './rules.ts';
import { hasOwnPrices, smallOptions, smallOutcomes, smallTimes } from './small-values.ts';

export type PrizeMode = (typeof PRIZE_MODES)[number];

/** The return of each prize mode in percent, before its odds are rounded down to the hundredth. */
const RETURNS: Readonly<Record<PrizeMode, bigint>> = { Lott: 97n, ZY: 98n, Elott: 96n, SEA: 95n };

/** What one hit pays. */
export interface Tier {
  /** `hit`, or the number of drawn marks. */
  readonly key: string;
  /** Chance of a hit at one place. */
  readonly chance: Fraction;
  /** Multiple of the stake in hundredths. */
  readonly odds: bigint;
}

/** Bets of one play type that have the same odds. */
export interface Price {
  /** The option of the bet, the number of orders of its digits, or `all`. */
  readonly key: string;
  readonly tiers: readonly Tier[];
  /** Places that are compared: the most hits of one bet. */
  readonly places: number;
  readonly return: Fraction;
}

/** The prices of a play type in display order. */
export function pricesOf(rule: Rule, mode: PrizeMode): readonly Price[] {
  return priceKeys(rule).map((key) => priceOf(rule, mode, key));
}

/** The key of the price that a bet has. */
export function priceKey(rule: Rule, bet: string): string {
  if (rule.kind === 'options' || rule.kind === 'balls' || (rule.kind === 'small' && hasOwnPrices(rule))) return bet;
  return rule.kind === 'box' ? String(ordersOf(bet).length) : 'all';
}

export function priceOf(rule: Rule, mode: PrizeMode, key: string): Price {
  const places = placesOf(rule);
  const shares = sharesOf(rule, key);
  const total = shares.reduce((sum, { chance, weight }) => add(sum, multiply(chance, fraction(weight * BigInt(places)))), fraction(0n));
  const tiers = shares.map(({ key: tier, chance, weight }) => ({
    key: tier,
    chance,
    // Weights are scaled so that the return is that of the mode, then rounded down: the return is never above it.
    odds: (RETURNS[mode] * weight * total.bottom) / total.top,
  }));
  const paid = tiers.reduce((sum, { chance, odds }) => add(sum, multiply(chance, fraction(odds * BigInt(places), 100n))), fraction(0n));
  return { key, tiers, places, return: paid };
}

/** The highest multiple of the stake that one bet can pay, in hundredths. */
export function topOf({ tiers, places }: Price): bigint {
  return tiers.reduce((most, { odds }) => (odds > most ? odds : most), 0n) * BigInt(places);
}

/** The highest stake of a bet: its highest prize is at most `MAX_PAYOUT`, and the stake at most a hundredth of that. In cents of a euro. */
export function maxStakeFor(price: Price): bigint {
  const byPrize = (MAX_PAYOUT * 100n) / topOf(price);
  const most = MAX_PAYOUT / 100n;
  return byPrize < most ? byPrize : most;
}

function placesOf(rule: Rule): number {
  if ('starts' in rule) return rule.starts.length;
  return rule.kind === 'prizes' || (rule.kind === 'small' && rule.bets === 'faces') ? rule.places.length : 1;
}

interface Share {
  readonly key: string;
  readonly chance: Fraction;
  readonly weight: bigint;
}

function sharesOf(rule: Rule, key: string): readonly Share[] {
  if (rule.kind === 'spots')
    return [...spotWeights(rule.picks)]
      .map(([hits, weight]) => ({ key: String(hits), chance: kenoChance(rule.picks, hits), weight }))
      .sort((one, other) => Number(other.key) - Number(one.key));
  return [{ key: 'hit', chance: chanceOf(rule, key), weight: 1n }];
}

function chanceOf(rule: Exclude<Rule, { readonly kind: 'spots' }>, key: string): Fraction {
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
  return rule.kind === 'box' ? Object.keys(BOX_SAMPLES[rule.length] ?? {}).sort((one, other) => Number(other) - Number(one)) : ['all'];
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
