import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { plainWire, type TableRequest, type WireOf } from '../answers/wire-request.ts';
import type { Circuits, UpstreamOutcome } from './circuits.ts';
import type { Deadlines } from './deadlines.ts';
import type { ExchangeDeadlines } from './exchange.ts';
import { familyOf, type UpstreamLinks } from './links.ts';
import { isEnvelope, type ReadAnswer, type ReadCall } from './read-answer.ts';
import { UpstreamFault } from './upstream-fault.ts';

export interface CallRequest extends TableRequest {
  /** Milliseconds that the caller has already lost to timeouts; they shorten the time of a reading call. */
  readonly waitedMs?: number;
  /** Aborts the call: the outcome is `gone`. */
  readonly signal?: AbortSignal;
}

export interface UpstreamAnswer extends ReadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** An answer that is passed on while it arrives. */
export interface StreamedAnswer {
  readonly stream: IncomingMessage;
}

export interface UpstreamClient extends UpstreamLinks {
  /**
   * Sends one call with all deadlines and reads the answer by the call table. A GET is retried once if nothing was answered and time is
   * left; other methods are never retried. An unreadable answer is a fault.
   */
  send(request: CallRequest): Promise<UpstreamAnswer>;
  /** The same, for a call whose answer may be a stream; all other answers are read. */
  sendStreamed(request: CallRequest, streams: (answer: IncomingMessage) => boolean): Promise<UpstreamAnswer | StreamedAnswer>;
}

export interface UpstreamClientDeps {
  readonly links: UpstreamLinks;
  readonly deadlines: Deadlines;
  readonly circuits: Circuits;
  readonly readCall: ReadCall;
  /** The request as the platform takes it; absent: as in the call table. */
  readonly wireOf?: WireOf;
}

type Streams = ((answer: IncomingMessage) => boolean) | undefined;

const NO_ANSWER: readonly UpstreamOutcome[] = ['connect', 'broken'];

export function createUpstreamClient(deps: UpstreamClientDeps): UpstreamClient {
  const { links, deadlines } = deps;

  async function send(request: CallRequest, streams: Streams): Promise<UpstreamAnswer | StreamedAnswer> {
    if (request.call.method !== 'GET') return attempt(deps, request, streams, 1, deadlines);
    const start = performance.now();
    const time = deadlines.read - (request.waitedMs ?? 0);
    if (time <= 0) throw new UpstreamFault('upstream_timeout', 'timeout');
    try {
      return await attempt(deps, request, streams, 1, { ...deadlines, complete: time, idle: time });
    } catch (fault) {
      const took = performance.now() - start;
      if (took >= time || !mayRetry(fault)) throw fault;
      return attempt(deps, request, streams, 2, { ...deadlines, complete: time - took, idle: time, total: deadlines.total - took });
    }
  }
  return {
    ...links,
    // Without `streams` every answer is read.
    send: (request) => send(request, undefined) as Promise<UpstreamAnswer>,
    sendStreamed: send,
  };
}

async function attempt(
  { links, circuits, readCall, wireOf = plainWire }: UpstreamClientDeps,
  request: CallRequest,
  streams: Streams,
  count: number,
  within: ExchangeDeadlines,
): Promise<UpstreamAnswer | StreamedAnswer> {
  const { call, headers, body, signal } = request;
  const { method, path } = call;
  const end = circuits.begin({ call: call.id, family: familyOf(path), reads: method === 'GET', attempt: count });
  if (!end) throw new UpstreamFault('upstream_unavailable', 'breaker');
  try {
    const answer = await links.exchange({ ...wireOf(request), family: familyOf(path), signal, streams }, within);
    if (answer.stream) {
      end('ok');
      return { stream: answer.stream };
    }
    const asker = { requestId: headers['x-request-id'] ?? '', language: headers.language ?? '', search: request.search, sent: body };
    const read = readCall(call, answer.status, answer.body, asker);
    end(outcomeOf(answer.status, read, answer.body));
    if (!read) throw new UpstreamFault('upstream_unavailable', 'unreadable', { hasAnswered: true });
    return { status: answer.status, headers: answer.headers, envelope: read.envelope, body: read.body };
  } catch (fault) {
    const outcome = fault instanceof UpstreamFault ? fault.outcome : 'broken';
    // A timeout under a shortened deadline says nothing about the upstream.
    end(outcome === 'timeout' && request.waitedMs ? 'gone' : outcome);
    throw fault;
  }
}

/**
 * Classifies an answer. A busy, closed or refusing platform has answered. A 500 comes from a running program that failed on this request,
 * perhaps for one member only; 502 to 504 come from a server in front of it. An unreadable answer is `malformed` where one visitor's request or
 * one member's data may be the cause.
 */
function outcomeOf(status: number, read: ReadAnswer | undefined, body: Buffer): UpstreamOutcome {
  if (!read) {
    if (status === 500) return 'failed';
    return (status >= 400 && status < 500) || (status < 300 && isEnvelope(body)) ? 'malformed' : 'unreadable';
  }
  if (read.envelope.success) return 'ok';
  return status >= 500 && read.envelope.code === 'system_error' ? 'failed' : 'refused';
}

function mayRetry(fault: unknown): boolean {
  return fault instanceof UpstreamFault && fault.code === 'upstream_unavailable' && NO_ANSWER.includes(fault.outcome) && !fault.hasAnswered;
}
