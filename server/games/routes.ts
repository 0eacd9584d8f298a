import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { FLIGHT_API } from '../../shared/games/crash/protocol.ts';
import { EVENT_API } from '../../shared/games/events/protocol.ts';
import { TABLE_API } from '../../shared/games/live/protocol.ts';
import { LOTTERY_API } from '../../shared/games/lottery/protocol.ts';
import type { Commitment, HistoryAnswer, PlayAnswer, PlayRequest, StudioError } from '../../shared/games/protocol.ts';
import { PLAY_REFUSALS, REFUSAL_HEADER, REFUSAL_IN_BODY, STUDIO_API } from '../../shared/games/protocol.ts';
import { toWire } from '../../shared/money/money.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { limitRate } from '../kit/limit-rate.ts';
import { clientSeedBody, playBody, playKey, sessionBody } from './bet-schema.ts';
import { addressOf } from './client-address.ts';
import type { StudioClock, StudioPolicy } from './contract.ts';
import { freeRoundsNow } from './free-rounds.ts';
import { parseLotteryBody } from './lottery/index.ts';
import { presentCommitment, presentRound } from './presenter.ts';
import { StudioRefusal } from './refusal.ts';
import { type Rounds, waitOf } from './rounds.ts';
import type { Sessions } from './sessions.ts';
import { findRoundByKey, listRounds, markDelivered, type Played, type Session, setClientSeed } from './store.ts';
import type { StudioDatabase } from './tables.ts';
import type { WalletClient } from './wallet-client.ts';

export interface RouteDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly sessions: Sessions;
  readonly rounds: Rounds;
  readonly clock: StudioClock;
  readonly policy: StudioPolicy;
  readonly log: Logger;
  /** Further calls; they receive the rate limit per session. */
  readonly gameRoutes: (slowDown: RequestHandler) => readonly RequestHandler[];
}

const STATUS: Readonly<Record<StudioError, number>> = {
  bad_request: 400,
  session_expired: 401,
  game_not_found: 404,
  bet_invalid: 422,
  stake_out_of_range: 422,
  insufficient_funds: 409,
  limit_reached: 409,
  stake_above_maximum: 409,
  stake_limit_changed: 409,
  bonus_stake: 409,
  free_round_over: 409,
  player_blocked: 403,
  game_disabled: 409,
  round_pending: 409,
  event_closed: 409,
  event_suspended: 409,
  odds_changed: 409,
  legs_related: 409,
  win_too_high: 409,
  bets_closed: 409,
  number_full: 409,
  play_type_full: 409,
  draw_full: 409,
  too_many_chases: 409,
  cash_out_late: 409,
  move_invalid: 422,
  not_your_turn: 409,
  seat_elsewhere: 409,
  linked_players: 403,
  pair_limit: 403,
  not_seated: 409,
  target_gone: 409,
  wallet_unavailable: 503,
  too_many_requests: 429,
  too_soon: 429,
  too_many_streams: 429,
};

/** The calls of `protocol.ts`. A page has an opaque origin, so responses allow any origin; the bearer token authorizes. */
export function createRoutes(deps: RouteDeps): RequestHandler {
  const { sessions, rounds, db } = deps;
  const router = Router();
  router.use('/studio/api', allowAnyOrigin);
  router.use('/studio/api', limitCalls(deps.policy.callsPerMinute, MINUTE_MS, addressOf));
  router.use([LOTTERY_API.ticket, LOTTERY_API.chase], parseLotteryBody);
  router.use('/studio/api', express.json({ limit: '16kb', reviver: refuseNul }));

  router.use(
    [TABLE_API.stream, FLIGHT_API.stream, EVENT_API.stream, LOTTERY_API.stream],
    limitCalls(deps.policy.sessionsPerMinute, MINUTE_MS, addressOf),
  );
  router.post(STUDIO_API.session, limitCalls(deps.policy.sessionsPerMinute, MINUTE_MS, addressOf), async (request, response) => {
    response.json(await sessions.open(read(sessionBody, request.body)));
  });
  const slowDown = limitCalls(deps.policy.playsPerSecond, SECOND_MS, tokenOf);
  router.post(STUDIO_API.play, slowDown, async (request, response) => {
    const { session, game } = await sessions.find(request.headers.authorization);
    const play: PlayRequest = read(playBody, request.body);
    const requestedAt = deps.clock.now();
    const played = await rounds.play(session, game, play, () => !response.destroyed);
    response.json(await playAnswer(deps, session, played, requestedAt));
  });
  router.get(STUDIO_API.round, async (request, response) => {
    const { session } = await sessions.find(request.headers.authorization);
    const round = await findRoundByKey(db, session.player, read(playKey, request.query.key));
    if (!round) return void response.status(404).json({ error: 'bad_request' satisfies StudioError });
    const requestedAt = deps.clock.now();
    const played = await rounds.resume(round, () => !response.destroyed);
    response.json(await playAnswer(deps, session, played, requestedAt));
  });
  router.get(STUDIO_API.history, async (request, response) => {
    const { session } = await sessions.find(request.headers.authorization);
    const ended = await listRounds(db, session.player, session.game_id);
    response.json({ rounds: ended.map(presentRound) } satisfies HistoryAnswer);
  });
  router.post(STUDIO_API.clientSeed, async (request, response) => {
    const { session } = await sessions.find(request.headers.authorization);
    const changed = await setClientSeed(db, session.id, read(clientSeedBody, request.body).clientSeed);
    if (!changed) throw new StudioRefusal('session_expired');
    response.json(presentCommitment(changed) satisfies Commitment);
  });
  router.use(...deps.gameRoutes(slowDown));
  router.use('/studio/api', () => {
    throw new StudioRefusal('bad_request');
  });
  router.use('/studio/api', answerFailure(deps.log));
  return router;
}

