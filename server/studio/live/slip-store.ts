import { sql } from 'kysely';
import { parseWireAmount, type Units } from '../../../shared/money/money.ts';
import type { SlipChip } from '../../../shared/studio/live/protocol.ts';
import { type Chip, TABLE_TIMES, type TableOutcome, tablePayout } from '../../../shared/studio/live/table.ts';
import type { StudioTx } from '../tables.ts';

export function chipsOf(chips: string): readonly Chip[] {
  return (JSON.parse(chips) as SlipChip[]).map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n }));
}

/**
 * The accepted slips of a round that came out: what each is owed, a lost one nothing. It is paid when the result has been
 * shown: a balance that moves before would tell it.
 */
export async function oweSlips(tx: StudioTx, roundId: string, outcome: TableOutcome, now: Date): Promise<void> {
  const slips = await tx
    .selectFrom('studio_ticket')
    .select(['id', 'chips'])
    .where('event_id', '=', roundId)
    .where('state', '=', 'open')
    .execute();
  if (slips.length === 0) return;
  const paidAt = new Date(now.getTime() + TABLE_TIMES[outcome.game].reveal * 1_000);
  const rows = slips.map(({ id, chips }) => sql`(${id}, ${String(tablePayout(outcome, chipsOf(chips ?? '[]')))})`);
  await sql`update studio_ticket set state = 'owed', payout = owed.payout::bigint, attempts = 0, next_try_at = ${paidAt}
    from (values ${sql.join(rows)}) as owed (id, payout)
    where studio_ticket.id = owed.id and studio_ticket.state = 'open'`.execute(tx);
}

/** What a player has on a round already, without what was refused or given back. Others of the player wait meanwhile. */
export async function holdStakes(tx: StudioTx, player: string, roundId: string): Promise<readonly Chip[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${player}/${roundId}`}, 0))`.execute(tx);
  const slips = await tx
    .selectFrom('studio_ticket')
    .select('chips')
    .where('event_id', '=', roundId)
    .where('player', '=', player)
    .where('state', 'not in', ['refused', 'refunded'])
    .execute();
  return slips.flatMap(({ chips }) => chipsOf(chips ?? '[]'));
}

export function totalOf(chips: readonly Chip[]): Units {
  return chips.reduce((sum, { stake }) => sum + stake, 0n);
}
