import {
  type CashOutRequest,
  FLIGHT_API,
  type FlightAnswer,
  type FlightBetAnswer,
  type FlightBetRequest,
  type FlightBetsAnswer,
} from '../../../shared/games/crash/protocol.ts';
import {
  EVENT_API,
  type EventsAnswer,
  type TicketAnswer,
  type TicketRequest,
  type TicketsAnswer,
} from '../../../shared/games/events/protocol.ts';
import { type SlipAnswer, type SlipRequest, type SlipsAnswer, TABLE_API, type TableAnswer } from '../../../shared/games/live/protocol.ts';
import {
  type CancelRequest,
  type ChaseRequest,
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryTicketAnswer,
  type LotteryTicketRequest,
  type LotteryTicketsAnswer,
  type StopChaseAnswer,
  type StopChaseRequest,
} from '../../../shared/games/lottery/protocol.ts';
import {
  type ClientSeedRequest,
  type Commitment,
  type HistoryAnswer,
  type OpenStake,
  type PlayAnswer,
  type PlayRequest,
  REFUSAL_HEADER,
  REFUSAL_IN_BODY,
  type SessionRequest,
  STUDIO_API,
  STUDIO_ERRORS,
  type StudioError,
  type StudioSession,
} from '../../../shared/games/protocol.ts';
import { type HandsAnswer, type MoveRequest, ROOM_API, type RoomView } from '../../../shared/games/rooms/protocol.ts';
import { SEA_API } from '../../../shared/games/sea/protocol.ts';

/** `offline`: no response arrived, so it is unknown whether the server received the call. */
export type Failure = StudioError | 'offline';

export class StudioFailure extends Error {
  /** `retryAfterMs`: when the same request would be accepted. `open`: what a full draw still takes. */
  constructor(
    readonly code: Failure,
    readonly retryAfterMs = 0,
    readonly open: readonly OpenStake[] = [],
  ) {
    super(code);
  }
}

