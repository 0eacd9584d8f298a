import { randomInt } from 'node:crypto';
import { ROOM_SEATS } from '../../../shared/games/rooms/levels.ts';
import type { Session } from '../store.ts';
import type { StudioTx } from '../tables.ts';
import { findFreeTable, type Hall, insertSeat, insertTable, listSeats, lockHall } from './room-store.ts';
import type { Seat, Table } from './rows.ts';
import { updateTimes } from './table-seats.ts';
import { after, TIMES } from './times.ts';

const ALIASES = 12;
/** Minimum number of seats at a table in free play; bots fill up. */
const MIN_TRIAL_PLAYERS = 3;

/** Takes a seat at a free table of the hall. Returns the id of the table; undefined if the player got a seat meanwhile. */
export async function sitDown(tx: StudioTx, hall: Hall, session: Session, now: Date): Promise<string | undefined> {
  await lockHall(tx, hall);
  const table = (await findFreeTable(tx, hall, ROOM_SEATS, { player: session.player }, now)) ?? (await insertTable(tx, hall, now));
  const seats = await listSeats(tx, table.id);
  if (!(await insertSeat(tx, newSeat(table, seats, session, now)))) return undefined;
  if (session.trial) await seatBots(tx, table, now);
  await updateTimes(tx, table, now);
  return table.id;
}

/** Bots sit only at free-play tables. */
async function seatBots(tx: StudioTx, table: Table, now: Date): Promise<void> {
  if (!table.trial) throw new Error(`a bot must not sit at ${table.id}: it plays for real money`);
  for (let seats = await listSeats(tx, table.id); seats.length < MIN_TRIAL_PLAYERS; seats = await listSeats(tx, table.id))
    await insertSeat(tx, newSeat(table, seats, null, now));
}

/** A free seat with an alias that is unused at the table; without a session it is a bot's. */
export function newSeat(table: Table, seats: readonly Seat[], session: Session | null, now: Date): Seat {
  const places = Array.from({ length: ROOM_SEATS }, (_, seat) => seat).filter((seat) => seats.every((one) => one.seat !== seat));
  const aliases = Array.from({ length: ALIASES }, (_, alias) => alias).filter((alias) => seats.every((one) => one.alias !== alias));
  return {
    table_id: table.id,
    seat: places[0] ?? 0,
    player: session?.player ?? null,
    session_id: session?.id ?? null,
    alias: aliases[randomInt(aliases.length)] ?? 0,
    ready: session === null,
    missed: 0,
    leaving: false,
    notice: null,
    idle_at: after(now, TIMES.idle),
  };
}
