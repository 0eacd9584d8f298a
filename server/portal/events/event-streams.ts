import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { walletBalance } from '../../../shared/api/balance/contract.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { MemberEvent } from '../../../shared/api/live/schemas.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { createLoop } from '../../kit/loop.ts';
import type { PersonalCache } from '../cache/personal-cache.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { RawAnswer } from '../upstream/exchange.ts';
import type { UpstreamLinks } from '../upstream/links.ts';
import { endsSession, upstreamHeaders } from '../upstream/upstream-headers.ts';

export interface StreamRequest {
  readonly call: AnyCall;
  readonly token: string;
  readonly language: string;
  readonly visitor: Visitor;
}

/** One stream from the platform per session, shared by all browsers and tabs of that session. */
export interface EventStreams {
  join(wanted: StreamRequest, request: EdgeRequest, response: EdgeResponse): void;
  /** Ends the streams of a session. */
  end(token: string): void;
  readonly listeners: number;
  /** Ends all streams with a reconnect delay. */
  close(): void;
}

export interface EventStreamsDeps {
  readonly client: Pick<UpstreamLinks, 'exchange'>;
  readonly merchant: string;
  readonly sessions: SessionStore;
  readonly personalCache: PersonalCache;
  readonly refuse: Refuse;
  readonly log: Logger;
  readonly heartbeatMs?: number;
  /** Loads the balance from a platform without event streams. */
  readonly upstream: Upstream;
  readonly pollMs: number | undefined;
}

interface Channel {
  readonly listeners: Set<EdgeResponse>;
  /** Ends the stream from the platform. */
  readonly gone: AbortController;
  readonly heartbeat: NodeJS.Timeout;
  /** The latest event of each kind that carries a state, for browsers that join later. */
  readonly last: Map<MemberEvent['type'], string>;
  isOpen: boolean;
}

/** Shared by the functions of an `EventStreams`: its channels by token. */
interface OpenStreams extends EventStreamsDeps {
  readonly channels: Map<string, Channel>;
}

/** Refusal for browsers whose stream has not started. */
interface EndReason {
  readonly status: 401 | 502;
  readonly code: RefusalCode;
}

/** Events that carry a whole state; the others only announce a change. */
const STATES: readonly MemberEvent['type'][] = ['balance', 'inbox', 'promotions', 'rewards'];
const ENDED: EndReason = { status: 401, code: 'unauthorized' };
const UNAVAILABLE: EndReason = { status: 502, code: 'upstream_unavailable' };
/** Start of a stream. A browser that joins an open stream loads the changes that earlier events announced. */
const HELLO = `data: ${JSON.stringify({ type: 'hello' } satisfies MemberEvent)}\n\n`;
const HEARTBEAT_MS = 15_000;
/** Between two balances of a platform without event streams. */
const POLL_MS = 15_000;
/** Statuses of a platform that does not have the call. */
const MISSING: readonly number[] = [404, 405, 501];
const MAX_LISTENERS = 20;
/** A browser with more unsent bytes is disconnected; after its reconnect it gets the current state. */
const MAX_UNSENT_BYTES = 64 * 1024;
const MAX_EVENT_BYTES = 16 * 1024;
const OPEN_TIMEOUT_MS = 5_000;
const MIN_RECONNECT_MS = 500;
const RECONNECT_SPREAD_MS = 2_500;
const STREAM_HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

export function createEventStreams(deps: EventStreamsDeps): EventStreams {
  const channels = new Map<string, Channel>();
  const streams: OpenStreams = { ...deps, channels };

  return {
    join(wanted, request, response) {
      const channel = channels.get(wanted.token) ?? open(streams, wanted);
      if (channel.listeners.size >= MAX_LISTENERS) return deps.refuse(response, 429, 'too_many_requests', { 'Retry-After': '30' });
      channel.listeners.add(response);
      request.socket.setTimeout(0);
      response.once('close', () => {
        channel.listeners.delete(response);
        if (channel.listeners.size === 0) stop(streams, wanted.token, channel, UNAVAILABLE);
      });
      if (!channel.isOpen) return;
      startResponse(response);
      response.write(HELLO);
      for (const message of channel.last.values()) response.write(message);
    },
    end(token) {
      const channel = channels.get(token);
      if (channel) stop(streams, token, channel, ENDED);
    },
    get listeners() {
      let count = 0;
      for (const channel of channels.values()) count += channel.listeners.size;
      return count;
    },
    close() {
      for (const [token, channel] of channels) {
        for (const response of channel.listeners) if (response.headersSent) response.write(reconnectHint());
        stop(streams, token, channel, UNAVAILABLE);
      }
    },
  };
}

/** A stopping process ends all streams at once; the random delay spreads the reconnects. */
function reconnectHint(): string {
  return `retry: ${MIN_RECONNECT_MS + Math.floor(Math.random() * RECONNECT_SPREAD_MS)}\n\n`;
}

