import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as v from 'valibot';
import { SELECTION } from '../../../shared/games/events/markets.ts';
import { EVENT_API, type EventsAnswer, type TicketAnswer, type TicketsAnswer } from '../../../shared/games/events/protocol.ts';
import { MAX_LEGS } from '../../../shared/games/events/slip.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { playKey } from '../bet-schema.ts';
import type { StudioClock } from '../contract.ts';
import { openStream } from '../live/watchers.ts';
import { StudioRefusal } from '../refusal.ts';
import type { SessionIdentity, Sessions } from '../sessions.ts';
import type { StreamLimiter } from '../stream-limiter.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { findEvents, listEnded, listOpen } from './event-store.ts';
import { findLegs, isOnMatches } from './leg-store.ts';
import { matchBetRequest } from './match-bet-request.ts';
import { type MatchHub, streamEvent } from './match-hub.ts';
import { presentMatch, presentTicket } from './presenter.ts';
import { listTickets, type TicketRecord } from './ticket-store.ts';
import type { Tickets } from './tickets.ts';

export interface EventRouteDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly matches: MatchHub;
  readonly clock: StudioClock;
  readonly streamLimiter: StreamLimiter;
  /** Refuses a session that places bets too fast. */
  readonly slowDown: RequestHandler;
}

const legBody = v.strictObject({
  eventId: v.pipe(v.string(), v.maxLength(80)),
  selection: v.pipe(v.string(), v.maxLength(24), v.regex(SELECTION)),
  odds: v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}\.\d{2}$/)),
});
const ticketBody = v.strictObject({
  key: playKey,
  legs: v.pipe(v.array(legBody), v.minLength(1), v.maxLength(MAX_LEGS)),
  stake: v.pipe(v.string(), v.maxLength(24)),
  acceptBetter: v.boolean(),
});
const gameQuery = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,80}$/));

/** The calls of `events/protocol.ts`, behind the limits of all studio calls. */
export function createEventRoutes({ db, wallet, sessions, tickets, matches, clock, streamLimiter, slowDown }: EventRouteDeps): Router {
  const router = Router();

  async function eventsOf(gameId: string): Promise<EventsAnswer> {
    const present = (events: Awaited<ReturnType<typeof listOpen>>) => events.filter((event) => event.kind === 'match').map(presentMatch);
    const [open, ended] = [await listOpen(db, gameId), await listEnded(db, gameId)];
    return { now: clock.now().toISOString(), fixtures: present(open), results: present(ended) };
  }

  async function watch(request: Request, response: Response): Promise<void> {
    const gameId = read(gameQuery, request.query.gameId);
    const { authorization } = request.headers;
    const session = authorization === undefined ? undefined : (await sessions.find(authorization)).session;
    streamLimiter.enter(request, response, session);
    openStream(response, streamEvent('events', await eventsOf(gameId)), { gameId, player: session?.player }, matches.watch);
  }

  router.get(EVENT_API.events, async (request, response) => {
    response.json(await eventsOf(read(gameQuery, request.query.gameId)));
  });
  router.get(EVENT_API.stream, watch);
  router.post(EVENT_API.ticket, slowDown, async (request, response) => {
    const { session, game } = await sessions.identify(request.headers.authorization);
    const ticket = await tickets.place(session, game, matchBetRequest(game, session, read(ticketBody, request.body)));
    response.json(await ticketAnswer(session, ticket));
  });
  router.get(EVENT_API.tickets, async (request, response) => {
    const { session } = await sessions.identify(request.headers.authorization);
    const listed = (await listTickets(db, session.player, session.game_id)).filter(isOnMatches);
    response.json({ tickets: await presentTickets(listed), balance: (await balanceOf(session)) ?? null } satisfies TicketsAnswer);
  });

  async function presentTickets(listed: readonly TicketRecord[]) {
    const legs = await findLegs(
      db,
      listed.map(({ id }) => id),
    );
    const eventIds = [...legs.values()].flatMap((some) => some.map(({ event_id }) => event_id));
    const events = await findEvents(db, eventIds);
    return listed.map((ticket) => presentTicket(ticket, legs.get(ticket.id) ?? [], events));
  }

  async function ticketAnswer(session: SessionIdentity, ticket: TicketRecord): Promise<TicketAnswer> {
    if (ticket.state === 'placing' || ticket.state === 'voided') throw new StudioRefusal('round_pending');
    if (ticket.state === 'refused') throw new StudioRefusal(ticket.refusal as StudioError);
    const [presented] = await presentTickets([ticket]);
    if (!presented) throw new Error(`ticket ${ticket.id} cannot be presented`);
    const balance = (await balanceOf(session)) ?? toWire(BigInt(ticket.balance_after ?? 0));
    return { ticket: presented, balance };
  }

  async function balanceOf(session: SessionIdentity): Promise<string | undefined> {
    const reply = await wallet.call('balance', { token: session.wallet_token });
    return reply?.balance === undefined ? undefined : toWire(BigInt(reply.balance));
  }
  return router;
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) throw new StudioRefusal('bad_request');
  return parsed.output;
}
