import { flightPayout } from '../../../shared/games/crash/flight.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toUnitText } from '../../../shared/money/money.ts';
import { findEvent, lockEvent, type StudioEvent } from '../events/event-store.ts';
import { findTicket, type TicketRecord } from '../events/ticket-store.ts';
import { StudioRefusal } from '../refusal.ts';
import type { Session } from '../store.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import { beganBefore, bookedAt, currentMultiplier, lockTicket } from './flight-store.ts';

/** Arrival time of a request: by the studio's clock, and in monotonic milliseconds. */
export interface Arrival {
  readonly at: Date;
  readonly ticks: number;
}

/**
 * Cashes a bet out at the multiplier at the request's arrival. A bet that is already cashed out, by hand or by its target, is
 * returned unchanged; from the millisecond of the crash on, the cash-out is refused as too late.
 */
export async function cashOut(db: StudioDatabase, session: Session, betId: string, arrival: Arrival): Promise<TicketRecord> {
  const found = await findTicket(db, betId);
  if (found?.player !== session.player || found.game_id !== session.game_id || found.target === null)
    throw new StudioRefusal('bad_request');
  if (found.cashed !== null) return found;
  // Without a lock: requests after the crash must not delay the end of the flight.
  const flight = await findEvent(db, found.event_id ?? '');
  if (flight && arrival.at >= flight.draws_at) throw new StudioRefusal('cash_out_late');
  return db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, found.event_id ?? '');
    const ticket = await lockTicket(tx, betId);
    if (!event || ticket?.target == null) throw new Error(`bet ${betId} or its flight is missing`);
    if (ticket.cashed !== null) return ticket;
    if (arrival.at < event.closes_at) throw new StudioRefusal('bad_request');
    // The wallet has not accepted the stake before take-off, so this stake is rolled back.
    if (ticket.state === 'placing') throw new StudioRefusal('bets_closed');
    if (arrival.at >= event.draws_at || !(await arrivedInTime(tx, event, ticket, arrival))) throw new StudioRefusal('cash_out_late');
    const cashed = Math.min(currentMultiplier(event, arrival.at), ticket.target);
    const payout = toUnitText(flightPayout(BigInt(ticket.stake), cashed, coinOf(ticket.currency)));
    return tx
      .updateTable('studio_ticket')
      .set({ state: 'owed', cashed, payout, attempts: 0, next_try_at: arrival.at })
      .where('id', '=', betId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** A flight may have ended while a request that arrived before the crash was on its way to the database. */
async function arrivedInTime(tx: StudioTx, event: StudioEvent, ticket: TicketRecord, { ticks }: Arrival): Promise<boolean> {
  if (ticket.state === 'open') return event.state === 'open' || beganBefore(tx, event, performance.now() - ticks);
  const waits = (ticket.state === 'owed' || ticket.state === 'voided') && ticket.next_try_at.getTime() === bookedAt(event).getTime();
  return waits && event.state === 'drawn' && beganBefore(tx, event, performance.now() - ticks);
}
