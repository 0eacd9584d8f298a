import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as v from 'valibot';
import { type SlipAnswer, type SlipsAnswer, TABLE_API } from '../../../shared/games/live/protocol.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { playKey } from '../bet-schema.ts';
import type { StudioClock } from '../contract.ts';
import { findEvent, findEvents } from '../events/event-store.ts';
import { listTickets } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import { StudioRefusal } from '../refusal.ts';
import type { SessionIdentity, Sessions } from '../sessions.ts';
import type { StreamLimiter } from '../stream-limiter.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { openRoundOf, presentSlip } from './presenter.ts';
import { slipBetRequest } from './slip-bet-request.ts';
import { streamEvent, type TableHub } from './table-hub.ts';
import { createTableView } from './table-view.ts';
import { openStream } from './watchers.ts';

export interface TableRouteDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly tableHub: TableHub;
  readonly clock: StudioClock;
  readonly streamLimiter: StreamLimiter;
  /** Table games, with the milliseconds from one round to the next. */
  readonly tables: ReadonlyMap<string, number>;
  /** Refuses a session that places bets too fast. */
  readonly slowDown: RequestHandler;
}

const MAX_CHIPS = 160;
const chip = v.strictObject({ spot: v.pipe(v.string(), v.maxLength(24)), stake: v.pipe(v.string(), v.maxLength(24)) });
const slipBody = v.strictObject({
  key: playKey,
  roundId: v.pipe(v.string(), v.maxLength(80)),
  chips: v.pipe(v.array(chip), v.minLength(1), v.maxLength(MAX_CHIPS)),
});
/** The calls of `live/protocol.ts`, behind the limits of all studio calls. */
export function createTableRoutes(deps: TableRouteDeps): Router {
  const { db, wallet, sessions, tickets, tableHub, clock, slowDown } = deps;
  const router = Router();
  const tableOf = createTableView(db, clock, deps.tables);

  function gameIn(request: Request): string {
    const { gameId } = request.query;
    if (typeof gameId !== 'string' || !deps.tables.has(gameId)) throw new StudioRefusal('game_not_found');
    return gameId;
  }

  async function watch(request: Request, response: Response): Promise<void> {
    const gameId = gameIn(request);
    const { authorization } = request.headers;
    const session = authorization === undefined ? undefined : (await sessions.identify(authorization)).session;
    deps.streamLimiter.enter(request, response, session);
    openStream(response, streamEvent('table', await tableOf(gameId)), { gameId, player: session?.player }, tableHub.watch);
  }

  router.get(TABLE_API.table, async (request, response) => {
    response.json(await tableOf(gameIn(request)));
  });
  router.get(TABLE_API.stream, watch);
  router.post(TABLE_API.slip, slowDown, async (request, response) => {
    const { session, game } = await sessions.identify(request.headers.authorization);
    const body = v.safeParse(slipBody, request.body);
    if (!body.success) throw new StudioRefusal('bad_request');
    const requestedAt = clock.now();
    const ticket = await tickets.place(session, game, slipBetRequest(game, session, body.output));
    if (ticket.state === 'placing' || ticket.state === 'voided') throw new StudioRefusal('round_pending');
    if (ticket.state === 'refused') throw new StudioRefusal(ticket.refusal as StudioError);
    const round = ticket.state === 'open' ? openRoundOf(ticket) : await findEvent(db, ticket.event_id ?? '');
    if (!round) throw new Error(`the round of slip ${ticket.id} is missing`);
    // The wallet's reply to the stake holds the current balance; a repeat needs a new balance call.
    const isNew = ticket.placed_at >= requestedAt && ticket.state === 'open' && ticket.balance_after !== null;
    const balance = isNew ? toWire(BigInt(ticket.balance_after ?? 0)) : await balanceOf(session);
    response.json({ slip: presentSlip(ticket, round), balance } satisfies SlipAnswer);
  });
  router.get(TABLE_API.slips, async (request, response) => {
    const { session } = await sessions.identify(request.headers.authorization);
    const listed = (await listTickets(db, session.player, session.game_id)).filter(({ chips }) => chips !== null);
    const events = await findEvents(
      db,
      listed.flatMap(({ event_id }) => event_id ?? []),
    );
    const slips = listed.flatMap((ticket) => {
      const event = events.get(ticket.event_id ?? '');
      return event ? [presentSlip(ticket, event)] : [];
    });
    response.json({ slips, balance: await balanceOf(session) } satisfies SlipsAnswer);
  });

  async function balanceOf(session: SessionIdentity): Promise<string | null> {
    const reply = await wallet.call('balance', { token: session.wallet_token });
    return reply?.balance === undefined ? null : toWire(BigInt(reply.balance));
  }
  return router;
}
