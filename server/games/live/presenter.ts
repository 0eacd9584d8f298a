import type { Slip, SlipAnswer, SlipChip, TableAnswer, TableRound } from '../../../shared/games/live/protocol.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { STUDIO_VERIFY_PATH } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { outcomeIn } from './round-terms.ts';

/** A round as the table shows it. Seed and outcome are left out until it is drawn, which is after its bets have closed. */
export function presentTableRound(event: StudioEvent): TableRound {
  const isDrawn = event.state === 'drawn';
  return {
    roundId: event.id,
    issue: event.issue,
    opensAt: event.opens_at.toISOString(),
    closesAt: event.closes_at.toISOString(),
    drawsAt: event.draws_at.toISOString(),
    state: event.state,
    seedHash: event.seed_hash,
    outcome: outcomeIn(event),
    serverSeed: isDrawn ? event.server_seed : null,
    verifyUrl: `${STUDIO_VERIFY_PATH}/${event.id}`,
  };
}

export function presentTable(now: Date, event: StudioEvent | undefined, history: readonly string[]): TableAnswer {
  return {
    now: now.toISOString(),
    round: event ? presentTableRound(event) : null,
    history: history.map((outcome) => JSON.parse(outcome) as TableOutcome),
  };
}

/** The fields of an event that a slip shows. */
export type SlipRound = Pick<StudioEvent, 'id' | 'issue' | 'kind' | 'state' | 'outcome'>;

/** The round of an open slip, without a query: it has no outcome yet. */
export function openRoundOf({ id, event_id, game_id }: TicketRecord): SlipRound {
  if (event_id === null) throw new Error(`ticket ${id} is not a slip`);
  return { id: event_id, issue: event_id.slice(game_id.length + 1), kind: 'round', state: 'open', outcome: null };
}

export function presentSlip(ticket: TicketRecord, event: SlipRound): Slip {
  const { id, chips, state, stake, payout } = ticket;
  if (chips === null) throw new Error(`ticket ${id} is not a slip`);
  const isBack = state === 'refunded' || state === 'voided';
  return {
    slipId: id,
    roundId: event.id,
    issue: event.issue,
    chips: JSON.parse(chips) as SlipChip[],
    stake: toWire(BigInt(stake)),
    payout: toWire(BigInt((isBack ? stake : payout) ?? 0)),
    status: state === 'open' || state === 'settled' || state === 'refunded' ? state : 'pending',
    outcome: outcomeIn(event),
    placedAt: ticket.placed_at.toISOString(),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${id}`,
  };
}

export function presentSlipAnswer(ticket: TicketRecord, event: SlipRound): SlipAnswer {
  return { slip: presentSlip(ticket, event), balance: ticket.balance_after === null ? null : toWire(BigInt(ticket.balance_after)) };
}
