import { sql } from 'kysely';
import type { SlipChip } from '../../../shared/games/live/protocol.ts';
import { type Chip, TABLE_TIMES, type TableOutcome, tablePayout } from '../../../shared/games/live/table.ts';
import { parseWireAmount, type Units } from '../../../shared/money/money.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { StudioExecutor, StudioTx } from '../tables.ts';

export function chipsOf(chips: string): readonly Chip[] {
  return (JSON.parse(chips) as SlipChip[]).map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n }));
}

/**
 * Stores the payout of the accepted slips of a drawn round, zero for lost ones. They are paid after the reveal: an earlier
 * balance change would disclose the result.
 */
export async function oweSlips(tx: StudioTx, roundId: string, outcome: TableOutcome, now: Date): Promise<void> {
  const slips = await tx
    .selectFrom('studio_ticket')
    .select(['id', 'chips'])
    .where('event_id', '=', roundId)
    .where('state', '=', 'open')
    .execute();
  if (slips.length === 0) return;
  const paidAt = revealedAt(outcome, now);
  const rows = slips.map(({ id, chips }) => sql`(${id}, ${String(tablePayout(outcome, chipsOf(chips ?? '[]')))})`);
  await sql`update studio_ticket set state = 'owed', payout = owed.payout::bigint, attempts = 0, next_try_at = ${paidAt}
    from (values ${sql.join(rows)}) as owed (id, payout)
    where studio_ticket.id = owed.id and studio_ticket.state = 'open'`.execute(tx);
}

/** End of the reveal at the table. */
function revealedAt({ game }: TableOutcome, drawnAt: Date): Date {
  return new Date(drawnAt.getTime() + TABLE_TIMES[game].reveal * 1_000);
}

export type Placed = 'placed' | 'known' | 'unknown' | 'closed' | 'limit';

/**
 * Stores a slip (`studio_place_slip`, migration 009) while its round cannot be drawn. `most`: limits in units for each spot and
 * for all spots together; they apply to all slips of the player on the round, without refused and refunded ones.
 */
export async function placeSlip(
  executor: StudioExecutor,
  { id, event_id, play_key, player, game_id, currency, trial, chips, stake, next_try_at, placed_at }: TicketRecord,
  max: { readonly spots: Readonly<Record<string, string>>; readonly all: string },
): Promise<Placed> {
  const { rows } = await sql<{ placed: Placed }>`select studio_place_slip(
    ${id}::text, ${event_id}::text, ${play_key}::text, ${player}::text, ${game_id}::text, ${currency}::text, ${trial}::boolean, ${chips}::text,
    ${stake}::bigint, ${placed_at}::timestamptz, ${next_try_at}::timestamptz, ${JSON.stringify(max.spots)}::jsonb, ${max.all}::bigint
  ) as placed`.execute(executor);
  const [row] = rows;
  if (!row) throw new Error(`slip ${id} has no result`);
  return row.placed;
}

export function totalOf(chips: readonly Chip[]): Units {
  return chips.reduce((sum, { stake }) => sum + stake, 0n);
}
