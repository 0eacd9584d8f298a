import type { EventEvidence } from '../../../shared/games/events/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { crashIn } from './flight-store.ts';

type FlightEvidence = Extract<EventEvidence, { kind: 'flight' }>;

/** Evidence of a flight that has ended, besides its seeds; with the bet if the address is the bet's. */
export function presentFlightEvidence(
  event: StudioEvent,
  ticket: TicketRecord | undefined,
  previousSeed: string | undefined,
): Pick<FlightEvidence, 'crash' | 'takesOffAt' | 'previousSeed' | 'bet'> {
  return {
    crash: crashIn(event) ?? 0,
    takesOffAt: event.closes_at.toISOString(),
    previousSeed: previousSeed ?? null,
    bet: ticket?.state === 'settled' && ticket.target !== null ? betOf(ticket, ticket.target) : null,
  };
}

function betOf({ stake, cashed, payout }: TicketRecord, target: number): NonNullable<FlightEvidence['bet']> {
  return { stake: toWire(BigInt(stake)), target, cashed, payout: toWire(BigInt(payout ?? 0)) };
}
