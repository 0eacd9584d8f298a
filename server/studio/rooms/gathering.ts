import { ROOM_SEATS } from '../../../shared/studio/rooms/levels.ts';
import type { StudioClock } from '../contract.ts';
import type { StudioDatabase } from '../tables.ts';
import type { Bell } from './bell.ts';
import type { Dealer } from './dealer.ts';
import { newSeat } from './desk.ts';
import { deleteSeat, findFreeTable, findTable, insertSeat, listLonely, listSeats, lockHall, lockTable } from './room-store.ts';

/** Brings people together who wait alone at tables of one hall, since others have left theirs. */
export function createGathering(deps: {
  readonly db: StudioDatabase;
  readonly dealer: Dealer;
  readonly bell: Bell;
  readonly clock: StudioClock;
}): () => Promise<void> {
  const { db, dealer, bell, clock } = deps;

  async function join(tableId: string): Promise<void> {
    const hall = await findTable(db, tableId);
    if (!hall) return;
    const joined = await db.transaction().execute(async (tx) => {
      await lockHall(tx, hall);
      const other = await findFreeTable(tx, hall, ROOM_SEATS, tableId);
      const table = await lockTable(tx, tableId);
      const [alone, ...more] = await listSeats(tx, tableId);
      const others = other ? await listSeats(tx, other.id) : [];
      if (table?.state !== 'waiting' || !alone || more.length > 0 || !other || others.length === 0) return undefined;
      const place = newSeat(other, others, null, clock.now());
      await deleteSeat(tx, alone);
      await insertSeat(tx, { ...alone, table_id: other.id, seat: place.seat, alias: place.alias });
      await dealer.rearrange(tx, table);
      await dealer.rearrange(tx, other);
      return other.id;
    });
    if (!joined) return;
    bell.ring(tableId);
    bell.ring(joined);
  }

  return async () => {
    for (const id of await listLonely(db)) await join(id);
  };
}
