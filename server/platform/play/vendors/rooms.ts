import { sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { type Executor, inTransaction } from '../../base/db/index.ts';
import type { VendorDeps } from './contracts.ts';

/** Older player counts are not shown. */
const MAX_AGE_MS = 2 * MINUTE_MS;

/** Replaces the rooms of a vendor with those of the call, in its order. */
export async function storeRooms(deps: VendorDeps, provider: string, { rooms }: SeamlessBody<'rooms'>): Promise<SeamlessAnswer> {
  const now = deps.clock.now();
  const latest = [...new Map(rooms.map((room) => [room.roomId, room])).values()];
  const rejected = await inTransaction(deps.db, async (tx) => {
    const games = await deps.games.findMany(tx, [...new Set(latest.map((room) => room.gameId))], DEFAULT_LANGUAGE);
    const accepted = latest.filter((room) => games.get(room.gameId)?.provider === provider);
    await sql`delete from vendor_room where provider = ${provider}`.execute(tx);
    for (const [position, { roomId, gameId, stake, present }] of accepted.entries())
      await sql`insert into vendor_room (provider, room_id, game_id, stake, present, place, reported_at)
        values (${provider}, ${roomId}, ${gameId}, ${stake}, ${JSON.stringify(present)}, ${position}, ${now})
        on conflict (provider, room_id) do nothing`.execute(tx);
    return latest.filter((room) => !accepted.includes(room)).map((room) => room.roomId);
  });
  return rejected.length === 0 ? { status: 'OK' } : { status: 'OK', message: `left out: ${rejected.join(', ')}` };
}

export interface VendorRoom {
  readonly roomId: string;
  readonly gameId: string;
  readonly stake: bigint;
  /** In the requested currency; null if the vendor's last update is too old. */
  readonly occupancy: { readonly players: number; readonly waiting: number } | null;
}

export async function roomsOf(executor: Executor, gameIds: readonly string[], currency: string, now: Date): Promise<VendorRoom[]> {
  if (gameIds.length === 0) return [];
  const rows = await executor
    .selectFrom('vendor_room')
    .selectAll()
    .where('game_id', 'in', [...gameIds])
    .orderBy('place')
    .execute();
  return rows.map((row) => {
    const present = row.present.find((one) => one.currency === currency);
    const isFresh = now.getTime() - row.reported_at.getTime() <= MAX_AGE_MS;
    const occupancy = { players: present?.players ?? 0, waiting: present?.waiting ?? 0 };
    return { roomId: row.room_id, gameId: row.game_id, stake: BigInt(row.stake), occupancy: isFresh ? occupancy : null };
  });
}
