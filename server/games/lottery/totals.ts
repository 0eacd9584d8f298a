import { sql } from 'kysely';
import type { LotteryTotals } from '../../../shared/games/lottery/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { DrawTotals } from '../../../shared/seamless/draw-desk.ts';
import type { StudioEvent } from '../events/event-store.ts';
import type { StudioTx } from '../tables.ts';

/**
 * Stores what was staked on a draw and what its tickets win, by currency and in real money. The transaction of the draw calls it after the
 * tickets are settled: no other ticket can count any more.
 */
export async function storeTotals(tx: StudioTx, drawId: string): Promise<void> {
  const { rows } = await sql<DrawTotals[number]>`
    select currency, sum(stake)::text as sold, sum(payout)::text as paid from studio_ticket
      where event_id = ${drawId} and state in ('owed', 'settled') and not trial group by currency order by currency`.execute(tx);
  await tx
    .updateTable('studio_event')
    .set({ totals: JSON.stringify(rows) })
    .where('id', '=', drawId)
    .execute();
}

/** Null before the draw, and for draws of earlier releases. Amounts are units. */
export function totalsIn({ state, totals }: Pick<StudioEvent, 'state' | 'totals'>): DrawTotals | null {
  return state === 'drawn' && totals !== null ? (JSON.parse(totals) as DrawTotals) : null;
}

/** What was staked on a drawn draw and what its tickets win, as wire decimals. */
export function totalsOf(event: StudioEvent): readonly LotteryTotals[] {
  return (totalsIn(event) ?? []).map(({ currency, sold, paid }) => ({ currency, sold: toWire(BigInt(sold)), paid: toWire(BigInt(paid)) }));
}
