import { hundredthsText } from '../hundredths.ts';
import { CENT, downToCoins } from '../money/currency-steps.ts';
import type { Units } from '../money/money.ts';
import type { FairStream } from './fairness.ts';
import { type Fraction, fraction, isLess } from './fraction.ts';

/**
 * A roll is 0.00 to 99.99, stored as 0 to 9,999 hundredths. `target` in a bet is a number with at most two decimals. "over" wins
 * above it, "under" below it; a roll equal to the target loses.
 */
export const DICE_ROLLS = 10_000;
/** Allowed range of winning rolls: a chance of 1 % to 95 %. */
export const DICE_MIN_CHANCE = 100;
export const DICE_MAX_CHANCE = 9_500;
/** The multiplier is 99 / chance in percent, rounded down to the hundredth; so the return is 99 % at most. */
export const DICE_RETURN = 9_900;

/** Number of winning rolls out of 10,000; undefined for an invalid target. */
export function diceChance(over: boolean, target: number): number | undefined {
  const hundredths = Math.round(target * 100);
  if (!Number.isFinite(target) || Math.abs(target * 100 - hundredths) > 1e-6) return undefined;
  if (hundredths < 0 || hundredths >= DICE_ROLLS) return undefined;
  return over ? DICE_ROLLS - 1 - hundredths : hundredths;
}

/** Multiplier of the stake in hundredths, for a chance in winning rolls. */
export function diceHundredths(chance: number): number {
  return Math.floor((DICE_RETURN * 100) / chance);
}

/** Multiplier as shown and as part of an outcome: "2.00". */
export function diceMultiplier(chance: number): string {
  return hundredthsText(diceHundredths(chance));
}

/** Targets that may be bet on, in hundredths. */
export function diceTargets(over: boolean): { readonly lowest: number; readonly highest: number } {
  return over
    ? { lowest: DICE_ROLLS - 1 - DICE_MAX_CHANCE, highest: DICE_ROLLS - 1 - DICE_MIN_CHANCE }
    : { lowest: DICE_MIN_CHANCE, highest: DICE_MAX_CHANCE };
}

/** What a stake is paid for a chance, rounded down to the coin; whole stakes are paid exactly. */
export function dicePrize(stake: Units, chance: number, coin: Units = CENT): Units {
  return downToCoins((stake * BigInt(diceHundredths(chance))) / 100n, coin);
}

export interface DiceOutcome {
  readonly engine: 'dice';
  readonly roll: number;
  /** "0.00" for a lost roll. */
  readonly multiplier: string;
}

export function playDice(
  bet: { readonly over: boolean; readonly target: number },
  stake: Units,
  stream: FairStream,
  coin: Units = CENT,
): { outcome: DiceOutcome; payout: Units } {
  const roll = stream.below(DICE_ROLLS);
  const target = Math.round(bet.target * 100);
  const won = bet.over ? roll > target : roll < target;
  const chance = diceChance(bet.over, bet.target) ?? 0;
  return {
    outcome: { engine: 'dice', roll: roll / 100, multiplier: won ? diceMultiplier(chance) : '0.00' },
    payout: won ? dicePrize(stake, chance, coin) : 0n,
  };
}

export function diceReturn(chance: number): Fraction {
  return fraction(BigInt(chance) * BigInt(diceHundredths(chance)), BigInt(DICE_ROLLS) * 100n);
}

/** The return of the worst target, which is the published one. */
export function lowestDiceReturn(): Fraction {
  let lowest = diceReturn(DICE_MIN_CHANCE);
  for (let chance = DICE_MIN_CHANCE; chance <= DICE_MAX_CHANCE; chance++) {
    const other = diceReturn(chance);
    if (isLess(other, lowest)) lowest = other;
  }
  return lowest;
}
