import { type RequestHandler, Router } from 'express';
import * as v from 'valibot';
import { toWire } from '../../../shared/money/money.ts';
import { SELECTIONS } from '../../../shared/studio/events/match.ts';
import { EVENT_API, type EventsAnswer, type TicketAnswer, type TicketsAnswer } from '../../../shared/studio/events/protocol.ts';
import type { StudioError } from '../../../shared/studio/protocol.ts';
import { playKey } from '../bet-schema.ts';
import type { StudioClock } from '../contract.ts';
import { StudioRefusal } from '../refusal.ts';
import type { Sessions, Visit } from '../sessions.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { findEvent, findEvents, listEnded, listOpen } from './event-store.ts';
import { matchWish } from './match-wish.ts';
import { presentMatch, presentTicket } from './presenter.ts';
import { listTickets, type TicketRecord } from './ticket-store.ts';
import type { Tickets } from './tickets.ts';

export interface EventRouteDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly clock: StudioClock;
  /** Turns away a session that places too fast. */
  readonly slowDown: RequestHandler;
}

const ticketBody = v.strictObject({
  key: playKey,
  eventId: v.pipe(v.string(), v.maxLength(80)),
  selection: v.picklist(SELECTIONS),
  odds: v.pipe(v.string(), v.maxLength(8)),
  stake: v.pipe(v.string(), v.maxLength(24)),
});
const gameQuery = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,80}$/));

/** The calls of `events/protocol.ts`, inside the gates of all calls of the studio. */
export function createEventRoutes({ db, wallet, sessions, tickets, clock, slowDown }: EventRouteDeps): Router {
  const router = Router();
  router.get(EVENT_API.events, async (request, response) => {
    const gameId = read(gameQuery, request.query.gameId);
    const matches = (events: Awaited<ReturnType<typeof listOpen>>) => events.filter((event) => event.kind === 'match').map(presentMatch);
    const [open, ended] = [await listOpen(db, gameId), await listEnded(db, gameId)];
    response.json({ now: clock.now().toISOString(), fixtures: matches(open), results: matches(ended) } satisfies EventsAnswer);
  });
  router.post(EVENT_API.ticket, slowDown, async (request, response) => {
    const { session, game } = await sessions.who(request.headers.authorization);
    const ticket = await tickets.place(session, game, matchWish(game, read(ticketBody, request.body)));
    response.json(await ticketAnswer(session, ticket));
  });
  router.get(EVENT_API.tickets, async (request, response) => {
    const { session } = await sessions.who(request.headers.authorization);
    const listed = await listTickets(db, session.player, session.game_id);
    const events = await findEvents(
      db,
      listed.map((ticket) => ticket.event_id),
    );
    const presented = listed.flatMap((ticket) => {
      const event = events.get(ticket.event_id);
      return event ? [presentTicket(ticket, event)] : [];
    });
    response.json({ tickets: presented, balance: (await balanceOf(session)) ?? null } satisfies TicketsAnswer);
  });

  async function ticketAnswer(session: Visit, ticket: TicketRecord): Promise<TicketAnswer> {
    if (ticket.state === 'placing' || ticket.state === 'voided') throw new StudioRefusal('round_pending');
    if (ticket.state === 'refused') throw new StudioRefusal(ticket.refusal as StudioError);
    const event = await findEvent(db, ticket.event_id);
    if (!event) throw new Error(`the event of ticket ${ticket.id} is gone`);
    const balance = (await balanceOf(session)) ?? toWire(BigInt(ticket.balance_after ?? 0));
    return { ticket: presentTicket(ticket, event), balance };
  }

  async function balanceOf(session: Visit): Promise<string | undefined> {
    const heard = await wallet.call('balance', { token: session.wallet_token });
    return heard?.balance === undefined ? undefined : toWire(BigInt(heard.balance));
  }
  return router;
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) throw new StudioRefusal('bad_request');
  return parsed.output;
}
