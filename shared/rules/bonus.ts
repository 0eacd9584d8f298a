import { UNITS_PER_WHOLE, type Units } from '../money/money.ts';
import { paidDecimals } from '../money/paid-decimals.ts';

/** Money of a member that stakes may use, in units. */
export interface Pools {
  /** In the wallet. */
  readonly real: Units;
  /** The member's own money that waits for the bonus. */
  readonly held: Units;
  /** Bonus money. */
  readonly bonus: Units;
}

export function sumOfPools({ real, held, bonus }: Pools): Units {
  return real + held + bonus;
}

/** Parts of the pools that pay a stake: the wallet first, bonus money last. Undefined: they do not cover it. */
export function divideStake(stake: Units, pools: Pools): Pools | undefined {
  let left = stake;
  const take = (pool: Units) => {
    const part = pool <= 0n ? 0n : pool < left ? pool : left;
    left -= part;
    return part;
  };
  const parts = { real: take(pools.real), held: take(pools.held), bonus: take(pools.bonus) };
  return left === 0n ? parts : undefined;
}

/**
 * Parts of a win, in proportion to the parts of its stake. Those of held and bonus money are rounded down, in a currency without decimals to
 * whole units; the rest goes to the first of wallet, held and bonus money that paid a part of the stake.
 */
export function divideWin(win: Units, stake: Pools, currency: string): Pools {
  const total = sumOfPools(stake);
  if (total <= 0n) throw new Error('a stake of nothing wins nothing');
  const step = paidDecimals(currency) === 0 ? UNITS_PER_WHOLE : 1n;
  const part = (pool: Units) => {
    const exact = (win * pool) / total;
    return exact - (exact % step);
  };
  const [held, bonus] = [part(stake.held), part(stake.bonus)];
  if (stake.real > 0n) return { real: win - held - bonus, held, bonus };
  return stake.held > 0n ? { real: 0n, held: win - bonus, bonus } : { real: 0n, held: 0n, bonus: win };
}

/** Wagering is counted in hundredths of units, because games count with a percentage. */
export const WAGERED_PER_UNIT = 100n;

/** Percent of a wagering that is done, rounded down, at most 100. */
export function wageredPercent(wagered: bigint, required: Units): number {
  const need = required * WAGERED_PER_UNIT;
  if (wagered >= need) return 100;
  return wagered <= 0n ? 0 : Number((wagered * 100n) / need);
}

/** What is left to wager, in units, rounded up. */
export function wageringLeft(wagered: bigint, required: Units): Units {
  const left = required * WAGERED_PER_UNIT - (wagered > 0n ? wagered : 0n);
  return left <= 0n ? 0n : (left + WAGERED_PER_UNIT - 1n) / WAGERED_PER_UNIT;
}
