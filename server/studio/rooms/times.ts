import { ROOM_TURN_MS } from '../../../shared/studio/rooms/levels.ts';
import type { HandState } from '../../../shared/studio/rooms/thirteen.ts';
import type { Entry, Seat, Table } from './rows.ts';

/** Milliseconds. */
export const TIMES = {
  /** From the second player who is ready to the deal. */
  gather: 6_000,
  /** The same when all seats are taken and ready. */
  full: 1_500,
  turn: ROOM_TURN_MS,
  /** Of somebody who is away or has left. */
  away: 800,
  bot: 1_200,
  /** Who is not ready by then, or is and has had no page open for so long, loses the seat. */
  idle: 90_000,
  /** Longer than any stake takes; a hand whose stakes have not come together by then is void. */
  staking: 30_000,
  /** A turn that ran out so long ago was nobody's to end: the studio was not there, and the hand is void. */
  late: 20_000,
} as const;

/** Turns that ran out one after another before somebody counts as away. */
export const AWAY_AFTER = 2;

export function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** When the time of the player at turn is over. */
export function turnDue(seats: readonly Seat[], entries: readonly Entry[], state: HandState, now: Date): Date {
  const entry = entries[state.turn];
  const seat = seats.find((one) => one.seat === entry?.seat);
  if (entry?.player === null) return after(now, TIMES.bot);
  const isGone = !seat || seat.leaving || seat.missed >= AWAY_AFTER;
  return after(now, isGone ? TIMES.away : TIMES.turn);
}

/** When the next hand begins, and when somebody has to be looked after, at a table where none runs. */
export function waitingTimes(table: Table, seats: readonly Seat[], size: number, now: Date): Pick<Table, 'begins_at' | 'due_at'> {
  const people = seats.filter((seat) => seat.player !== null);
  const ready = seats.filter((seat) => seat.ready);
  const enough = ready.length >= 2 && people.some((seat) => seat.ready);
  const full = after(now, TIMES.full);
  const usual = table.begins_at ?? after(now, TIMES.gather);
  const begins = enough
    ? ready.length === seats.length && (seats.length === size || isAlone(seats)) && full < usual
      ? full
      : usual
    : null;
  const idle = people.map((seat) => seat.idle_at.getTime());
  const next = Math.min(...idle, begins?.getTime() ?? Number.POSITIVE_INFINITY);
  return { begins_at: begins, due_at: Number.isFinite(next) ? new Date(next) : null };
}

export function isGone(seat: Seat, now: Date): boolean {
  return seat.player !== null && seat.idle_at <= now;
}

/** One person among bots keeps nobody waiting. */
function isAlone(seats: readonly Seat[]): boolean {
  return seats.filter((seat) => seat.player !== null).length === 1;
}
