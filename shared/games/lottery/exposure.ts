import type { Units } from '../../money/money.ts';
import { priceKey, priceOf } from './prices.ts';
import type { Ticket } from './settle.ts';

/**
 * What a draw may have to pay, counted in coins (`coinOf`), so that tickets in different currencies add up. The possible win of a number is what
 * its bets pay if it is drawn as often as it can be and no other bet wins; that of a play type and of a draw is the sum of the largest wins of the
 * tickets. All are rounded down to the coin for each ticket, as tickets are paid: a ticket with one bet counts the same in all three.
 */
export interface ExposureLimits {
  /** Of one bet of a play type, such as the number 37. */
  readonly number: bigint;
  readonly playType: bigint;
  readonly draw: bigint;
}

const COINS_PER_WHOLE = 100n;
/** Limits of a game without limits of its own. */
export const EXPOSURE_LIMITS: ExposureLimits = {
  number: 500_000n * COINS_PER_WHOLE,
  playType: 10_000_000n * COINS_PER_WHOLE,
  draw: 25_000_000n * COINS_PER_WHOLE,
};

/** What a ticket adds to the exposure of its draw, in coins. */
export interface TicketExposure {
  /** Stake of each bet. */
  readonly stake: bigint;
  /** The largest win of the ticket, rounded up. */
  readonly most: bigint;
  /** The most that each bet pays, in the order of the bets; a single one if all bets pay the same. */
  readonly risks: readonly bigint[];
}

/** `most`: the largest win of the ticket, in units. */
export function exposureOf(
  { rule, mode, bets, stake, rebate }: Pick<Ticket, 'rule' | 'mode' | 'bets' | 'stake' | 'rebate'>,
  most: Units,
  coin: Units,
): TicketExposure {
  const coins = stake / coin;
  const risks = new Map<string, bigint>();
  const riskOf = (bet: string) => {
    const key = priceKey(rule, bet);
    const risk = risks.get(key) ?? payoutOf(coins, priceOf(rule, mode, key, rebate).top);
    risks.set(key, risk);
    return risk;
  };
  const each = bets.map(riskOf);
  return { stake: coins, most: upToCoins(most, coin), risks: new Set(each).size === 1 ? each.slice(0, 1) : each };
}

/** The highest stake of a bet whose win is at most `room`; both in coins. `top`: multiple of the stake in hundredths. */
export function stakeWithin(room: bigint, top: bigint): bigint {
  return room <= 0n ? 0n : (room * 100n) / top;
}

function payoutOf(coins: bigint, top: bigint): bigint {
  return (coins * top) / 100n;
}

function upToCoins(units: Units, coin: Units): bigint {
  return (units + coin - 1n) / coin;
}
