import { ROOM_SEATS } from '../../../shared/games/rooms/levels.ts';
import { newServerSeed } from '../rounds.ts';
import type { StudioTx } from '../tables.ts';
import { changeSeat, changeTable, deleteSeat, listSeats } from './room-store.ts';
import type { Table } from './rows.ts';
import { AWAY_AFTER, after, isAbsent, TIMES, waitingTimes } from './times.ts';

/** Resets the table after a hand: leaving and absent players lose their seats, all others are asked to confirm the next hand. */
export async function resetTable(tx: StudioTx, table: Table, now: Date): Promise<void> {
  for (const seat of await listSeats(tx, table.id)) {
    if (seat.leaving || seat.missed >= AWAY_AFTER) await deleteSeat(tx, seat);
    else {
      // A player who has already confirmed the next hand keeps the original idle time.
      const idle_at = seat.ready ? seat.idle_at : after(now, TIMES.idle);
      await changeSeat(tx, seat, { ready: seat.ready || seat.player === null, missed: 0, idle_at });
    }
  }
  const free = await changeTable(tx, table, { state: 'waiting', hand_id: null, server_seed: newServerSeed(), begins_at: null });
  await updateTimes(tx, free, now);
}

/** Frees the seats of absent players. */
export async function removeAbsent(tx: StudioTx, table: Table, now: Date): Promise<void> {
  for (const seat of await listSeats(tx, table.id)) if (isAbsent(seat, now)) await deleteSeat(tx, seat);
  await updateTimes(tx, table, now);
}

/** A player who confirmed and then closed the page, or whose page had no connection while the studio was down, must not be charged. */
export async function hasAbsentPlayer(tx: StudioTx, table: Table, now: Date): Promise<boolean> {
  return (await listSeats(tx, table.id)).some((seat) => isAbsent(seat, now));
}

/** Updates the due times of a table without a hand. */
export async function updateTimes(tx: StudioTx, table: Table, now: Date): Promise<void> {
  if (table.state !== 'waiting') return void (await changeTable(tx, table));
  const seats = await listSeats(tx, table.id);
  const deserted = seats.every((seat) => seat.player === null);
  if (deserted) for (const seat of seats) await deleteSeat(tx, seat);
  await changeTable(tx, table, waitingTimes(table, deserted ? [] : seats, ROOM_SEATS, now));
}