function open(deps: OpenStreams, wanted: StreamRequest): Channel {
  const channel: Channel = {
    listeners: new Set(),
    gone: new AbortController(),
    heartbeat: setInterval(() => broadcast(channel, ': \n\n'), deps.heartbeatMs ?? HEARTBEAT_MS),
    last: new Map(),
    isOpen: false,
  };
  deps.channels.set(wanted.token, channel);
  const headers = { ...upstreamHeaders({ ...wanted, merchant: deps.merchant }), accept: 'text/event-stream' };
  const { method, path } = wanted.call;
  const request = { method, path, headers, body: undefined, streams: isEventStream, isUnbounded: true, signal: channel.gone.signal };
  deps.client.exchange(request, { complete: OPEN_TIMEOUT_MS }).then(
    (answer) => {
      if (answer.stream) return receive(deps, wanted.token, channel, answer.stream);
      if (MISSING.includes(answer.status)) return pollBalance(deps, wanted, channel);
      refused(deps, wanted.token, channel, answer);
    },
    (error: unknown) => {
      if (channel.gone.signal.aborted) return;
      deps.log.warn({ err: error, requestId: wanted.visitor.requestId }, 'platform event stream failed');
      stop(deps, wanted.token, channel, UNAVAILABLE);
    },
  );
  return channel;
}

function isEventStream({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 200 && /^text\/event-stream(?:;|$)/i.test(headers['content-type'] ?? '');
}

function receive(deps: OpenStreams, token: string, channel: Channel, answer: IncomingMessage) {
  channel.isOpen = true;
  for (const response of channel.listeners) startResponse(response);
  let rest = '';
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_EVENT_BYTES) return stop(deps, token, channel, UNAVAILABLE);
    for (const block of blocks) dispatch(deps, token, channel, block);
  });
  answer.once('error', () => stop(deps, token, channel, UNAVAILABLE));
  answer.once('end', () => stop(deps, token, channel, UNAVAILABLE));
}

/** In place of the platform's events, the portal sends the balance whenever it has changed. */
function pollBalance(deps: OpenStreams, { token, visitor }: StreamRequest, channel: Channel) {
  let known: string | undefined;
  const poll = async () => {
    deps.personalCache.invalidate(token);
    const answer = await deps.upstream.call(walletBalance, {}, visitor);
    if (channel.gone.signal.aborted) return;
    if (!answer.success && answer.code === 'unauthorized') return stop(deps, token, channel, ENDED);
    if (answer.success && answer.value.sumBalance !== known) {
      const { sumBalance, version, asOf: at } = answer.value;
      known = sumBalance;
      const message = `data: ${JSON.stringify({ type: 'balance', sumBalance, version, at } satisfies MemberEvent)}\n\n`;
      channel.last.set('balance', message);
      broadcast(channel, message);
    }
  };
  const failed = (error: unknown) => deps.log.warn({ err: error, requestId: visitor.requestId }, 'balance poll failed');
  const polls = createLoop(async () => {
    await poll().catch(failed);
    return deps.pollMs ?? POLL_MS;
  });
  channel.gone.signal.addEventListener('abort', () => void polls.stop());
  channel.isOpen = true;
  for (const response of channel.listeners) {
    startResponse(response);
    response.write(HELLO);
  }
  polls.start();
}

/** The platform refused the stream: the session is over, has to be confirmed, or the platform failed. */
function refused(deps: OpenStreams, token: string, channel: Channel, { status, body }: RawAnswer) {
  const envelope = envelopeOf(body);
  if (!endsSession(envelope) && envelope?.success === false) return stop(deps, token, channel, { status: 401, code: envelope.code });
  if (status !== 401) return stop(deps, token, channel, UNAVAILABLE);
  deps.sessions.end(token);
  stop(deps, token, channel, ENDED);
}

function dispatch(deps: OpenStreams, token: string, channel: Channel, block: string): void {
  const event = eventOf(block);
  // Comments are the platform's own heartbeat; this portal sends its own.
  if (event === undefined) return;
  const message = `${block}\n\n`;
  deps.personalCache.invalidate(token);
  if (STATES.includes(event.type)) channel.last.set(event.type, message);
  broadcast(channel, message);
  if (event.type !== 'session-ended') return;
  deps.sessions.end(token);
  stop(deps, token, channel, ENDED);
}

function stop(deps: OpenStreams, token: string, channel: Channel, { status, code }: EndReason): void {
  if (deps.channels.get(token) === channel) deps.channels.delete(token);
  clearInterval(channel.heartbeat);
  channel.gone.abort();
  for (const response of channel.listeners) {
    if (response.headersSent) response.end();
    else deps.refuse(response, status, code);
  }
  channel.listeners.clear();
}

function startResponse(response: EdgeResponse): void {
  response.writeHead(200, STREAM_HEADERS);
  response.flushHeaders();
}

function broadcast(channel: Channel, message: string): void {
  for (const response of channel.listeners) {
    if (!response.headersSent) continue;
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
    else response.write(message);
  }
}

function eventOf(block: string): MemberEvent | undefined {
  const data = block
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');
  if (data === '') return undefined;
  try {
    return JSON.parse(data) as MemberEvent;
  } catch {
    return undefined;
  }
}

/** The envelope of a refusal; undefined for any other body. */
function envelopeOf(body: Buffer): Envelope<unknown> | undefined {
  try {
    const envelope = JSON.parse(body.toString('utf8')) as Envelope<unknown> | null;
    return typeof envelope?.success === 'boolean' ? envelope : undefined;
  } catch {
    return undefined;
  }
}
