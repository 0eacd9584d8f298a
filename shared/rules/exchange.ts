import { payableUnit, UNITS_PER_WHOLE, type Units } from '../money/money.ts';
import { POINTS_PER_WHOLE, type Points } from '../money/points.ts';

/** Points that are converted, and their amount. */
export interface Exchange {
  readonly points: Points;
  readonly units: Units;
}

/** What the points give in money, rounded down to what the currency can pay. Only the points of that amount are taken: the rest stays. */
export function exchange(points: Points, pointsPerUnit: number, currency: string): Exchange {
  const coin = payableUnit(currency);
  const pointsPerCoin = (BigInt(pointsPerUnit) * POINTS_PER_WHOLE * coin) / UNITS_PER_WHOLE;
  const coins = points / pointsPerCoin;
  return { points: coins * pointsPerCoin, units: coins * coin };
}
