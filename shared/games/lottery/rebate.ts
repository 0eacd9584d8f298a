import type { PrizeMode } from './prices.ts';

/** Parts of the stake that a player takes at once instead of higher odds, in tenths of a percent; 0 is the highest odds. */
export const REBATES = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50] as const;
export type Rebate = (typeof REBATES)[number];

/** Prize modes whose players may choose a rebate. */
const WITH_REBATE: readonly PrizeMode[] = ['Lott', 'ZY'];

export function hasRebate(mode: PrizeMode): boolean {
  return WITH_REBATE.includes(mode);
}

/** Returns whether an order may have this rebate. */
export function isRebate(value: number, mode: PrizeMode): value is Rebate {
  return value === 0 || (hasRebate(mode) && (REBATES as readonly number[]).includes(value));
}

/** Percent with one decimal: 25 is "2.5". */
export function rebateText(rebate: number): string {
  return (rebate / 10).toFixed(1);
}
