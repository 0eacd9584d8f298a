import { type Request, type RequestHandler, Router } from 'express';
import * as v from 'valibot';
import { FLIGHT_API, type FlightAnswer, type FlightBetAnswer, type FlightBetsAnswer } from '../../../shared/games/crash/protocol.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { playKey } from '../bet-schema.ts';
import type { StudioClock } from '../contract.ts';
import { findEvent, findEvents } from '../events/event-store.ts';
import { listTickets, type TicketRecord } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import { openStream } from '../live/watchers.ts';
import { StudioRefusal } from '../refusal.ts';
import type { Sessions } from '../sessions.ts';
import type { Session } from '../store.ts';
import type { StreamLimiter } from '../stream-limiter.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { cashOut } from './cash-out.ts';
import { flightBetRequest } from './flight-bet-request.ts';
import { countBets, flightsBefore, latestFlight } from './flight-store.ts';
import type { Flights } from './flights.ts';
import { presentAnswer, presentBet, streamEvent } from './presenter.ts';

export interface FlightRouteDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly flights: Flights;
  readonly clock: StudioClock;
  readonly mayAct: () => boolean;
  readonly streamLimiter: StreamLimiter;
  /** Refuses a session that places bets too fast. */
  readonly slowDown: RequestHandler;
}

const HISTORY = 30;
const betBody = v.strictObject({
  key: playKey,
  roundId: v.pipe(v.string(), v.maxLength(100)),
  stake: v.pipe(v.string(), v.maxLength(24)),
  target: v.nullable(v.pipe(v.number(), v.integer())),
});
const cashOutBody = v.strictObject({ betId: v.pipe(v.string(), v.regex(/^t[0-9a-f]{32}$/)) });

/** The calls of `crash/protocol.ts`, behind the limits of all studio calls. */
export function createFlightRoutes(deps: FlightRouteDeps): Router {
  const { db, wallet, sessions, tickets, flights, clock, mayAct, streamLimiter, slowDown } = deps;
  const router = Router();

  async function flightOf(gameId: string): Promise<FlightAnswer> {
    const event = await latestFlight(db, gameId);
    const before = event ? await flightsBefore(db, event, HISTORY) : [];
    const bets = event ? await countBets(db, event.id) : [];
    return presentAnswer(clock.now(), event, before, bets);
  }

  function gameIn(request: Request): string {
    const { gameId } = request.query;
    if (typeof gameId !== 'string' || !flights.gameIds.has(gameId)) throw new StudioRefusal('game_not_found');
    return gameId;
  }

  router.get(FLIGHT_API.flight, async (request, response) => {
    const gameId = gameIn(request);
    flights.keepFlying(gameId);
    response.json(await flightOf(gameId));
  });
  router.get(FLIGHT_API.stream, async (request, response) => {
    const gameId = gameIn(request);
    const { authorization } = request.headers;
    const session = authorization === undefined ? undefined : (await sessions.find(authorization)).session;
    streamLimiter.enter(request, response, session);
    openStream(response, streamEvent('flight', await flightOf(gameId)), { gameId, player: session?.player }, flights.watch);
  });
  router.post(FLIGHT_API.bet, slowDown, async (request, response) => {
    const { session, game } = await sessions.find(request.headers.authorization);
    const ticket = await tickets.place(session, game, flightBetRequest(game, session, read(betBody, request.body)));
    if (ticket.state === 'placing' || ticket.state === 'voided') throw new StudioRefusal('round_pending');
    if (ticket.state === 'refused') throw new StudioRefusal(ticket.refusal as StudioError);
    response.json(await answer(ticket, await balanceOf(session)));
  });
  router.post(FLIGHT_API.cashOut, slowDown, async (request, response) => {
    // The deciding time is taken first, before any await.
    const arrival = { at: clock.now(), ticks: performance.now() };
    if (!mayAct()) throw new StudioRefusal('wallet_unavailable');
    // A bet that was open before a logout can still be cashed out by its player.
    const session = await sessions.findEvenEnded(request.headers.authorization);
    const ticket = await cashOut(db, session, read(cashOutBody, request.body).betId, arrival);
    // Acknowledged as soon as it is stored; the wallet is called in the background, and the stream reports the payment.
    flights.pay(ticket);
    response.json(await answer(ticket, null));
  });
  router.get(FLIGHT_API.bets, async (request, response) => {
    const { session } = await sessions.find(request.headers.authorization);
    const listed = (await listTickets(db, session.player, session.game_id)).filter(({ target }) => target !== null);
    const events = await findEvents(
      db,
      listed.flatMap(({ event_id }) => event_id ?? []),
    );
    const bets = listed.flatMap((ticket) => {
      const event = events.get(ticket.event_id ?? '');
      return event ? [presentBet(ticket, event)] : [];
    });
    response.json({ bets, balance: await balanceOf(session) } satisfies FlightBetsAnswer);
  });

  async function answer(ticket: TicketRecord, balance: string | null): Promise<FlightBetAnswer> {
    const event = await findEvent(db, ticket.event_id ?? '');
    if (!event) throw new Error(`the flight of bet ${ticket.id} is missing`);
    return { bet: presentBet(ticket, event), balance };
  }

  async function balanceOf(session: Session): Promise<string | null> {
    const reply = await wallet.call('balance', { token: session.wallet_token });
    return reply?.balance === undefined ? null : toWire(BigInt(reply.balance));
  }
  return router;
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) throw new StudioRefusal('bad_request');
  return parsed.output;
}
