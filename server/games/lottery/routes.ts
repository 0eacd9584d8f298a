import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import * as v from 'valibot';
import { CHASED_DRAWS, MAX_STEP } from '../../../shared/games/lottery/chase.ts';
import {
  LOTTERY_API,
  type LotteryTicketAnswer,
  type LotteryTicketsAnswer,
  type StopChaseAnswer,
} from '../../../shared/games/lottery/protocol.ts';
import { LOTTERY_UNITS } from '../../../shared/games/lottery/stake.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { playKey } from '../bet-schema.ts';
import type { StudioClock } from '../contract.ts';
import { findEvents } from '../events/event-store.ts';
import { findTicket, listTickets, nextCursor, TICKET_CURSOR, type TicketRecord } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import { openStream } from '../live/watchers.ts';
import { StudioRefusal } from '../refusal.ts';
import type { SessionIdentity, Sessions } from '../sessions.ts';
import type { StreamLimiter } from '../stream-limiter.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { endChase, listChases } from './chase-store.ts';
import type { Chases } from './chases.ts';
import { type DrawHub, readDraws, streamEvent } from './draw-hub.ts';
import { type DatabaseTime, lotteryBetRequest } from './lottery-bet-request.ts';
import { cancelTicket } from './lottery-store.ts';
import { presentChase, presentLotteryTicket } from './presenter.ts';

export interface LotteryRouteDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly chases: Chases;
  readonly clock: StudioClock;
  readonly databaseTime: DatabaseTime;
  readonly draws: DrawHub;
  readonly streamLimiter: StreamLimiter;
  /** Refuses a session that places bets too fast. */
  readonly slowDown: RequestHandler;
}

/** Ten thousand bets of ten numbers each need as much. */
const MAX_ENTRY = 300_000;

/** Games on one stream: those of a lobby. */
const MAX_STREAMED = 20;

const ticketFields = {
  key: playKey,
  drawId: v.pipe(v.string(), v.maxLength(80)),
  playType: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{1,24}$/)),
  entry: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ENTRY)),
  unit: v.picklist(LOTTERY_UNITS),
  multiplier: v.number(),
  rebate: v.exactOptional(v.number(), 0),
};
const ticketBody = v.strictObject(ticketFields);
const within = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const chaseBody = v.strictObject({
  ...ticketFields,
  draws: within(CHASED_DRAWS.least, CHASED_DRAWS.most),
  step: within(0, MAX_STEP),
  stopOnWin: v.boolean(),
});
const stopBody = v.strictObject({ chaseId: v.pipe(v.string(), v.regex(/^c[0-9a-f]{32}$/)) });
const cancelBody = v.strictObject({ ticketId: v.pipe(v.string(), v.regex(/^t[0-9a-f]{32}$/)) });
const ticketCursor = v.pipe(v.string(), v.regex(TICKET_CURSOR));
const gameQuery = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,80}$/));

/** Tickets are longer than other requests: call it before the parser of all studio calls. */
export const parseLotteryBody: RequestHandler = express.json({ limit: '320kb' });

/** The calls of `lottery/protocol.ts`, behind the limits of all studio calls. */
export function createLotteryRoutes(deps: LotteryRouteDeps): Router {
  const { db, sessions, tickets, clock, databaseTime, slowDown } = deps;
  const router = Router();
  const present = (records: readonly TicketRecord[], isWhole: boolean) => presentTickets(db, records, isWhole);
  const answer = (session: SessionIdentity, ticket: TicketRecord) => ticketAnswer(deps, session, ticket);

  router.get(LOTTERY_API.draws, async (request, response) => {
    response.json(await readDraws(db, read(gameQuery, request.query.gameId), clock.now()));
  });
  router.get(LOTTERY_API.stream, (request, response) => watch(deps, request, response));
  router.post(LOTTERY_API.ticket, slowDown, async (request, response) => {
    const { session, game } = await sessions.identify(request.headers.authorization);
    const bet = lotteryBetRequest(game, session, read(ticketBody, request.body), databaseTime);
    response.json(await answer(session, await tickets.place(session, game, bet)));
  });
  router.get(LOTTERY_API.ticket, async (request, response) => {
    const { session } = await sessions.identify(request.headers.authorization);
    const { ticketId } = read(cancelBody, { ticketId: request.query.ticketId });
    response.json(await answer(session, await ownTicket(db, session, ticketId)));
  });
  router.post(LOTTERY_API.cancel, slowDown, async (request, response) => {
    const { session } = await sessions.identify(request.headers.authorization);
    const { ticketId } = read(cancelBody, request.body);
    const ticket = await ownTicket(db, session, ticketId);
    const cancelled = await cancelTicket(db, ticket, clock.now(), databaseTime());
    if (cancelled) await tickets.resumeNow(cancelled);
    const after = await ownTicket(db, session, ticketId);
    if (!cancelled && after.refusal !== 'cancelled') throw new StudioRefusal(after.state === 'placing' ? 'round_pending' : 'bets_closed');
    response.json(await answer(session, after));
  });
  router.get(LOTTERY_API.tickets, async (request, response) => {
    const { session, game } = await sessions.identify(request.headers.authorization);
    const after = request.query.after === undefined ? undefined : read(ticketCursor, request.query.after);
    const listed = await listTickets(db, session.player, session.game_id, after);
    const now = clock.now().toISOString();
    const page = { now, tickets: await present(listed.filter(isOnDraw), false), next: nextCursor(listed) };
    if (after !== undefined) return void response.json({ ...page, chases: [], balance: null } satisfies LotteryTicketsAnswer);
    const balance = (await balanceOf(deps, session)) ?? null;
    const chases = (await listChases(db, session.player, game.gameId)).map((chase) => presentChase(chase, game));
    response.json({ ...page, chases, balance } satisfies LotteryTicketsAnswer);
  });
  addChaseRoutes(router, deps);
  return router;
}

