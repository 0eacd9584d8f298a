import { toWire } from '../../../shared/money/money.ts';
import type { DrawTerms } from '../../../shared/studio/events/draw.ts';
import { winningPayout } from '../../../shared/studio/events/match.ts';
import type { EventEvidence, MatchEvent, Ticket } from '../../../shared/studio/events/protocol.ts';
import type { SlipChip } from '../../../shared/studio/live/protocol.ts';
import { STUDIO_VERIFY_PATH } from '../../../shared/studio/protocol.ts';
import { presentFlightEvidence } from '../crash/evidence.ts';
import { outcomeIn } from '../live/round-terms.ts';
import { fixtureOf, type StudioEvent, scoreOf } from './event-store.ts';
import type { TicketRecord } from './ticket-store.ts';

export function presentMatch(event: StudioEvent): MatchEvent {
  const { league, home, away, featured, terms } = fixtureOf(event);
  return {
    eventId: event.id,
    issue: event.issue,
    ...{ league, home, away, featured, odds: terms.odds },
    startsAt: event.closes_at.toISOString(),
    endsAt: event.draws_at.toISOString(),
    state: event.state,
    score: scoreOf(event),
    seedHash: event.seed_hash,
    verifyUrl: `${STUDIO_VERIFY_PATH}/${event.id}`,
  };
}

export function presentTicket(ticket: TicketRecord, event: StudioEvent): Ticket {
  const { id, selection, odds, state } = ticket;
  if (selection === null || odds === null) throw new Error(`ticket ${id} is no bet on a match`);
  const stake = BigInt(ticket.stake);
  const isOpen = state === 'placing' || state === 'open';
  return {
    ticketId: id,
    event: presentMatch(event),
    selection,
    odds: oddsText(odds),
    stake: toWire(stake),
    payout: toWire(state === 'refunded' || state === 'voided' ? stake : isOpen ? winningPayout(stake, odds) : BigInt(ticket.payout ?? 0)),
    status: statusOf(ticket),
    placedAt: ticket.placed_at.toISOString(),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${id}`,
  };
}

function statusOf({ state, payout }: TicketRecord): Ticket['status'] {
  if (state === 'open') return 'open';
  if (state === 'settled') return payout === '0' ? 'lost' : 'won';
  return state === 'refunded' ? 'refunded' : 'pending';
}

/** The whole of an event that is over, with its secret; undefined while it is open, and for a void one, whose seed decided nothing. */
export function presentEvidence(
  event: StudioEvent,
  ticket: TicketRecord | undefined,
  previousSeed: string | undefined,
): EventEvidence | undefined {
  if (event.state !== 'drawn' || event.outcome === null) return undefined;
  const common = {
    eventId: event.id,
    issue: event.issue,
    serverSeed: event.server_seed,
    serverSeedHash: event.seed_hash,
    drawsAt: event.draws_at.toISOString(),
  };
  if (event.kind === 'draw')
    return { kind: 'draw', ...common, terms: JSON.parse(event.terms) as DrawTerms, numbers: JSON.parse(event.outcome) as string[] };
  if (event.kind === 'flight') return { kind: 'flight', ...common, ...presentFlightEvidence(event, ticket, previousSeed) };
  const outcome = event.kind === 'round' ? outcomeIn(event) : null;
  if (outcome) {
    const chips = ticket?.state === 'settled' ? ticket.chips : null;
    const slip = chips === null ? null : { chips: JSON.parse(chips) as SlipChip[], payout: toWire(BigInt(ticket?.payout ?? 0)) };
    return { kind: 'round', ...common, game: outcome.game, outcome, previousSeed: previousSeed ?? null, slip };
  }
  const { league, home, away, terms } = fixtureOf(event);
  return {
    kind: 'match',
    ...common,
    ...{ league, home, away, terms },
    score: scoreOf(event) ?? { home: 0, away: 0 },
    ticket:
      ticket?.state === 'settled' && ticket.selection !== null && ticket.odds !== null
        ? {
            selection: ticket.selection,
            odds: oddsText(ticket.odds),
            stake: toWire(BigInt(ticket.stake)),
            payout: toWire(BigInt(ticket.payout ?? 0)),
          }
        : null,
  };
}

function oddsText(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}
