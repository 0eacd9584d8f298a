import { type Insertable, type Selectable, sql } from 'kysely';
import type { StudioExecutor, StudioTx, TicketRow } from '../tables.ts';

export type TicketRecord = Selectable<TicketRow>;

/** States that need a wallet call. */
export const UNSETTLED_STATES = ['placing', 'owed', 'voided', 'reversing'] as const;
/** Tickets of one page of a list. */
const TICKETS_LISTED = 40;

/** Undefined if the player has used the key. */
export async function insertTicket(tx: StudioTx, ticket: Insertable<TicketRow>): Promise<TicketRecord | undefined> {
  return tx
    .insertInto('studio_ticket')
    .values(ticket)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findTicket(executor: StudioExecutor, id: string): Promise<TicketRecord | undefined> {
  return executor.selectFrom('studio_ticket').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findTicketByKey(executor: StudioExecutor, player: string, key: string): Promise<TicketRecord | undefined> {
  return executor.selectFrom('studio_ticket').selectAll().where('player', '=', player).where('play_key', '=', key).executeTakeFirst();
}

/** Cursor of a list of tickets: milliseconds of the bet and id of the last ticket, "1795248000000-t4f...". */
export const TICKET_CURSOR = /^\d{13}-t[0-9a-f]{32}$/;

/** The player's tickets in a game that the wallet has not refused, newest first; with a cursor those after it. At most `TICKETS_LISTED`. */
export async function listTickets(executor: StudioExecutor, player: string, gameId: string, after?: string): Promise<TicketRecord[]> {
  let query = executor
    .selectFrom('studio_ticket')
    .selectAll()
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', '<>', 'refused')
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TICKETS_LISTED);
  const [at, id] = after?.split('-') ?? [];
  if (at !== undefined && id !== undefined)
    query = query.where(sql<boolean>`(placed_at, id) < (${new Date(Number(at)).toISOString()}::timestamptz, ${id}::text)`);
  return query.execute();
}

/** The cursor after a whole page of tickets; null after the last page. */
export function nextCursor(listed: readonly TicketRecord[]): string | null {
  const last = listed.at(-1);
  return last && listed.length === TICKETS_LISTED ? `${last.placed_at.getTime()}-${last.id}` : null;
}

/** Bets on matches with unreported changes, oldest first. */
export async function listUnreported(executor: StudioExecutor, limit: number): Promise<TicketRecord[]> {
  return executor
    .selectFrom('studio_ticket')
    .selectAll()
    .whereRef('changes', '>', 'reported_changes')
    .orderBy('placed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A ticket that has changed since it was read stays pending. Rows are locked in the order of the ids, as at the end of a match. */
export async function markReported(executor: StudioExecutor, tickets: readonly TicketRecord[]): Promise<void> {
  const rows = tickets.map(({ id, changes }) => sql`(${id}, ${changes}::integer)`);
  await sql`update studio_ticket set reported_changes = held.changes
    from (select ticket.id, reported.changes from studio_ticket as ticket join (values ${sql.join(rows)}) as reported (id, changes)
      on ticket.id = reported.id order by ticket.id for update of ticket) as held
    where studio_ticket.id = held.id`.execute(executor);
}

export type TicketChange = Partial<
  Pick<TicketRecord, 'state' | 'payout' | 'cashed' | 'refusal' | 'balance_after' | 'ended_at' | 'next_try_at' | 'attempts' | 'changes'>
>;

/** Updates a ticket; undefined if it is no longer in the expected state. */
export async function updateTicket(
  executor: StudioExecutor,
  ticket: TicketRecord,
  change: TicketChange,
): Promise<TicketRecord | undefined> {
  return executor
    .updateTable('studio_ticket')
    .set(change)
    .where('id', '=', ticket.id)
    .where('state', '=', ticket.state)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Opens a ticket whose stake was accepted, while its event is open and cannot be drawn, on a flight until take-off; undefined if
 * that is over or another process has updated the ticket. `now`: at or after the wallet's reply.
 */
export async function openTicket(
  executor: StudioExecutor,
  ticket: TicketRecord,
  change: TicketChange,
  now: Date,
): Promise<TicketRecord | undefined> {
  return executor
    .updateTable('studio_ticket')
    .set({ ...change, state: 'open' })
    .from((from) =>
      from
        .selectFrom('studio_event')
        .select('id as held_id')
        .where('id', '=', ticket.event_id ?? '')
        .where('state', '=', 'open')
        .where((or) => or.or([or('kind', '<>', 'flight'), or('closes_at', '>', now)]))
        .forShare()
        .as('held'),
    )
    .whereRef('studio_ticket.event_id', '=', 'held.held_id')
    .where('studio_ticket.id', '=', ticket.id)
    .where('studio_ticket.state', '=', 'placing')
    .returningAll('studio_ticket')
    .executeTakeFirst();
}

/** Marks the accepted slips of a void round for refund. */
export async function voidSlips(tx: StudioTx, eventId: string, now: Date): Promise<void> {
  await tx
    .updateTable('studio_ticket')
    .set({ state: 'voided', payout: '0', attempts: 0, next_try_at: now })
    .where('event_id', '=', eventId)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Claims a due ticket and returns its current row: a bet on a flight may have been cashed out since it was read. Undefined if it
 * is not due or another process was faster.
 */
export async function claimTicket(
  executor: StudioExecutor,
  ticket: TicketRecord,
  now: Date,
  until: Date,
): Promise<TicketRecord | undefined> {
  return executor
    .updateTable('studio_ticket')
    .set({ next_try_at: until })
    .where('id', '=', ticket.id)
    .where('state', '=', ticket.state)
    .where('next_try_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** Claims all due tickets that no other process is claiming. */
export async function claimDueTickets(executor: StudioExecutor, now: Date, until: Date, limit: number): Promise<TicketRecord[]> {
  return executor
    .updateTable('studio_ticket')
    .set({ next_try_at: until })
    .where('id', 'in', (from) =>
      from
        .selectFrom('studio_ticket')
        .select('id')
        .where('state', 'in', [...UNSETTLED_STATES])
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/**
 * Ends paid tickets; returns those that were still owed. Rows are locked in the order of the ids: a bet that was lost early is
 * also locked by the ends of its other matches.
 */
export async function endSettled(
  executor: StudioExecutor,
  paid: readonly { readonly id: string; readonly balance: string | null }[],
  now: Date,
): Promise<ReadonlyMap<string, TicketRecord>> {
  if (paid.length === 0) return new Map();
  // Arrays instead of a row of values per ticket: the statement stays the same for any number.
  const [ids, balances] = [paid.map(({ id }) => id), paid.map(({ balance }) => balance)];
  const ended = await executor
    .updateTable('studio_ticket')
    .set({ state: 'settled', balance_after: sql<string>`paid.balance`, ended_at: now })
    .from(
      sql<{ id: string; balance: string | null }>`(select ticket.id, known.balance from studio_ticket as ticket
        join unnest(${ids}::text[], ${balances}::bigint[]) as known (id, balance) on ticket.id = known.id
        where ticket.state = 'owed' order by ticket.id for update of ticket)`.as<'paid'>(sql`paid`),
    )
    .whereRef('studio_ticket.id', '=', 'paid.id')
    .where('studio_ticket.state', '=', 'owed')
    .returningAll('studio_ticket')
    .execute();
  return new Map(ended.map((ticket) => [ticket.id, ticket]));
}

/** After a start every unsettled ticket is due: the process that held its lease has ended. */
export async function makeTicketsDue(executor: StudioExecutor, now: Date): Promise<void> {
  await executor
    .updateTable('studio_ticket')
    .set({ next_try_at: now })
    .where('state', 'in', [...UNSETTLED_STATES])
    .execute();
}
