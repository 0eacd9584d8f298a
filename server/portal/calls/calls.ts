import express, { type RequestHandler, type Router } from 'express';
import { CALLS, callByRoute, isCallPath } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { type Language, languageOf } from '../../../shared/i18n/languages.ts';
import { defined } from '../../kit/defined.ts';
import { withToken } from '../answers/offer.ts';
import type { PersonalCache } from '../cache/personal-cache.ts';
import { type PublicCache, UncachedAnswer } from '../cache/public-cache.ts';
import type { Visitor } from '../contracts.ts';
import type { EdgeRequest, EdgeResponse, Next } from '../edge/edge-stage.ts';
import { type Refuse, sendJson } from '../edge/refusals.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { isSameSite } from '../session/csrf.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { fetchPublic } from '../upstream/upstream.ts';
import { refuseFault } from '../upstream/upstream-fault.ts';
import { bearerOf, deviceOf, endsSession, missingToken, upstreamHeaders } from '../upstream/upstream-headers.ts';
import { sendReadAnswer } from './pass-answer.ts';
import { MAX_BODY_BYTES, type PassCall, type PassedCall } from './pass-call.ts';
import type { PassUpload } from './pass-upload.ts';
import { sendPublic } from './send-public.ts';
import type { CaptureSignIn } from './sign-in-capture.ts';
import { type UnknownCalls, unknownCall } from './unknown-calls.ts';

export interface CallsDeps {
  readonly client: UpstreamClient;
  readonly passCall: PassCall;
  readonly passUpload: PassUpload;
  readonly publicCache: PublicCache;
  readonly personalCache: PersonalCache;
  readonly sessions: SessionStore;
  readonly sealed: SealedCookies;
  readonly captureSignIn: CaptureSignIn;
  readonly throttle: Throttle;
  readonly events: EventStreams;
  readonly refuse: Refuse;
  readonly merchant: string;
  readonly publicOrigin: string | undefined;
  readonly unknownCalls: UnknownCalls;
  /** True for a public call that the platform answers to members only. */
  readonly needsToken: (callId: string) => boolean;
}

const FAMILY_PATH = /^\/(?:wps|lgw|lotto)(?:\/|\?|$)/;
const BEARER = /^Bearer ([\x21-\x7e]{1,512})$/;
/** Content types that a form on another site cannot send. */
const RAW_TYPE = /^(?:image\/[\w.+-]{1,40}|application\/octet-stream)$/i;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

export interface Calls {
  /** Answers a public call that is ready in memory; false: it is not. */
  sendReady(request: EdgeRequest, response: EdgeResponse): boolean;
  /** `/wps`, `/lgw`, `/lotto`: a route for each call of the call table; everything else is refused. */
  readonly routes: Router;
}

const createRouter = () => express.Router({ caseSensitive: true, strict: true });
const ROUTE_METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

export function createCalls(deps: CallsDeps): Calls {
  const routes = createRouter();
  // A route for GET would answer HEAD too.
  routes.head(/./, refuseUnknown(deps));
  // A router for each path: Express tries routes one by one, and there are more than a hundred.
  const routers = new Map(CALLS.map(({ path }) => [path, createRouter()]));
  for (const call of CALLS)
    routers
      .get(call.path)
      ?.[ROUTE_METHODS[call.method]](call.path, (request, response, next) => answer(deps, call, request, response, next));
  routes.use((request, response, next) => {
    const router = routers.get(request.path);
    if (router) router(request, response, next);
    else next();
  });
  if (deps.unknownCalls === 'pass')
    routes.use((request, response, next) => {
      const call = unknownCall(request.method, request.path);
      if (call) answer(deps, call, request, response, next);
      else next();
    });
  routes.use(refuseUnknown(deps));
  return { routes, sendReady: (request, response) => sendReady(deps, request, response) };
}

function sendReady(deps: CallsDeps, request: EdgeRequest, response: EdgeResponse): boolean {
  if (request.method !== 'GET' || !FAMILY_PATH.test(request.url)) return false;
  const search = searchOf(request.url);
  const call = callByRoute('GET', request.url.slice(0, request.url.length - search.length));
  const ready = call && cachedAnswer(deps, call, search, request, response).ready;
  if (!ready) return false;
  response.locals.route = call.id;
  sendPublic(request, response, ready);
  return true;
}

/** The query of an address with its question mark; "" for none. */
function searchOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark);
}

