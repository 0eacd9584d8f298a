import type { Units } from '../../money/money.ts';

/** Parts of the whole unit of the currency for one bet, as players choose them. */
export const LOTTERY_UNITS = ['1', '0.1', '0.01'] as const;
export type LotteryUnit = (typeof LOTTERY_UNITS)[number];

/** Coins of a unit (`coinOf`): 0.01 is one coin. */
const COINS: Readonly<Record<LotteryUnit, bigint>> = { '1': 100n, '0.1': 10n, '0.01': 1n };
export const MAX_MULTIPLIER = 10_000;

/** The stake of one bet. */
export function betStake(unit: LotteryUnit, multiplier: number, coin: Units): Units {
  return COINS[unit] * BigInt(multiplier) * coin;
}
