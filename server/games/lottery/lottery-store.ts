import { type RawBuilder, sql } from 'kysely';
import { EXPOSURE_LIMITS, type TicketExposure } from '../../../shared/games/lottery/exposure.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toUnitText } from '../../../shared/money/money.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { StudioExecutor, StudioTx } from '../tables.ts';
import { orderIn, ticketOf } from './stored-order.ts';

export type Placed = 'placed' | 'known' | 'unknown' | 'closed' | Full;
/** A limit of the draw refuses the ticket. `room` is what may still be won, in coins. */
export type Full =
  | { readonly scope: 'number'; readonly numbers: readonly { readonly number: string; readonly room: bigint }[] }
  | { readonly scope: 'playType' | 'draw'; readonly room: bigint };
/** Stored as the reason of a refund that the player requested. */
export const CANCELLED = 'cancelled';
/** Tickets that are settled by one statement. */
const SETTLED_AT_ONCE = 500;

/** What a ticket adds to the exposure of its draw; absent for play money. */
export interface CountedOrder extends TicketExposure {
  readonly playType: string;
  readonly bets: readonly string[];
}

export interface PlacedOn {
  readonly time: RawBuilder<Date>;
  /** What the order was read for. A draw that was announced before a release that changed its game takes no tickets of the new release. */
  readonly terms: string;
  readonly counted: CountedOrder | undefined;
}

/**
 * Stores a ticket if its draw takes bets and has room for it, in one statement: the draw is locked against its end, and `time` is read by the
 * database once the lock is held, so that no ticket is stored after the close, even if the clock of this process is slow. The same statement
 * counts the exposure (migration 245).
 */
export async function placeTicket(executor: StudioExecutor, ticket: TicketRecord, on: PlacedOn): Promise<Placed> {
  const { play_key, player } = ticket;
  const row = await storeInTime(executor, ticket, on);
  if ('scope' in row) return row;
  if (row.placed) return 'placed';
  if (row.known) return 'known';
  if (!row.found) return 'unknown';
  // A request with the same key may have been stored while this one waited.
  const before = await executor
    .selectFrom('studio_ticket')
    .select('id')
    .where('player', '=', player)
    .where('play_key', '=', play_key)
    .executeTakeFirst();
  return before ? 'known' : 'closed';
}

async function storeInTime(executor: StudioExecutor, ticket: TicketRecord, { time, terms, counted }: PlacedOn): Promise<Stored | Full> {
  const { id, event_id, play_key, player, game_id, currency, trial, chips, stake, next_try_at, placed_at, chase_id, chase_nr } = ticket;
  const exposure = counted ? exposureText(counted) : null;
  try {
    const { rows } = await sql<Stored>`
      with draw as (
        select id, state, terms, opens_at, closes_at, draws_at from studio_event where id = ${event_id} and game_id = ${game_id} and kind = 'draw' for share
      ), placed as (
        insert into studio_ticket (id, event_id, play_key, player, game_id, currency, trial, chips, stake, state, next_try_at, placed_at,
          exposure, chase_id, chase_nr)
        select ${id}::text, draw.id, ${play_key}::text, ${player}::text, ${game_id}::text, ${currency}::text, ${trial}::boolean,
          ${chips}::text, ${stake}::bigint, 'placing', ${next_try_at}::timestamptz, ${placed_at}::timestamptz,
          ${exposure}::text, ${chase_id}::text, ${chase_nr}::integer
        from draw where draw.state = 'open' and draw.terms = ${terms} and ${time} >= draw.opens_at and ${time} < draw.closes_at
          and not exists (select 1 from studio_closed_day as closed
            where closed.game_id = ${game_id} and closed.starts_at <= draw.draws_at and draw.draws_at < closed.ends_at)
        on conflict do nothing returning id
      )
      select exists (select 1 from studio_ticket where player = ${player} and play_key = ${play_key}) as known,
        exists (select 1 from draw) as found,
        ${counted ? taken(ticket, counted) : sql`exists (select 1 from placed)`} as placed`.execute(executor);
    const [row] = rows;
    if (!row) throw new Error(`the statement for ${id} gave no row`);
    return row;
  } catch (error) {
    return fullIn(error);
  }
}
interface Stored {
  readonly known: boolean;
  readonly found: boolean;
  readonly placed: boolean;
}