/** The answer of a public call that is ready in memory, and how to load it; without `key` the call is not cached. */
function cachedAnswer(
  { client, merchant, publicCache }: CallsDeps,
  call: AnyCall,
  search: string,
  request: EdgeRequest,
  response: EdgeResponse,
) {
  if (call.cacheSeconds === 0) return {};
  const { visitor } = response.locals;
  const language = callLanguage(request, visitor);
  const key = publicCache.keyOf(call, search, language.code);
  if (key === undefined) return {};
  const load = () => fetchPublic(client, merchant, call, search, { ...visitor, language });
  return { key, load, ready: publicCache.peek(call, key, load) };
}

function refuseUnknown({ refuse }: CallsDeps): RequestHandler {
  return ({ path }, response) => {
    if (!isCallPath(path)) return refuse(response, 404, 'not_found');
    const allowed = METHODS.filter((method) => callByRoute(method, path)).join(', ');
    refuse(response, 405, 'method_not_allowed', { Allow: allowed });
  };
}

function answer(deps: CallsDeps, wanted: AnyCall, request: EdgeRequest, response: EdgeResponse, next: Next) {
  const { visitor } = response.locals;
  const call = deps.needsToken(wanted.id) && visitor.session ? withToken(wanted) : wanted;
  response.locals.route = call.id;
  if (call.method !== 'GET' && refuseBadForm(deps, call, request, response)) return;
  const search = searchOf(request.url);
  const language = callLanguage(request, visitor);
  const { key, load, ready } = cachedAnswer(deps, call, search, request, response);
  // Sending a cached answer costs less than counting it.
  if (ready) return sendPublic(request, response, ready);
  if (key !== undefined)
    return deps.throttle.handle(call.throttle, request, response, () => loadPublic(deps, call, key, load, request, response));
  const token = tokenOf(deps, request, visitor, call);
  const missing = missingToken(call, token);
  if (missing) return deps.refuse(response, 401, missing);
  deps.throttle.handle(call.throttle, request, response, () => {
    if (call.answer === 'events' && token !== undefined)
      return deps.events.join({ call, token, language: language.code, visitor }, request, response);
    forwardCall(deps, { call, search, token, language }, request, response, next);
  });
}

/** Refuses a changing call that comes from another site, has a content type that the call does not take, or has too large a body. */
function refuseBadForm({ refuse, publicOrigin }: CallsDeps, call: AnyCall, request: EdgeRequest, response: EdgeResponse): boolean {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (!isSameSite(request, publicOrigin)) refuse(response, 403, 'csrf_failed', { Connection: 'close' });
  // Without a length the size would be known only after the body was passed on.
  else if (headers['transfer-encoding'] !== undefined) refuse(response, 411, 'bad_request', { Connection: 'close' });
  else if (call.rawBody > 0 && length > call.rawBody) refuse(response, 413, 'upload_too_large', { Connection: 'close' });
  else if (call.rawBody === 0 && length > MAX_BODY_BYTES) refuse(response, 413, 'body_too_large', { Connection: 'close' });
  else if (length > 0 && bodyType(call, headers['content-type']) === undefined)
    refuse(response, 415, 'bad_request', { Connection: 'close' });
  else return false;
  return true;
}

/** Returns the content type to send upstream; undefined for a type that the call does not take. */
function bodyType({ formEncoded, rawBody }: AnyCall, type = ''): string | undefined {
  if (rawBody > 0) return RAW_TYPE.test(type) ? type : undefined;
  if (/^application\/json(?:;|$)/i.test(type)) return 'application/json';
  return formEncoded && /^application\/x-www-form-urlencoded(?:;|$)/i.test(type) ? 'application/x-www-form-urlencoded' : undefined;
}

function loadPublic(
  deps: CallsDeps,
  call: AnyCall,
  key: string,
  load: Parameters<PublicCache['get']>[2],
  request: EdgeRequest,
  response: EdgeResponse,
): void {
  deps.publicCache.get(call, key, load).then(
    (entry) => sendPublic(request, response, entry),
    (fault: unknown) => {
      if (fault instanceof UncachedAnswer) {
        const { status, headers } = fault.answer;
        return sendReadAnswer(response, {
          status,
          retryAfter: headers['retry-after'],
          keepAlive: response.shouldKeepAlive,
          read: fault.answer,
        });
      }
      response.locals.log.warn({ err: fault, call: call.id }, 'public call failed');
      refuseFault(deps.refuse, response, fault, call);
    },
  );
}

