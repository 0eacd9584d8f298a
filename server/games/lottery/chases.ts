import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { multiplierAt, readChase } from '../../../shared/games/lottery/chase.ts';
import { closedPlaces } from '../../../shared/games/lottery/closed-days.ts';
import { lotteryDrawsOf } from '../../../shared/games/lottery/game-draws.ts';
import type { ChaseEnd, ChaseRequest } from '../../../shared/games/lottery/protocol.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import type { BetRequest } from '../events/bet-request.ts';
import { createConcurrencyLimiter } from '../events/concurrency-limiter.ts';
import { findEvents, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import { StudioRefusal } from '../refusal.ts';
import { LEASE_MS } from '../rounds.ts';
import type { SessionIdentity } from '../sessions.ts';
import type { StudioDatabase } from '../tables.ts';
import {
  type ChaseChoices,
  type ChaseRecord,
  claimDueChases,
  endChase,
  findLastTicket,
  findLiveSession,
  findNextDraw,
  insertChase,
  postponeChase,
  takeTurn,
} from './chase-store.ts';
import { closedSpansSince } from './closed-days.ts';
import { type DatabaseTime, lotteryBetRequest } from './lottery-bet-request.ts';

export interface ChaseDeps {
  readonly db: StudioDatabase;
  readonly tickets: Pick<Tickets, 'place'>;
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly clock: StudioClock;
  readonly databaseTime: DatabaseTime;
  readonly log: Logger;
  readonly policy: Pick<StudioPolicy, 'retryMs'>;
}

export interface Chases {
  /** Starts a chase with the ticket of its first draw, which is returned as by `Tickets.place`. A refusal stores no chase. */
  start(session: SessionIdentity, game: StudioGame, request: ChaseRequest): Promise<TicketRecord>;
  /** Places the tickets of draws that have opened, and ends chases that are over. */
  runDue(): Promise<void>;
  /** Resolves when no ticket of a chase is being placed. */
  idle(): Promise<void>;
}

const BATCH = 64;
/** The draw is still on sale, or nothing was decided: the same ticket is tried again. */
const PASSING: readonly StudioError[] = ['bets_closed', 'round_pending', 'wallet_unavailable'];

export function createChases(deps: ChaseDeps): Chases {
  const { db, clock, log } = deps;
  const { start, placeOn } = createChaseTickets(deps);
  const limiter = createConcurrencyLimiter((error) => log.error({ err: error }, 'processing a chase failed'));
  const working = new Set<Promise<void>>();

  async function advance(chase: ChaseRecord): Promise<void> {
    const now = clock.now();
    const soon = new Date(now.getTime() + deps.policy.retryMs);
    const last = await findLastTicket(db, chase.id);
    if (last?.state === 'placing' || last?.state === 'open') return postponeChase(db, chase, soon);
    const over = endOf(chase, last, await turnAt(db, chase, chase.next_place));
    if (over) return endChase(db, chase.id, over, now);
    const draw = await findNextDraw(db, chase, now);
    if (!draw) return postponeChase(db, chase, soon);
    const nr = await turnAt(db, chase, draw.place);
    if (nr >= chase.draws) return endChase(db, chase.id, 'done', now);
    if (draw.opens_at > now) return postponeChase(db, chase, draw.opens_at);
    const refusal = await placeOn(chase, draw, nr);
    if (refusal === undefined) return;
    if (PASSING.includes(refusal)) return postponeChase(db, chase, soon);
    log.info({ chaseId: chase.id, refusal }, 'chase ended: its next ticket was refused');
    return endChase(db, chase.id, refusal, now);
  }

  function work(chase: ChaseRecord): Promise<void> {
    const finished = advance(chase).finally(() => working.delete(finished));
    working.add(finished);
    return finished;
  }

  async function* claim() {
    // A claimed chase is due again only after a pause, so this loop ends.
    for (let isFull = true; isFull; ) {
      const now = clock.now();
      const claimed = await claimDueChases(db, now, new Date(now.getTime() + LEASE_MS), BATCH);
      isFull = claimed.length === BATCH;
      yield* claimed;
    }
  }

  return {
    start,
    runDue: () => limiter.run(claim(), work, async () => undefined),
    async idle() {
      while (working.size > 0) await Promise.allSettled(working);
    },
  };
}

/** Places the first ticket of a chase and those of its later draws. */
function createChaseTickets({ db, tickets, games, clock, databaseTime }: Omit<ChaseDeps, 'log' | 'policy'>) {
  async function start(session: SessionIdentity, game: StudioGame, request: ChaseRequest): Promise<TicketRecord> {
    const { multiplier, draws, step, drawId } = request;
    const read = readChase(game, request, request, coinOf(session.currency));
    if (typeof read === 'string') throw new StudioRefusal(read);
    const draw = (await findEvents(db, [drawId])).get(drawId);
    if (draw?.kind !== 'draw' || draw.game_id !== game.gameId) throw new StudioRefusal('bet_invalid');
    // The last ticket has the highest stake: a chase that the limits of the game would end is refused at once.
    lotteryBetRequest(game, session, { ...request, multiplier: multiplierAt(multiplier, { step }, draws - 1) }, databaseTime);
    const bet = lotteryBetRequest(game, session, request, databaseTime);
    const chase = newChase(session, request, draw, clock.now());
    return tickets.place(session, game, {
      ...bet,
      chase: { id: chase.id, nr: 0 },
      isSame: (before, legs) => before.chase_nr === 0 && bet.isSame(before, legs),
      placeAtOnce: (executor, ticket) =>
        executor.transaction().execute(async (tx) => {
          if (!(await bet.placeAtOnce?.(tx, ticket))) return false;
          await insertChase(tx, chase);
          return true;
        }),
    });
  }

  /** Places the ticket of a draw unless another process has done so; returns why it was refused. */
  async function placeOn(chase: ChaseRecord, draw: StudioEvent, nr: number): Promise<StudioError | undefined> {
    const [session, game] = [await findLiveSession(db, chase, clock.now()), games.get(chase.game_id)];
    if (!session) return 'session_expired';
    if (!game) return 'game_not_found';
    try {
      const ticket = await tickets.place(session, game, turnOf({ chase, draw, nr }, game, session));
      return ticket.state === 'refused' ? (ticket.refusal as StudioError) : undefined;
    } catch (error) {
      if (error instanceof StudioRefusal) return error.code;
      throw error;
    }
  }

  function turnOf({ chase, draw, nr }: Turn, game: StudioGame, session: SessionIdentity): BetRequest {
    const choices = JSON.parse(chase.choices) as ChaseChoices;
    const multiplier = multiplierAt(choices.multiplier, chase, nr);
    const bet = lotteryBetRequest(game, session, { ...choices, key: `${chase.id}-${nr}`, drawId: draw.id, multiplier }, databaseTime);
    return {
      ...bet,
      chase: { id: chase.id, nr },
      placeAtOnce: (executor, ticket) =>
        executor
          .transaction()
          .execute(async (tx) => (await takeTurn(tx, chase.id, draw)) && ((await bet.placeAtOnce?.(tx, ticket)) ?? false)),
    };
  }

  return { start, placeOn };
}

/** A ticket of a chase: that of its draw number `nr`, from 0. */
interface Turn {
  readonly chase: ChaseRecord;
  readonly draw: StudioEvent;
  readonly nr: number;
}

/** The number of the draw at a place among those of a chase, from 0: days without draws are skipped and do not count. */
async function turnAt(db: StudioDatabase, { game_id, first_place }: ChaseRecord, place: number): Promise<number> {
  const draws = lotteryDrawsOf(game_id);
  if (!draws) return place - first_place;
  const times = { everySeconds: draws.everySeconds, offsetSeconds: 0 };
  const spans = await closedSpansSince(db, game_id, new Date(first_place * draws.everySeconds * SECOND_MS));
  return place - first_place - closedPlaces(times, first_place, place, spans);
}

/** Why a chase is over after its last ticket; undefined if it continues. Tickets that were cancelled or are void do not end it. */
function endOf({ stop_on_win, draws }: ChaseRecord, last: TicketRecord | undefined, nextNr: number): ChaseEnd | undefined {
  if (last?.state === 'refused') return last.refusal as StudioError;
  const hasWon = (last?.state === 'owed' || last?.state === 'settled') && last.payout !== '0';
  if (stop_on_win && hasWon) return 'won';
  return nextNr >= draws ? 'done' : undefined;
}

export function newChase(
  { player, game_id, currency, trial }: Pick<SessionIdentity, 'player' | 'game_id' | 'currency' | 'trial'>,
  request: ChaseRequest,
  draw: Pick<StudioEvent, 'place' | 'draws_at'>,
  now: Date,
): ChaseRecord {
  const { playType, entry, unit, multiplier, rebate = 0, draws, step, stopOnWin } = request;
  return {
    id: `c${randomBytes(16).toString('hex')}`,
    player,
    game_id,
    currency,
    trial,
    choices: JSON.stringify({ playType, entry, unit, multiplier, rebate } satisfies ChaseChoices),
    draws,
    step,
    stop_on_win: stopOnWin,
    first_place: draw.place,
    next_place: draw.place + 1,
    state: 'running',
    reason: null,
    next_at: draw.draws_at,
    started_at: now,
    ended_at: null,
  };
}
