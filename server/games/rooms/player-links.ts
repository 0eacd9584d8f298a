import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../../shared/time.ts';
import type { StudioExecutor } from '../tables.ts';
import type { Seat } from './rows.ts';

/** At least as long as the platform's own evidence of a shared household is valid. */
const LINK_DAYS = 90;

/** Stores the links reported by the platform; earlier links stay valid until they expire. */
export async function storeLinks(executor: StudioExecutor, player: string, links: readonly string[], now: Date): Promise<void> {
  if (links.length === 0) return;
  const ends_at = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  await executor
    .insertInto('studio_player_link')
    .values(links.map((link) => ({ player, link, ends_at })))
    .onConflict((conflict) => conflict.columns(['player', 'link']).doUpdateSet({ ends_at }))
    .execute();
}

/** Separates two players whom the platform does not let play against each other, for the given days. */
export async function separatePlayers(executor: StudioExecutor, players: readonly string[], now: Date, days: number): Promise<void> {
  const link = `pair-${randomBytes(12).toString('hex')}`;
  const ends_at = new Date(now.getTime() + days * DAY_MS);
  await executor
    .insertInto('studio_player_link')
    .values(players.map((player) => ({ player, link, ends_at })))
    .execute();
}

/** Of two linked players at a table, the one in the later seat. */
export async function findLinkedSeat(executor: StudioExecutor, tableId: string, now: Date): Promise<Seat | undefined> {
  const { rows } = await sql<Seat>`select late.* from studio_seat late
    where late.table_id = ${tableId} and exists (
      select 1 from studio_seat early
        join studio_player_link a on a.player = early.player and a.ends_at > ${now}
        join studio_player_link b on b.link = a.link and b.player = late.player and b.ends_at > ${now}
       where early.table_id = late.table_id and early.seat < late.seat)
    order by late.seat limit 1`.execute(executor);
  return rows[0];
}

/** Real-money tables without a hand at which linked players sit. */
export async function listLinkedTables(executor: StudioExecutor, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct t.id from studio_table t
      join studio_seat one on one.table_id = t.id
      join studio_seat other on other.table_id = t.id and other.seat > one.seat
      join studio_player_link a on a.player = one.player and a.ends_at > ${now}
      join studio_player_link b on b.link = a.link and b.player = other.player and b.ends_at > ${now}
    where t.state = 'waiting' and not t.trial order by t.id`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function removeOldLinks(executor: StudioExecutor, now: Date): Promise<void> {
  await executor.deleteFrom('studio_player_link').where('ends_at', '<=', now).execute();
}