interface ForwardedCall {
  readonly call: AnyCall;
  readonly search: string;
  readonly token: string | undefined;
  readonly language: Language;
}

function forwardCall(deps: CallsDeps, forwarded: ForwardedCall, request: EdgeRequest, response: EdgeResponse, next: Next): void {
  const { call, search, token, language } = forwarded;
  const { visitor } = response.locals;
  const ownToken = token !== undefined && token === visitor.session?.token ? token : undefined;
  if (ownToken !== undefined && call.method !== 'GET') invalidateAround(deps.personalCache, ownToken, response);
  const device = deviceOf(call, visitor, deps.sealed);
  const headers = upstreamHeaders({ merchant: deps.merchant, language: language.code, token, visitor, ...defined({ device }) });
  if (call.rawBody > 0) {
    const onRefusedSession = (envelope: unknown) => {
      if (ownToken !== undefined && endsSession(envelope)) endOwnSession(deps, ownToken, response);
    };
    deps.passUpload(request, response, { call, search, headers, onRefusedSession }).catch(next);
    return;
  }
  const type = call.method === 'GET' ? undefined : bodyType(call, request.headers['content-type']);
  if (type !== undefined) headers['content-type'] = type;
  deps.passCall(
    request,
    response,
    { call, search, headers, account: visitor.session?.account, intercept: interceptOf(deps, call, ownToken, response, next) },
    next,
  );
}

/** What the portal does with an answer before it is sent: it ends sessions and captures sign-ins. */
function interceptOf(
  deps: CallsDeps,
  call: AnyCall,
  ownToken: string | undefined,
  response: EdgeResponse,
  next: Next,
): NonNullable<PassedCall['intercept']> {
  return ({ status, envelope }) => {
    if (ownToken !== undefined) updateSession(deps, call, ownToken, status, envelope, response);
    if (!call.signsIn) return false;
    sendSignIn(deps, status, envelope, response).catch(next);
    return true;
  };
}

/** Updates the session by the answer. A refused session has ended, unless the refusal only asks the member to authenticate again. */
function updateSession(
  deps: CallsDeps,
  call: AnyCall,
  ownToken: string,
  status: number,
  envelope: Envelope<unknown>,
  response: EdgeResponse,
): void {
  if (call.endsSession) signOut(deps, ownToken, status, response);
  if (status === 401 && endsSession(envelope)) endOwnSession(deps, ownToken, response);
}

function signOut({ events, sealed, sessions }: CallsDeps, ownToken: string, status: number, response: EdgeResponse): void {
  events.end(ownToken);
  if (status !== 200) return;
  sessions.end(ownToken);
  sessions.clear(response);
  if (sealed.has('loginRemember', response.locals.visitor.cookies)) sealed.clear(response, 'loginRemember');
}

function endOwnSession({ sessions }: CallsDeps, ownToken: string, response: EdgeResponse): void {
  sessions.end(ownToken);
  sessions.clear(response);
}

async function sendSignIn(deps: CallsDeps, status: number, envelope: Envelope<unknown>, response: EdgeResponse): Promise<void> {
  const captured = envelope.success ? await deps.captureSignIn(envelope.value, response) : undefined;
  if (envelope.success && !captured) return deps.refuse(response, 502, 'upstream_unavailable');
  sendJson(response, status, captured ? { ...envelope, value: captured.value } : envelope);
}

/** Invalidates before the change and after it, because a read that runs at the same time may return the old value. */
function invalidateAround(cache: PersonalCache, token: string, response: EdgeResponse): void {
  cache.invalidate(token);
  response.once('close', () => cache.invalidate(token));
}

/** Tools may send a token in a header; browsers have only the cookies. */
function tokenOf({ sealed }: CallsDeps, request: EdgeRequest, visitor: Visitor, call: AnyCall): string | undefined {
  if (call.token === 'none') return undefined;
  const { authorization } = request.headers;
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1];
  return bearerOf(call, visitor, sealed);
}

/** The `Language` header of a call overrides the visitor's language. */
function callLanguage(request: EdgeRequest, visitor: Visitor): Language {
  const requested = request.headers.language;
  if (typeof requested !== 'string') return visitor.language;
  const language = languageOf(requested);
  return language.code === requested.toUpperCase() ? language : visitor.language;
}
