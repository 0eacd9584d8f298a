import { payableUnit, UNITS_PER_WHOLE, type Units } from './money.ts';

/**
 * Units of a currency that stand for one unit of the amounts in policies and defaults, which are in euros. They are rounded down to a plain
 * number, so that a limit is never looser than its amount in euros. `docs/protection-policies.md` shows the table.
 */
export const CURRENCY_STEPS: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1,
  GBP: 1,
  CHF: 1,
  CAD: 1,
  AUD: 1,
  NZD: 1,
  SGD: 1,
  BND: 1,
  XCG: 2,
  ANG: 2,
  AED: 4,
  MYR: 4,
  PLN: 4,
  BRL: 5,
  CNY: 5,
  DKK: 7,
  HKD: 8,
  SEK: 10,
  NOK: 10,
  MXN: 20,
  ZAR: 20,
  CZK: 20,
  THB: 30,
  TWD: 30,
  TRY: 40,
  PHP: 50,
  INR: 75,
  BDT: 100,
  JPY: 150,
  HUF: 300,
  KRW: 1_000,
  MMK: 2_000,
  KHR: 4_000,
  IDR: 15_000,
  LAK: 20_000,
  VND: 25_000,
};

/** A currency outside the table counts like the euro: that is never looser. The check of the merchant file refuses it. */
function stepOf(currency: string): number {
  return CURRENCY_STEPS[currency] ?? 1;
}

/** An amount of a policy or of a default, in whole units of the currency. */
export function inCurrency(euros: number, currency: string): number {
  return Math.max(1, Math.floor(euros * stepOf(currency)));
}

/** Default of the least stake of a game, in units: one cent of a euro in the currency, in coins that the currency has. */
export function smallestStake(currency: string): Units {
  const coin = payableUnit(currency);
  const cents = (BigInt(stepOf(currency)) * UNITS_PER_WHOLE) / 100n;
  return cents < coin ? coin : cents - (cents % coin);
}

/** One hundredth of the euro and of the currencies that count like it. */
export const CENT: Units = UNITS_PER_WHOLE / 100n;

/**
 * What one cent of the built-in games is in a currency: their limits, chips and caps are counted in it, and their prizes are rounded down
 * to it. It is `smallestStake` rounded down to 1, 2 or 5 and zeros, so that stakes are amounts that people know (1 and 20 baht, not 1.50
 * and 30). The currency can always pay it out.
 */
export function coinOf(currency: string): Units {
  const known = coins.get(currency);
  if (known !== undefined) return known;
  const coin = roundNumber(smallestStake(currency));
  coins.set(currency, coin);
  return coin;
}
const coins = new Map<string, Units>();

/** The highest of 1, 2, 5, 10, 20, 50 … that is not above the amount. */
export function roundNumber(amount: Units): Units {
  const power = 10n ** BigInt(String(amount).length - 1);
  const digit = amount / power;
  return (digit >= 5n ? 5n : digit >= 2n ? 2n : 1n) * power;
}

/** The different coins of the table. */
export const COINS: readonly Units[] = [...new Set([CENT, ...Object.keys(CURRENCY_STEPS).map(coinOf)])];

/** An amount that is given in cents, in the coin. */
export function inCoins(amount: Units, coin: Units): Units {
  return (amount / CENT) * coin;
}

/**
 * An amount that is offered for choosing, such as a preset of a limit or a step of a filter, given in cents of a euro: counted in coins like
 * the stakes of the built-in games, so that it is a round amount in each currency.
 */
export function offeredAmount(cents: number, currency: string): Units {
  return BigInt(cents) * coinOf(currency);
}

/** Rounds an amount that is not negative down to whole coins. */
export function downToCoins(amount: Units, coin: Units): Units {
  return amount - (amount % coin);
}

/**
 * The coin to which the prize of a stored stake is rounded. A stake that is no whole number of coins was placed when all games counted in
 * cents.
 */
export function coinOfStake(stake: Units, coin: Units): Units {
  return stake % coin === 0n ? coin : CENT;
}
