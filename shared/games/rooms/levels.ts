import { CENT, coinOfStake, downToCoins, inCoins } from '../../money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../money/money.ts';
import { type Fraction, fraction } from '../fraction.ts';

/** Stakes of the rooms, in cents of a euro. All players at a table pay the same stake for a hand. */
export const ROOM_LEVELS: Readonly<Record<string, Units>> = {
  cove: cents(20),
  bay: cents(100),
  reef: cents(500),
  strait: cents(2000),
  deep: cents(5000),
};
/** The stake of a level in a currency, given by its coin; undefined for an unknown level. */
export function roomStake(level: string, coin: Units = CENT): Units | undefined {
  return Object.hasOwn(ROOM_LEVELS, level) ? inCoins(ROOM_LEVELS[level] ?? 0n, coin) : undefined;
}

/** Id of the level in the platform's list of rooms and in links. */
export function roomIdOf(gameId: string, level: string): string {
  return `${gameId}.${level}`;
}

export function levelOf(roomId: string): string | undefined {
  const level = roomId.slice(roomId.lastIndexOf('.') + 1);
  return Object.hasOwn(ROOM_LEVELS, level) ? level : undefined;
}

export const ROOM_SEATS = 4;
export const ROOM_TURN_MS = 20_000;

/** Rake of a pot in hundredths of a percent, and its cap in cents of a euro. */
export const RAKE_BASIS_POINTS = 250n;
export const RAKE_CAP: Units = 3n * UNITS_PER_WHOLE;

function cents(amount: number): Units {
  return (BigInt(amount) * UNITS_PER_WHOLE) / 100n;
}

/** Whole coins, rounded in favour of the winner. */
export function rakeOf(pot: Units, coin: Units = CENT): Units {
  const unit = coinOfStake(pot, coin);
  const [rounded, cap] = [downToCoins((pot * RAKE_BASIS_POINTS) / 10_000n, unit), inCoins(RAKE_CAP, unit)];
  return rounded < cap ? rounded : cap;
}

/** Return to all players together: everything except the rake, calculated without its cap. */
export function roomReturn(): Fraction {
  return fraction(10_000n - RAKE_BASIS_POINTS, 10_000n);
}
