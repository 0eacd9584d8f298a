import type { LotteryVariant } from '../catalogue.ts';
import { type Fraction, fraction, isLess } from '../fraction.ts';
import { lotteryDraws } from './draws.ts';
import { lotteryBook } from './play-types.ts';
import { pricesOf } from './prices.ts';
import type { PlayType } from './rules.ts';

/** The return of the worst bet, which is the published one. */
export function lotteryReturn(variant: LotteryVariant): Fraction {
  const { mode, playTypes } = plays(variant);
  const returns = playTypes.flatMap(({ rule }) => pricesOf(rule, mode).map((price) => price.return));
  return returns.reduce((lowest, one) => (isLess(one, lowest) ? one : lowest), returns[0] ?? fraction(0n));
}

/** Everything that decides payouts, as plain data. */
export function lotteryRules(variant: LotteryVariant): unknown {
  const { terms, mode, playTypes } = plays(variant);
  return {
    terms,
    mode,
    playTypes: playTypes.map(({ id, rule }) => ({
      id,
      rule,
      odds: pricesOf(rule, mode).map(({ key, tiers }) => [key, ...tiers.map((tier) => [tier.key, String(tier.odds)])]),
    })),
  };
}

function plays(variant: LotteryVariant) {
  const draws = lotteryDraws({ variant });
  const playTypes: readonly PlayType[] | undefined = draws && lotteryBook(draws.terms)?.playTypes;
  if (!draws || !playTypes) throw new Error(`no play types of ${variant}`);
  return { terms: draws.terms, mode: draws.mode, playTypes };
}