/** The result of a round, or its refusal, which is the same for every repeat of the key. An open round is refused as `round_pending`. */
async function playAnswer(
  { db, clock, sessions, wallet }: RouteDeps,
  session: Session,
  played: Played,
  requestedAt: Date,
): Promise<PlayAnswer> {
  const { round } = played;
  if (round.state === 'open') throw new StudioRefusal('round_pending');
  if (round.state === 'refused') throw new StudioRefusal(round.refusal as StudioError, { retryAfterMs: session.cycle_ms });
  const isRepeat = !round.ended_at || round.ended_at < requestedAt || round.balance_after === null;
  const balance = isRepeat ? (await wallet.call('balance', { token: session.wallet_token }))?.balance : undefined;
  const next = played.next?.id === session.id ? played.next : await sessions.reread(session);
  if (!round.delivered) await markDelivered(db, round.id);
  return {
    round: presentRound(round),
    balance: toWire(BigInt(balance ?? round.balance_after ?? 0)),
    next: presentCommitment(next),
    waitMs: await waitOf(db, session, clock.now()),
    freeRounds: await freeRoundsNow(db, session),
  };
}

const allowAnyOrigin: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method !== 'OPTIONS') return next();
  response.set({
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `authorization, content-type, last-event-id, ${REFUSAL_HEADER}`,
    'Access-Control-Max-Age': '86400',
  });
  response.status(204).end();
};

function limitCalls(limit: number, windowMs: number, keyOf: (request: Request) => string): RequestHandler {
  const refuse = () => {
    throw new StudioRefusal('too_many_requests');
  };
  return limitRate({ limit, windowMs, keyOf, refuse });
}

/** PostgreSQL rejects NUL in text; without this check a request error would look like a server error. */
function refuseNul(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new SyntaxError('text with NUL');
  return value;
}

function tokenOf(request: Request): string {
  return request.get('authorization') ?? '';
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) throw new StudioRefusal('bad_request');
  return parsed.output;
}

function answerFailure(log: Logger): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const code = codeOf(error);
    if (code === 'wallet_unavailable' && !(error instanceof StudioRefusal))
      log.error({ err: error, path: request.path }, 'game call failed');
    if (response.headersSent) return void response.destroy();
    const details = error instanceof StudioRefusal ? error.details : {};
    const wait = code === 'too_soon' && error instanceof StudioRefusal ? (details.retryAfterMs ?? SECOND_MS) : undefined;
    if (code === 'too_many_requests' || wait !== undefined) response.set('Retry-After', String(Math.ceil((wait ?? 1) / SECOND_MS)));
    const inBody = PLAY_REFUSALS.has(code) && request.get(REFUSAL_HEADER) === REFUSAL_IN_BODY;
    response.status(inBody ? 200 : STATUS[code]).json({
      error: code,
      ...(wait !== undefined && { retryAfterMs: wait }),
      ...(details.open && { open: details.open }),
    });
  };
}

/** A malformed body is an error of the page; an unexpected error makes the page retry with the same key. */
function codeOf(error: unknown): StudioError {
  if (error instanceof StudioRefusal) return error.code;
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_request' : 'wallet_unavailable';
}
