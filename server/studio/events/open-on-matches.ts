import { StudioRefusal } from '../refusal.ts';
import type { StudioTx } from '../tables.ts';
import { holdEvents, type StudioEvent } from './event-store.ts';
import { findLegs, type Leg, repriceLegs } from './leg-store.ts';
import { moveTicket, type TicketChange, type TicketRecord } from './ticket-store.ts';

/** Looks at a bet as if it were placed now; refuses what may not be. */
type AdmitNow = (events: ReadonlyMap<string, StudioEvent>) => Promise<readonly Omit<Leg, 'ticket_id'>[]>;

/**
 * Undefined when a match has gone on since the bet was placed and the bet would not be taken any more, or must not be placed anew.
 * While the matches are held none can go on.
 */
export async function openOnMatches(
  tx: StudioTx,
  ticket: TicketRecord,
  change: TicketChange,
  admitNow?: AdmitNow,
): Promise<TicketRecord | undefined> {
  const legs = (await findLegs(tx, [ticket.id])).get(ticket.id) ?? [];
  const events = await holdEvents(
    tx,
    legs.map(({ event_id }) => event_id),
  );
  const stands = ({ event_id, step }: Leg) => {
    const event = events.get(event_id);
    return event?.state === 'open' && (event.course ?? '').length === step;
  };
  if (legs.length === 0) return undefined;
  const anew = legs.every(stands) ? [] : await unlessRefused(admitNow?.(events));
  const open = anew && (await moveTicket(tx, ticket, { ...change, state: 'open', news: ticket.news + 1 }));
  if (open) await repriceLegs(tx, ticket.id, anew);
  return open;
}

async function unlessRefused<Value>(asked: Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StudioRefusal) return undefined;
    throw error;
  }
}
