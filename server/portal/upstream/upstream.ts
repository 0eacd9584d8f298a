import type { Logger } from 'pino';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { sealPayload } from '../../../shared/api/seal.ts';
import { sessionKeys } from '../../../shared/api/session/contract.ts';
import { defined } from '../../kit/defined.ts';
import { traced } from '../../observe/tracing.ts';
import type { PersonalCache } from '../cache/personal-cache.ts';
import { type PublicCache, type PublicEntry, UncachedAnswer } from '../cache/public-cache.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { refusal } from '../edge/refusals.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { PortalTexts } from '../texts.ts';
import type { UpstreamAnswer, UpstreamClient } from './client.ts';
import { faultText, UpstreamFault } from './upstream-fault.ts';
import { bearerOf, carriesSession, deviceOf, endsSession, missingToken, upstreamHeaders } from './upstream-headers.ts';

export interface UpstreamDeps {
  readonly client: UpstreamClient;
  readonly publicCache: PublicCache;
  readonly personalCache: PersonalCache;
  readonly sessions: SessionStore;
  readonly sealed: SealedCookies;
  readonly texts: PortalTexts;
  readonly merchant: string;
  readonly log: Logger;
}

interface Input {
  readonly query?: unknown;
  readonly body?: unknown;
  /** Body of a call that takes raw bytes. */
  readonly raw?: Buffer;
}

/**
 * Calls on behalf of pages and forms, with the same policy, headers, caches and refusals as calls from a browser. An answer that does not
 * fit its schema counts as a failure, so pages can rely on its shape.
 */
export function createUpstream(deps: UpstreamDeps): Upstream {
  const { client, publicCache, personalCache, sessions, sealed, texts, merchant } = deps;

  async function answer(call: AnyCall, input: Input, visitor: Visitor): Promise<Envelope<unknown>> {
    const search = searchOf(input.query);
    const token = bearerOf(call, visitor, sealed);
    const missing = missingToken(call, token);
    if (missing) return refusal(texts, visitor.language.code, missing);
    if (call.cacheSeconds > 0) return (await publicAnswer(call, search, visitor)).envelope;
    if (token !== undefined && call.cachedPerSession)
      return personalCache.get(token, call, () => direct(call, search, input, visitor, token));
    return direct(call, search, input, visitor, token);
  }

  async function publicAnswer(call: AnyCall, search: string, visitor: Visitor): Promise<Pick<PublicEntry, 'envelope'>> {
    const key = publicCache.keyOf(call, search, visitor.language.code);
    if (key === undefined) return { envelope: refusal(texts, visitor.language.code, 'bad_request') };
    try {
      return await publicCache.get(call, key, () => fetchPublic(client, merchant, call, search, visitor));
    } catch (fault) {
      if (!(fault instanceof UncachedAnswer)) throw fault;
      return { envelope: fault.answer.envelope };
    }
  }

  async function direct(
    call: AnyCall,
    search: string,
    input: Input,
    visitor: Visitor,
    token: string | undefined,
  ): Promise<Envelope<unknown>> {
    const device = deviceOf(call, visitor, sealed);
    const headers = upstreamHeaders({ merchant, language: visitor.language.code, token, visitor, ...defined({ device }) });
    const body = call.method === 'GET' ? undefined : (input.raw ?? (await bodyOf(call, input.body, visitor)));
    const type = input.raw ? 'application/octet-stream' : 'application/json';
    if (body !== undefined) Object.assign(headers, { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) });
    const changes = call.method !== 'GET' && token !== undefined && carriesSession(call);
    if (changes) personalCache.invalidate(token);
    try {
      const { status, envelope } = await client.send({ call, search, headers, body, ...senderOf(visitor) });
      if (status === 401 && token !== undefined && carriesSession(call) && endsSession(envelope)) sessions.end(token);
      return envelope;
    } finally {
      if (changes) personalCache.invalidate(token);
    }
  }

  async function bodyOf(call: AnyCall, data: unknown, visitor: Visitor): Promise<string> {
    if (!call.encrypted) return JSON.stringify(data ?? {});
    const keys = (await publicAnswer(sessionKeys, '', visitor)).envelope as Envelope<{
      keys: Parameters<typeof sealPayload>[0][];
    }>;
    if (!keys.success && keys.code === 'not_offered') return JSON.stringify(data ?? {});
    const key = keys.success ? keys.value.keys[0] : undefined;
    if (!key) throw new UpstreamFault('upstream_unavailable', 'refused');
    return JSON.stringify({ payload: await sealPayload(key, call.id, data ?? {}) });
  }

  const call = async (wanted: AnyCall, input: Input, visitor: Visitor): Promise<Envelope<unknown>> => {
    visitor.times?.beginCall();
    const start = performance.now();
    try {
      return await traced(`call ${wanted.id}`, { 'lagoon.call': wanted.id }, () => answer(wanted, input, visitor));
    } catch (fault) {
      if (!(fault instanceof UpstreamFault)) throw fault;
      // A timeout of a change must not shorten the deadlines of the reads for the page that reports it.
      if (fault.code === 'upstream_timeout' && wanted.method === 'GET') visitor.times?.addTimeout(performance.now() - start);
      deps.log.warn(
        { requestId: visitor.requestId, call: wanted.id, code: fault.code, outcome: fault.outcome, err: fault.cause },
        'upstream call failed',
      );
      return refusal(texts, visitor.language.code, fault.code, faultText(wanted, fault.code, fault.outcome));
    } finally {
      visitor.times?.endCall();
    }
  };
  // The call's schemas type input and value.
  return { call: call as Upstream['call'] };
}

/** Fetches a public answer, without token or data of the visitor who happened to cause the request. */
export function fetchPublic(
  client: UpstreamClient,
  merchant: string,
  call: AnyCall,
  search: string,
  visitor: Visitor,
): Promise<UpstreamAnswer> {
  const asker = { requestId: visitor.requestId, address: '', country: undefined, userAgent: 'portal' };
  const headers = upstreamHeaders({ merchant, language: visitor.language.code, token: undefined, visitor: asker });
  const { waitedMs } = senderOf(visitor);
  return client.send({ call, search, headers, body: undefined, account: undefined, waitedMs });
}

function senderOf({ session, times }: Visitor) {
  return { account: session?.account, waitedMs: times?.timedOutMs ?? 0 };
}

function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`;
}
