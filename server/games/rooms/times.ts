import { ROOM_TURN_MS } from '../../../shared/games/rooms/levels.ts';
import type { HandState } from '../../../shared/games/rooms/thirteen.ts';
import type { Entry, Seat, Table } from './rows.ts';

/** Milliseconds. */
export const TIMES = {
  /** From the second ready player to the deal. */
  gather: 6_000,
  /** The same if all seats are taken and ready. */
  full: 1_500,
  turn: ROOM_TURN_MS,
  /** Turn of a player who is away or has left. */
  away: 800,
  bot: 1_200,
  /** A seat is freed if its player is not ready for this long, or is ready and has no open page for this long. */
  idle: 90_000,
  /** Longer than any stake call takes; a hand without all stakes by then is void. */
  staking: 30_000,
  /** If a turn ended longer ago, the studio was down, and the hand is void. */
  late: 20_000,
} as const;

/** Consecutive timed-out turns after which a player counts as away. */
export const AWAY_AFTER = 2;

export function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** When the current turn times out. */
export function turnDue(seats: readonly Seat[], entries: readonly Entry[], state: HandState, now: Date): Date {
  const entry = entries[state.turn];
  const seat = seats.find((one) => one.seat === entry?.seat);
  if (entry?.player === null) return after(now, TIMES.bot);
  const isAway = !seat || seat.leaving || seat.missed >= AWAY_AFTER;
  return after(now, isAway ? TIMES.away : TIMES.turn);
}

/** Start of the next hand, and the next due time, at a table without a hand. */
export function waitingTimes(table: Table, seats: readonly Seat[], size: number, now: Date): Pick<Table, 'begins_at' | 'due_at'> {
  const people = seats.filter((seat) => seat.player !== null);
  const ready = seats.filter((seat) => seat.ready);
  const enough = ready.length >= 2 && people.some((seat) => seat.ready);
  const full = after(now, TIMES.full);
  const usual = table.begins_at ?? after(now, TIMES.gather);
  const begins = enough
    ? ready.length === seats.length && (seats.length === size || isOnlyPlayer(seats)) && full < usual
      ? full
      : usual
    : null;
  const idle = people.map((seat) => seat.idle_at.getTime());
  const next = Math.min(...idle, begins?.getTime() ?? Number.POSITIVE_INFINITY);
  return { begins_at: begins, due_at: Number.isFinite(next) ? new Date(next) : null };
}

export function isAbsent(seat: Seat, now: Date): boolean {
  return seat.player !== null && seat.idle_at <= now;
}

/** A single player among bots need not wait for others. */
function isOnlyPlayer(seats: readonly Seat[]): boolean {
  return seats.filter((seat) => seat.player !== null).length === 1;
}
