import { type Selectable, sql } from 'kysely';
import { type LegState, slipPayout, slipState } from '../../../shared/games/events/slip.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import type { LegRow, StudioExecutor, StudioTx } from '../tables.ts';
import type { TicketRecord } from './ticket-store.ts';

export type Leg = Selectable<LegRow>;

/** An ended match: the result of each selection, or void. */
export interface MatchEnd {
  readonly eventId: string;
  stateOf(selection: string): Exclude<LegState, 'open'>;
}

export async function insertLegs(tx: StudioTx, legs: readonly Leg[]): Promise<void> {
  if (legs.length > 0)
    await tx
      .insertInto('studio_leg')
      .values([...legs])
      .execute();
}

/** The same selections at the current odds and step. */
export async function repriceLegs(tx: StudioTx, ticketId: string, legs: readonly Omit<Leg, 'ticket_id'>[]): Promise<void> {
  for (const { nr, odds, step } of legs)
    await tx.updateTable('studio_leg').set({ odds, step }).where('ticket_id', '=', ticketId).where('nr', '=', nr).execute();
}

/** Legs of each of the tickets, in order. */
export async function findLegs(executor: StudioExecutor, ticketIds: readonly string[]): Promise<ReadonlyMap<string, readonly Leg[]>> {
  if (ticketIds.length === 0) return new Map();
  const legs = await executor
    .selectFrom('studio_leg')
    .selectAll()
    .where('ticket_id', 'in', [...ticketIds])
    .orderBy('ticket_id')
    .orderBy('nr')
    .execute();
  const byTicket = new Map<string, Leg[]>();
  for (const leg of legs) byTicket.set(leg.ticket_id, [...(byTicket.get(leg.ticket_id) ?? []), leg]);
  return byTicket;
}

/**
 * Settles the legs on ended matches, and the accepted bets that they decide: a bet is lost with its first lost leg, otherwise
 * decided with its last one. The tickets are locked before any leg is read, in one order, so that two processes that end two
 * matches of one bet see each other's leg.
 */
export async function settleLegs(tx: StudioTx, ends: readonly MatchEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return;
  const eventIds = ends.map(({ eventId }) => eventId);
  const held = await tx
    .selectFrom('studio_ticket')
    .select(['id', 'stake', 'currency', 'state'])
    // An accepted bet is settled whether or not it was reported.
    .where((or) => or.or([or('state', '=', 'open'), or('changes', '>', 0)]))
    .where('id', 'in', (from) => from.selectFrom('studio_leg').select('ticket_id').where('event_id', 'in', eventIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  const tickets = held.filter(({ state }) => state === 'open');
  await endLegs(tx, ends);
  await markForReport(tx, held);
  const legs = await findLegs(
    tx,
    tickets.map(({ id }) => id),
  );
  const decided = tickets.flatMap(({ id, stake, currency }) => {
    const next = decisionOf(BigInt(stake), legs.get(id) ?? [], coinOf(currency));
    return next ? [sql`(${id}, ${next.state}, ${next.payout})`] : [];
  });
  if (decided.length === 0) return;
  await sql`update studio_ticket set state = decided.state, payout = decided.payout::bigint, attempts = 0, next_try_at = ${now}
    from (values ${sql.join(decided)}) as decided (id, state, payout)
    where studio_ticket.id = decided.id and studio_ticket.state = 'open'`.execute(tx);
}

/** Every accepted bet on these matches has a change to report, also one that was lost before. */
async function markForReport(tx: StudioTx, held: readonly { readonly id: string }[]): Promise<void> {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await tx.updateTable('studio_ticket').set({ changes: sql<number>`changes + 1` }).where('id', 'in', ids).execute();
}

/** The decision on an accepted bet by its legs; undefined while it is open. */
function decisionOf(
  stake: bigint,
  legs: readonly Leg[],
  coin: bigint,
): { readonly state: 'owed' | 'voided'; readonly payout: string } | undefined {
  if (legs.length === 0) throw new Error('a bet on matches has no legs');
  switch (slipState(legs)) {
    case 'open':
      return undefined;
    case 'void':
      return { state: 'voided', payout: '0' };
    default:
      return { state: 'owed', payout: String(slipPayout(stake, legs, coin)) };
  }
}

/** Whether the legs of a bet are the requested ones. */
export function areSameLegs(legs: readonly Leg[], requested: readonly { readonly eventId: string; readonly selection: string }[]): boolean {
  const isSame = ({ event_id, selection }: Leg, index: number) =>
    requested[index]?.eventId === event_id && requested[index].selection === selection;
  return legs.length === requested.length && legs.every(isSame);
}

export function isOnMatches({ event_id }: Pick<TicketRecord, 'event_id'>): boolean {
  return event_id === null;
}

async function endLegs(tx: StudioTx, ends: readonly MatchEnd[]): Promise<void> {
  const openSelections = await tx
    .selectFrom('studio_leg')
    .select(['event_id', 'selection'])
    .distinct()
    .where(
      'event_id',
      'in',
      ends.map(({ eventId }) => eventId),
    )
    .where('state', '=', 'open')
    .execute();
  const byEvent = new Map(ends.map((end) => [end.eventId, end]));
  const results = openSelections.flatMap(({ event_id, selection }) => {
    const state = byEvent.get(event_id)?.stateOf(selection);
    return state ? [sql`(${event_id}, ${selection}, ${state})`] : [];
  });
  if (results.length === 0) return;
  await sql`update studio_leg set state = result.state from (values ${sql.join(results)}) as result (event_id, selection, state)
    where studio_leg.event_id = result.event_id and studio_leg.selection = result.selection and studio_leg.state = 'open'`.execute(tx);
}