/** Null if nothing was placed. */
function taken({ event_id, game_id }: TicketRecord, { playType, bets, risks, stake, most }: CountedOrder): RawBuilder<boolean> {
  const each = risks.length === 1 ? bets.map(() => risks[0] ?? 0n) : risks;
  const { number, playType: ofType, draw } = EXPOSURE_LIMITS;
  return sql`coalesce((select studio_take_exposure(placed.id, ${event_id}::text, ${game_id}::text, ${playType}::text, ${[...bets]}::text[],
    ${each.map(String)}::bigint[], ${String(stake)}::bigint, ${String(most)}::bigint,
    ${String(number)}::bigint, ${String(ofType)}::bigint, ${String(draw)}::bigint) from placed), false)`;
}

/** What a stored ticket needs to be subtracted again. */
function exposureText({ stake, most, risks }: TicketExposure): string {
  return JSON.stringify({ stake: String(stake), most: String(most), risks: risks.map(String) });
}

/** Raised by `studio_take_exposure`. */
const FULL = 'LG001';

function fullIn(error: unknown): Full {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (code !== FULL || typeof message !== 'string') throw error;
  const raised = JSON.parse(message) as
    | { readonly scope: 'number'; readonly numbers: readonly { readonly number: string; readonly room: string }[] }
    | { readonly scope: 'playType' | 'draw'; readonly room: string };
  if (raised.scope !== 'number') return { scope: raised.scope, room: BigInt(raised.room) };
  return { scope: 'number', numbers: raised.numbers.map(({ number, room }) => ({ number, room: BigInt(room) })) };
}

/**
 * Takes an accepted ticket back before its draw closes, by the time of the database: it is refunded. Undefined if it is too late, or
 * the ticket is not open.
 */
export async function cancelTicket(
  executor: StudioExecutor,
  { id, player, game_id }: Pick<TicketRecord, 'id' | 'player' | 'game_id'>,
  now: Date,
  time: RawBuilder<Date>,
): Promise<TicketRecord | undefined> {
  const { rows } = await sql<{ id: string }>`
    with draw as (
      select event.id, event.closes_at from studio_event as event join studio_ticket as ticket on ticket.event_id = event.id
        where ticket.id = ${id} and ticket.player = ${player} and ticket.game_id = ${game_id}
          and event.kind = 'draw' and event.state = 'open' for share of event
    )
    update studio_ticket as ticket
      set state = 'voided', payout = 0, refusal = ${CANCELLED}, attempts = 0, next_try_at = ${now}::timestamptz
      from draw where ticket.id = ${id} and ticket.event_id = draw.id and ticket.state = 'open' and ${time} < draw.closes_at
      returning ticket.id`.execute(executor);
  if (rows.length === 0) return undefined;
  return executor.selectFrom('studio_ticket').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Stores what the accepted tickets of a draw win, zero for lost ones. The transaction that ends the draw calls it, so that each ticket is
 * settled once, with the numbers that are published.
 */
export async function oweTickets(tx: StudioTx, drawId: string, numbers: readonly string[], now: Date): Promise<void> {
  for (let last = ''; ; ) {
    const tickets = await tx
      .selectFrom('studio_ticket')
      .select(['id', 'chips', 'currency'])
      .where('event_id', '=', drawId)
      .where('state', '=', 'open')
      .where('id', '>', last)
      .orderBy('id')
      .limit(SETTLED_AT_ONCE)
      .execute();
    if (tickets.length === 0) return;
    const ids = tickets.map(({ id }) => id);
    last = ids.at(-1) ?? last;
    const payouts = tickets.map((ticket) => {
      const { paid } = settleTicket(ticketOf(orderIn(ticket), ticket.currency), numbers, coinOf(ticket.currency));
      return String(toUnitText(paid));
    });
    await sql`update studio_ticket set state = 'owed', payout = owed.payout, attempts = 0, next_try_at = ${now}
      from unnest(${ids}::text[], ${payouts}::bigint[]) as owed (id, payout)
      where studio_ticket.id = owed.id and studio_ticket.state = 'open'`.execute(tx);
  }
}
