import { StudioRefusal } from '../refusal.ts';
import type { StudioTx } from '../tables.ts';
import { lockEvents, type StudioEvent } from './event-store.ts';
import { findLegs, type Leg, repriceLegs } from './leg-store.ts';
import { type TicketChange, type TicketRecord, updateTicket } from './ticket-store.ts';

/** Validates a bet as if it were placed now; throws the refusal. */
type AdmitNow = (events: ReadonlyMap<string, StudioEvent>) => Promise<readonly Omit<Leg, 'ticket_id'>[]>;

/**
 * Undefined if a match has advanced since the bet was placed and the bet cannot be placed again at the current odds. The locked
 * matches cannot advance meanwhile.
 */
export async function openOnMatches(
  tx: StudioTx,
  ticket: TicketRecord,
  change: TicketChange,
  admitNow?: AdmitNow,
): Promise<TicketRecord | undefined> {
  const legs = (await findLegs(tx, [ticket.id])).get(ticket.id) ?? [];
  const events = await lockEvents(
    tx,
    legs.map(({ event_id }) => event_id),
  );
  const isUnchanged = ({ event_id, step }: Leg) => {
    const event = events.get(event_id);
    return event?.state === 'open' && (event.course ?? '').length === step;
  };
  if (legs.length === 0) return undefined;
  const repriced = legs.every(isUnchanged) ? [] : await unlessRefused(admitNow?.(events));
  const open = repriced && (await updateTicket(tx, ticket, { ...change, state: 'open', changes: ticket.changes + 1 }));
  if (open) await repriceLegs(tx, ticket.id, repriced);
  return open;
}

async function unlessRefused<Value>(admitted: Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await admitted;
  } catch (error) {
    if (error instanceof StudioRefusal) return undefined;
    throw error;
  }
}
