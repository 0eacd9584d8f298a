import { type Selectable, sql } from 'kysely';
import { type LegState, slipPayout, slipState } from '../../../shared/studio/events/slip.ts';
import type { LegRow, StudioExecutor, StudioTx } from '../tables.ts';
import type { TicketRecord } from './ticket-store.ts';

export type Leg = Selectable<LegRow>;

/** A match that is over: what its seed made of a selection, or void. */
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

/** The same selections at the odds and the state of now. */
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
 * What has come of all legs on matches that have ended, and of the accepted bets that are decided with it: lost with the first
 * lost leg, otherwise known with the last one. The tickets are held before a leg is looked at, in one order: two processes
 * that end two matches of one bet see each other's leg.
 */
export async function settleLegs(tx: StudioTx, ends: readonly MatchEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return;
  const eventIds = ends.map(({ eventId }) => eventId);
  const held = await tx
    .selectFrom('studio_ticket')
    .select(['id', 'stake', 'state'])
    // An accepted bet is settled whether or not anything was told of it.
    .where((or) => or.or([or('state', '=', 'open'), or('news', '>', 0)]))
    .where('id', 'in', (from) => from.selectFrom('studio_leg').select('ticket_id').where('event_id', 'in', eventIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  const tickets = held.filter(({ state }) => state === 'open');
  await endLegs(tx, ends);
  await countNews(tx, held);
  const legs = await findLegs(
    tx,
    tickets.map(({ id }) => id),
  );
  const decided = tickets.flatMap(({ id, stake }) => {
    const next = decisionOf(BigInt(stake), legs.get(id) ?? []);
    return next ? [sql`(${id}, ${next.state}, ${next.payout})`] : [];
  });
  if (decided.length === 0) return;
  await sql`update studio_ticket set state = decided.state, payout = decided.payout::bigint, attempts = 0, next_try_at = ${now}
    from (values ${sql.join(decided)}) as decided (id, state, payout)
    where studio_ticket.id = decided.id and studio_ticket.state = 'open'`.execute(tx);
}

/** There is something to tell of every accepted bet on these matches, also of one that was lost before. */
async function countNews(tx: StudioTx, held: readonly { readonly id: string }[]): Promise<void> {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await tx.updateTable('studio_ticket').set({ news: sql<number>`news + 1` }).where('id', 'in', ids).execute();
}

/** What follows for an accepted bet from its legs; undefined while it is open. */
function decisionOf(stake: bigint, legs: readonly Leg[]): { readonly state: 'owed' | 'voided'; readonly payout: string } | undefined {
  if (legs.length === 0) throw new Error('a bet on matches has no legs');
  switch (slipState(legs)) {
    case 'open':
      return undefined;
    case 'void':
      return { state: 'voided', payout: '0' };
    default:
      return { state: 'owed', payout: String(slipPayout(stake, legs)) };
  }
}

/** The legs of a bet are those that a page asked for. */
export function areSame(legs: readonly Leg[], asked: readonly { readonly eventId: string; readonly selection: string }[]): boolean {
  const isSame = ({ event_id, selection }: Leg, index: number) =>
    asked[index]?.eventId === event_id && asked[index].selection === selection;
  return legs.length === asked.length && legs.every(isSame);
}

export function isOnMatches({ event_id }: Pick<TicketRecord, 'event_id'>): boolean {
  return event_id === null;
}

async function endLegs(tx: StudioTx, ends: readonly MatchEnd[]): Promise<void> {
  const asked = await tx
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
  const results = asked.flatMap(({ event_id, selection }) => {
    const state = byEvent.get(event_id)?.stateOf(selection);
    return state ? [sql`(${event_id}, ${selection}, ${state})`] : [];
  });
  if (results.length === 0) return;
  await sql`update studio_leg set state = result.state from (values ${sql.join(results)}) as result (event_id, selection, state)
    where studio_leg.event_id = result.event_id and studio_leg.selection = result.selection and studio_leg.state = 'open'`.execute(tx);
}