async function watch({ db, sessions, clock, draws, streamLimiter }: LotteryRouteDeps, request: Request, response: Response): Promise<void> {
  const gameIds = [...new Set([request.query.gameId].flat().map((gameId) => read(gameQuery, gameId)))];
  const { authorization } = request.headers;
  // The stream of a player is that of one game.
  if (gameIds.length > (authorization === undefined ? MAX_STREAMED : 1)) throw new StudioRefusal('bad_request');
  const session = authorization === undefined ? undefined : (await sessions.identify(authorization)).session;
  streamLimiter.enter(request, response, session);
  const now = clock.now();
  const first = await Promise.all(gameIds.map(async (gameId) => streamEvent('draws', await readDraws(db, gameId, now))));
  const [gameId = ''] = gameIds;
  openStream(response, first.join(''), { gameId, player: session?.player }, (watcher) => {
    const leaves = gameIds.map((one) => draws.watch({ ...watcher, gameId: one }));
    return () => {
      for (const leave of leaves) leave();
    };
  });
}

function addChaseRoutes(router: Router, deps: LotteryRouteDeps): void {
  const { db, sessions, chases, clock, slowDown } = deps;
  router.post(LOTTERY_API.chase, slowDown, async (request, response) => {
    const { session, game } = await sessions.identify(request.headers.authorization);
    const ticket = await chases.start(session, game, read(chaseBody, request.body));
    response.json(await ticketAnswer(deps, session, ticket));
  });
  router.post(LOTTERY_API.stopChase, slowDown, async (request, response) => {
    const { session, game } = await sessions.identify(request.headers.authorization);
    const { chaseId } = read(stopBody, request.body);
    const find = async () => (await listChases(db, session.player, game.gameId, chaseId))[0];
    if (!(await find())) throw new StudioRefusal('bad_request');
    await endChase(db, chaseId, 'cancelled', clock.now());
    const chase = await find();
    if (!chase) throw new Error(`chase ${chaseId} cannot be presented`);
    response.json({ chase: presentChase(chase, game) } satisfies StopChaseAnswer);
  });
}

async function ownTicket(db: StudioDatabase, { player, game_id }: SessionIdentity, id: string): Promise<TicketRecord> {
  const ticket = await findTicket(db, id);
  if (!ticket || ticket.player !== player || ticket.game_id !== game_id || !isOnDraw(ticket)) throw new StudioRefusal('bad_request');
  return ticket;
}

async function presentTickets(db: StudioDatabase, records: readonly TicketRecord[], isWhole: boolean) {
  const events = await findEvents(
    db,
    records.flatMap(({ event_id }) => (event_id === null ? [] : [event_id])),
  );
  return records.flatMap((record) => {
    const event = events.get(record.event_id ?? '');
    return event ? [presentLotteryTicket(record, event, isWhole)] : [];
  });
}

async function ticketAnswer(deps: LotteryRouteDeps, session: SessionIdentity, ticket: TicketRecord): Promise<LotteryTicketAnswer> {
  if (ticket.state === 'placing') throw new StudioRefusal('round_pending');
  if (ticket.state === 'refused') throw new StudioRefusal(ticket.refusal as StudioError);
  const [presented] = await presentTickets(deps.db, [ticket], true);
  if (!presented) throw new Error(`ticket ${ticket.id} cannot be presented`);
  const balance = (await balanceOf(deps, session)) ?? toWire(BigInt(ticket.balance_after ?? 0));
  return { ticket: presented, balance };
}

async function balanceOf({ wallet }: LotteryRouteDeps, session: SessionIdentity): Promise<string | undefined> {
  const reply = await wallet.call('balance', { token: session.wallet_token });
  return reply?.balance === undefined ? undefined : toWire(BigInt(reply.balance));
}

/** A game of draws has no other tickets; those of earlier releases on other events have no stored order. */
function isOnDraw({ chips }: TicketRecord): boolean {
  return chips?.startsWith('{') ?? false;
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) throw new StudioRefusal('bad_request');
  return parsed.output;
}
