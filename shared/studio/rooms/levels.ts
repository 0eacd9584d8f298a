import { UNITS_PER_WHOLE, type Units } from '../../money/money.ts';
import { type Fraction, fraction } from '../fraction.ts';

/** Stakes of the rooms: everybody at a table pays the same into a hand. */
export const ROOM_LEVELS: Readonly<Record<string, Units>> = {
  cove: cents(20),
  bay: cents(100),
  reef: cents(500),
  strait: cents(2000),
  deep: cents(5000),
};
/** As the platform's list of rooms, and a link to one, name it. */
export function roomIdOf(gameId: string, level: string): string {
  return `${gameId}.${level}`;
}

export function levelOf(roomId: string): string | undefined {
  const level = roomId.slice(roomId.lastIndexOf('.') + 1);
  return Object.hasOwn(ROOM_LEVELS, level) ? level : undefined;
}

export const ROOM_SEATS = 4;
export const ROOM_TURN_MS = 20_000;

/** The house's part of a pot in hundredths of a percent, and the most that it takes of one. */
export const RAKE_BASIS_POINTS = 250n;
export const RAKE_CAP: Units = 3n * UNITS_PER_WHOLE;

const CENT = UNITS_PER_WHOLE / 100n;

function cents(amount: number): Units {
  return (BigInt(amount) * UNITS_PER_WHOLE) / 100n;
}

/** Whole cents, rounded in favour of the player who wins. */
export function rakeOf(pot: Units): Units {
  const share = (pot * RAKE_BASIS_POINTS) / 10_000n;
  const rounded = share - (share % CENT);
  return rounded < RAKE_CAP ? rounded : RAKE_CAP;
}

/** What players get back of all stakes together: everything but the rake, counted without its cap. */
export function roomReturn(): Fraction {
  return fraction(10_000n - RAKE_BASIS_POINTS, 10_000n);
}
