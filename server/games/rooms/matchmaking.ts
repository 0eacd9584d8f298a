import { ROOM_SEATS } from '../../../shared/games/rooms/levels.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { StudioClock } from '../contract.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { findLinkedSeat, listLinkedTables, removeOldLinks } from './player-links.ts';
import {
  deleteSeat,
  findFreeTable,
  findTable,
  insertSeat,
  insertTable,
  listSeats,
  listSinglePlayerTables,
  lockHall,
  lockTable,
} from './room-store.ts';
import type { Seat, Table } from './rows.ts';
import { newSeat } from './seating.ts';
import { updateTimes } from './table-seats.ts';

const SWEEP_EVERY_MS = HOUR_MS;

/** Merges tables of one hall that have a single waiting player, and separates linked players. */
export function createMatchmaking(deps: {
  readonly db: StudioDatabase;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
}): () => Promise<void> {
  const { db, notifier, clock } = deps;
  let sweptAt = 0;

  /** The caller has locked both tables and their hall. */
  async function move(tx: StudioTx, seat: Seat, [from, to]: readonly [Table, Table], change: Partial<Seat> = {}): Promise<string> {
    const place = newSeat(to, await listSeats(tx, to.id), null, clock.now());
    await deleteSeat(tx, seat);
    await insertSeat(tx, { ...seat, ...change, table_id: to.id, seat: place.seat, alias: place.alias });
    await updateTimes(tx, from, clock.now());
    await updateTimes(tx, to, clock.now());
    return to.id;
  }

  async function join(tx: StudioTx, hall: Table): Promise<string | undefined> {
    await lockHall(tx, hall);
    const table = await lockTable(tx, hall.id);
    const [loneSeat, ...others] = await listSeats(tx, hall.id);
    if (table?.state !== 'waiting' || loneSeat?.player == null || others.length > 0) return undefined;
    const other = await findFreeTable(tx, hall, ROOM_SEATS, { player: loneSeat.player, from: hall.id }, clock.now());
    if (!other || (await listSeats(tx, other.id)).length === 0) return undefined;
    return move(tx, loneSeat, [table, other]);
  }

  /** Links may become known after both players have sat down. */
  async function separate(tx: StudioTx, hall: Table): Promise<string | undefined> {
    const now = clock.now();
    await lockHall(tx, hall);
    const table = await lockTable(tx, hall.id);
    const seat = await findLinkedSeat(tx, hall.id, now);
    if (table?.state !== 'waiting' || seat?.player == null) return undefined;
    const other =
      (await findFreeTable(tx, hall, ROOM_SEATS, { player: seat.player, from: hall.id }, now)) ?? (await insertTable(tx, hall, now));
    return move(tx, seat, [table, other], { ready: false, notice: seat.notice ?? 'linked_players' });
  }

  async function forEachTable(tableIds: readonly string[], task: typeof join): Promise<void> {
    for (const id of tableIds) {
      const hall = await findTable(db, id);
      const moved = hall && (await db.transaction().execute((tx) => task(tx, hall)));
      for (const changed of moved ? [id, moved] : []) notifier.notify(changed);
    }
  }

  return async () => {
    const now = clock.now();
    await forEachTable(await listLinkedTables(db, now), separate);
    await forEachTable(await listSinglePlayerTables(db), join);
    if (now.getTime() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now.getTime();
    await removeOldLinks(db, now);
  };
}
