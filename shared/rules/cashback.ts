import type { Units } from '../money/money.ts';

/**
 * Cashback as pure arithmetic in units (1/10,000): the settlement, the amount of a running period and the recomputation all call this file.
 *
 * The rate of a game is the most specific one that the merchant has set, vendor and category, vendor, category, plus the rate of the member's
 * level. A line is what a vendor and a category gave in a period. Play that was changed after its period had ended is a line of its own, at the
 * rate that was used then, so that a void takes back exactly what the bet gave.
 */

export type CashbackPeriod = 'D' | 'W';

/** Rates are hundredths of a percent; null: no cashback at any level. */
export interface CashbackRates {
  readonly categories: Readonly<Partial<Record<string, number | null>>>;
  /** `category` null: all of the vendor. Each pair exists once. */
  readonly vendors: readonly { readonly vassalage: string; readonly category: string | null; readonly rateBp: number | null }[];
  /** By rising stake in units, the first from 0. */
  readonly levels: readonly { readonly stake: Units; readonly rateBp: number }[];
}

export interface CashbackRate {
  /** Set by the merchant for the game; null: excluded. */
  readonly gameBp: number | null;
  readonly levelBp: number;
  /** Both together. */
  readonly rateBp: number;
}

/** Play of a member by vendor and category. */
export interface CashbackPlay {
  readonly vassalage: string;
  readonly category: string;
  /** Counted stake, negative after voids. */
  readonly valid: Units;
  /** Play of a period that had ended: what its statement used; undefined: play of this period. */
  readonly before: { readonly periodStart: number; readonly rate: CashbackRate } | undefined;
}

export interface CashbackLine extends CashbackPlay {
  readonly rate: CashbackRate;
  readonly amount: Units;
}

export interface Cashback {
  readonly lines: readonly CashbackLine[];
  readonly valid: Units;
  /** Of all lines, and with what was carried in. */
  readonly gross: Units;
  /** Rounded down to coins; zero if the total is not positive. */
  readonly amount: Units;
  /** At most zero: reduces the next periods. */
  readonly carriedOut: Units;
}

const BP_PER_WHOLE = 10_000n;

/** The highest level reached with a counted stake, from 1; 0 without levels. */
export function levelOf({ levels }: Pick<CashbackRates, 'levels'>, stake: Units): number {
  return levels.filter((level) => level.stake <= stake).length;
}

export function rateOf(
  rates: CashbackRates,
  level: number,
  { vassalage, category }: Pick<CashbackPlay, 'vassalage' | 'category'>,
): CashbackRate {
  const ofVendor = rates.vendors.filter((one) => one.vassalage === vassalage);
  const set = ofVendor.find((one) => one.category === category) ?? ofVendor.find((one) => one.category === null);
  const gameBp = set ? set.rateBp : (rates.categories[category] ?? (category in rates.categories ? null : 0));
  const levelBp = rates.levels[level - 1]?.rateBp ?? 0;
  return { gameBp, levelBp, rateBp: gameBp === null ? 0 : gameBp + levelBp };
}

/** Truncated toward zero, so that play and its void cancel out. */
function amountOf(valid: Units, rateBp: number): Units {
  return (valid * BigInt(rateBp)) / BP_PER_WHOLE;
}

interface CashbackInput {
  readonly rates: CashbackRates;
  readonly level: number;
  readonly plays: readonly CashbackPlay[];
  /** At most zero. */
  readonly carriedIn: Units;
  /** Units of the smallest coin of the currency. */
  readonly coin: Units;
}

export function computeCashback({ rates, level, plays, carriedIn, coin }: CashbackInput): Cashback {
  const lines = plays.map((play) => {
    const rate = play.before?.rate ?? rateOf(rates, level, play);
    return { ...play, rate, amount: amountOf(play.valid, rate.rateBp) };
  });
  const gross = lines.reduce((sum, line) => sum + line.amount, 0n);
  const total = gross + carriedIn;
  return {
    lines,
    valid: lines.reduce((sum, line) => sum + line.valid, 0n),
    gross,
    amount: total > 0n ? total - (total % coin) : 0n,
    carriedOut: total < 0n ? total : 0n,
  };
}
