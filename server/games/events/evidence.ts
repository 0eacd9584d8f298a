import type { EventState } from '../../../shared/games/events/event-state.ts';
import type { EventEvidence } from '../../../shared/games/events/protocol.ts';
import type { StudioDatabase } from '../tables.ts';
import { findEvent, findEvents, findSeedBefore } from './event-store.ts';
import { findLegs, isOnMatches } from './leg-store.ts';
import { presentBetEvidence, presentEvidence } from './presenter.ts';
import { findTicket, type TicketRecord } from './ticket-store.ts';

export interface Revealed {
  readonly gameId: string;
  /** Currency of the bet, if the address is a bet's. */
  readonly currency: string | undefined;
  readonly state: EventState;
  readonly evidence: EventEvidence | undefined;
}

const TICKET = /^t[0-9a-f]{32}$/;
const EVENT = /^[A-Z0-9_]{1,80}-\d{12}$/;

/** Public data of an event by its own address or the address of a bet on it; undefined if the address is unknown. */
export async function findRevealed(db: StudioDatabase, id: string): Promise<Revealed | undefined> {
  if (!TICKET.test(id) && !EVENT.test(id)) return undefined;
  const ticket = TICKET.test(id) ? await findTicket(db, id) : undefined;
  if (ticket && isOnMatches(ticket)) return findRevealedBet(db, ticket);
  const event = await findEvent(db, ticket?.event_id ?? id);
  if (!event) return undefined;
  const previousSeed = event.kind === 'round' || event.kind === 'flight' ? await findSeedBefore(db, event) : undefined;
  return { gameId: event.game_id, currency: ticket?.currency, state: event.state, evidence: presentEvidence(event, ticket, previousSeed) };
}

async function findRevealedBet(db: StudioDatabase, ticket: TicketRecord): Promise<Revealed> {
  const legs = (await findLegs(db, [ticket.id])).get(ticket.id) ?? [];
  const events = await findEvents(
    db,
    legs.map(({ event_id }) => event_id),
  );
  const evidence = presentBetEvidence(ticket, legs, events);
  const state = ticket.state === 'settled' ? 'drawn' : ticket.state === 'refunded' || ticket.state === 'voided' ? 'void' : 'open';
  return { gameId: ticket.game_id, currency: ticket.currency, state, evidence };
}