export interface StudioApi {
  session(request: SessionRequest): Promise<StudioSession>;
  play(request: PlayRequest): Promise<PlayAnswer>;
  history(): Promise<HistoryAnswer>;
  clientSeed(request: ClientSeedRequest): Promise<Commitment>;
  events(gameId: string): Promise<EventsAnswer>;
  /** The events of a game's matches, with the player's own bets once there is a session; ends with the signal. */
  eventStream(gameId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  ticket(request: TicketRequest): Promise<TicketAnswer>;
  tickets(): Promise<TicketsAnswer>;
  table(gameId: string): Promise<TableAnswer>;
  /** The events of a table, with the player's own slips once there is a session; ends with the signal. */
  tableStream(gameId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  slip(request: SlipRequest): Promise<SlipAnswer>;
  slips(): Promise<SlipsAnswer>;
  flight(gameId: string): Promise<FlightAnswer>;
  /** The events of a game's flights, with the player's own bets once there is a session; ends with the signal. */
  flightStream(gameId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  flightBet(request: FlightBetRequest): Promise<FlightBetAnswer>;
  flightBets(): Promise<FlightBetsAnswer>;
  cashOut(request: CashOutRequest): Promise<FlightBetAnswer>;
  lotteryDraws(gameId: string): Promise<LotteryDrawsAnswer>;
  /** The draws of a game whenever they change, with hints about the player's own tickets once there is a session; ends with the signal. */
  lotteryStream(gameId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  lotteryTicket(request: LotteryTicketRequest): Promise<LotteryTicketAnswer>;
  /** A placed ticket with all its bets. */
  lotteryTicketOf(ticketId: string): Promise<LotteryTicketAnswer>;
  /** `after`: the `next` of the page before. */
  lotteryTickets(after?: string): Promise<LotteryTicketsAnswer>;
  cancelLotteryTicket(request: CancelRequest): Promise<LotteryTicketAnswer>;
  /** Places the ticket of the first draw. */
  startChase(request: ChaseRequest): Promise<LotteryTicketAnswer>;
  stopChase(request: StopChaseRequest): Promise<StopChaseAnswer>;
  sit(level: string): Promise<RoomView>;
  ready(ready: boolean): Promise<RoomView>;
  move(request: MoveRequest): Promise<RoomView>;
  standUp(): Promise<RoomView>;
  hands(): Promise<HandsAnswer>;
  /** The player's view of the rooms, from the event after `lastEventId`; ends with the signal. */
  roomStream(lastEventId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** The same for the shared sea, where the first call takes a seat. */
  seaStream(lastEventId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

const TIMEOUT_MS = 12_000;

/** Calls of the studio. The token of `session` stays in memory: the frame has no storage and no cookies. */
export function createStudioApi(fetcher: typeof fetch = (...input) => fetch(...input)): StudioApi {
  let token = '';
  async function call<Answer>(path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { accept: 'application/json', [REFUSAL_HEADER]: REFUSAL_IN_BODY };
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const request: RequestInit = { headers, signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit', cache: 'no-store' };
    if (body !== undefined) Object.assign(request, { method: 'POST', body: JSON.stringify(body) });
    const answer = await fetcher(path, request).catch(() => undefined);
    const data = await answer?.json().catch(() => undefined);
    if (!answer || data === undefined) throw new StudioFailure('offline');
    if (!answer.ok || (data as { error?: unknown } | null)?.error !== undefined) throw refused(answer.status, data as RefusalBody | null);
    return data as Answer;
  }
  async function follow(path: string, lastEventId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (lastEventId) headers['last-event-id'] = lastEventId;
    return bodyOf(path, headers, signal);
  }
  const stream = (path: string, signal: AbortSignal) => bodyOf(path, token ? { authorization: `Bearer ${token}` } : {}, signal);
  async function bodyOf(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const answer = await fetcher(path, { headers, signal, credentials: 'omit', cache: 'no-store' }).catch(() => undefined);
    if (!answer) throw new StudioFailure('offline');
    if (!answer.ok || !answer.body) throw new StudioFailure(failureOf(answer.status, await answer.json().catch(() => undefined)));
    return answer.body;
  }
  return {
    async session(request) {
      const session = await call<StudioSession>(STUDIO_API.session, request);
      token = session.token;
      return session;
    },
    play: (request) => call<PlayAnswer>(STUDIO_API.play, request),
    history: () => call<HistoryAnswer>(STUDIO_API.history),
    clientSeed: (request) => call<Commitment>(STUDIO_API.clientSeed, request),
    events: (gameId) => call<EventsAnswer>(`${EVENT_API.events}?gameId=${encodeURIComponent(gameId)}`),
    eventStream: (gameId, signal) => stream(`${EVENT_API.stream}?gameId=${encodeURIComponent(gameId)}`, signal),
    ticket: (request) => call<TicketAnswer>(EVENT_API.ticket, request),
    tickets: () => call<TicketsAnswer>(EVENT_API.tickets),
    table: (gameId) => call<TableAnswer>(`${TABLE_API.table}?gameId=${encodeURIComponent(gameId)}`),
    tableStream: (gameId, signal) => stream(`${TABLE_API.stream}?gameId=${encodeURIComponent(gameId)}`, signal),
    slip: (request) => call<SlipAnswer>(TABLE_API.slip, request),
    slips: () => call<SlipsAnswer>(TABLE_API.slips),
    flight: (gameId) => call<FlightAnswer>(`${FLIGHT_API.flight}?gameId=${encodeURIComponent(gameId)}`),
    flightStream: (gameId, signal) => stream(`${FLIGHT_API.stream}?gameId=${encodeURIComponent(gameId)}`, signal),
    flightBet: (request) => call<FlightBetAnswer>(FLIGHT_API.bet, request),
    flightBets: () => call<FlightBetsAnswer>(FLIGHT_API.bets),
    cashOut: (request) => call<FlightBetAnswer>(FLIGHT_API.cashOut, request),
    lotteryDraws: (gameId) => call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${encodeURIComponent(gameId)}`),
    lotteryStream: (gameId, signal) => stream(`${LOTTERY_API.stream}?gameId=${encodeURIComponent(gameId)}`, signal),
    lotteryTicket: (request) => call<LotteryTicketAnswer>(LOTTERY_API.ticket, request),
    lotteryTicketOf: (ticketId) => call<LotteryTicketAnswer>(`${LOTTERY_API.ticket}?ticketId=${encodeURIComponent(ticketId)}`),
    lotteryTickets: (after) =>
      call<LotteryTicketsAnswer>(after === undefined ? LOTTERY_API.tickets : `${LOTTERY_API.tickets}?after=${encodeURIComponent(after)}`),
    cancelLotteryTicket: (request) => call<LotteryTicketAnswer>(LOTTERY_API.cancel, request),
    startChase: (request) => call<LotteryTicketAnswer>(LOTTERY_API.chase, request),
    stopChase: (request) => call<StopChaseAnswer>(LOTTERY_API.stopChase, request),
    sit: (level) => call<RoomView>(ROOM_API.sit, { level }),
    ready: (ready) => call<RoomView>(ROOM_API.ready, { ready }),
    move: (request) => call<RoomView>(ROOM_API.move, request),
    standUp: () => call<RoomView>(ROOM_API.leave, {}),
    hands: () => call<HandsAnswer>(ROOM_API.hands),
    roomStream: (lastEventId, signal) => follow(ROOM_API.stream, lastEventId, signal),
    seaStream: (lastEventId, signal) => follow(SEA_API.stream, lastEventId, signal),
  };
}

interface RefusalBody {
  readonly retryAfterMs?: unknown;
  readonly open?: readonly OpenStake[];
}

function refused(status: number, data: RefusalBody | null): StudioFailure {
  return new StudioFailure(failureOf(status, data), Number(data?.retryAfterMs) || 0, data?.open);
}

/** The error code of a response. An unknown code counts as `offline`, so that the state of a stake is requested. */
export function failureOf(status: number, data: unknown): Failure {
  const code = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  const known = STUDIO_ERRORS.find((error) => error === code);
  if (known) return known;
  if (status === 401 || status === 403) return 'session_expired';
  if (status === 429) return 'too_many_requests';
  return status >= 500 ? 'offline' : 'bad_request';
}

/** The code of a failed call; any other error is rethrown. */
export function codeOf(error: unknown): Failure {
  if (error instanceof StudioFailure) return error.code;
  throw error;
}
