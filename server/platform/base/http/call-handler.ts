import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import type { Actor } from '../actor.ts';
import { Refusal } from '../refusal.ts';
import { authorize } from './authorize.ts';
import type { BoundCall, CallContext, OpenStream, SentPicture } from './binding.ts';
import type { EventStreams } from './event-stream.ts';
import { type OpenPayload, readInput } from './read-input.ts';
import type { JudgePlace, Place } from './region.ts';
import { sendPicture } from './send-picture.ts';

export interface CallHandlerDeps {
  readonly merchant: string;
  readonly log: Logger;
  readonly streams: EventStreams;
  /** The actor of a token; null if it is unknown, expired or ended. */
  readonly resolveActor: (token: string, place: Place) => Promise<Actor | null>;
  readonly openPayload: OpenPayload;
  /** Whether the visitor's place is refused. */
  readonly isRefused: JudgePlace;
  /** Refuses while this node's clock differs from the database's. */
  readonly requireTime?: () => void;
}

const RESTRICTED: Readonly<Record<string, boolean>> = { '1': true, '0': false };

/** Order of every call: place, token, actor, input, handler, response. */
export async function handleCall({ call, handle }: BoundCall, deps: CallHandlerDeps, request: Request, response: Response): Promise<void> {
  const merchant = request.get('Merchant') ?? deps.merchant;
  if (merchant !== deps.merchant) throw new Refusal('bad_request');
  if (call.closedByRegion && (await deps.isRefused(placeOf(request)))) throw new Refusal('region_restricted');
  if (call.movesMoney || call.needsClock) deps.requireTime?.();
  const bearer = bearerOf(request);
  const actor = await actorOf(call, bearer, placeOf(request), deps);
  const input = await readInput(call, request, deps.openPayload);
  const value = await handle(contextOf(request, response, deps, actor, bearer), input);
  if (call.answer === 'events') return deps.streams.answer(call, value as OpenStream, request, response);
  if (call.answer === 'picture') return sendPicture(response, value as SentPicture);
  response.status(200).json({ success: true, value: project(call, value) });
}

export function languageCodeOf(request: Request): string {
  return languageOf(request.get('Language')).code;
}

/** The authorised actor. The bearer token of a call without a session is not a session token. */
async function actorOf(call: AnyCall, bearer: string | null, place: Place, { resolveActor }: CallHandlerDeps): Promise<Actor | null> {
  if (call.token !== 'required' && call.token !== 'optional') return null;
  const actor = bearer === null ? null : await resolveActor(bearer, place);
  // Where sign-in is optional, an idle session counts as none.
  const known = actor?.idle && call.token === 'optional' ? null : actor;
  authorize(known, call);
  return known;
}

function bearerOf(request: Request): string | null {
  return /^Bearer ([\w-]{1,128})$/.exec(request.get('Authorization') ?? '')?.[1] ?? null;
}

function contextOf(
  request: Request,
  response: Response,
  { merchant }: CallHandlerDeps,
  actor: Actor | null,
  bearer: string | null,
): CallContext {
  return {
    actor,
    ticket: bearer,
    merchant,
    language: languageCodeOf(request),
    clientAddress: (request.get('X-Client-Address') ?? request.socket.remoteAddress ?? '').slice(0, 64),
    ...placeOf(request),
    deviceToken: /^[\w-]{43}$/.exec(request.get('X-Device-Token') ?? '')?.[0] ?? null,
    siteOrigin: siteOriginOf(request),
    userAgent: (request.get('User-Agent') ?? '').slice(0, 255),
    requestId: response.locals.requestId as string,
    log: response.locals.log as Logger,
  };
}

function placeOf(request: Request): Place {
  return {
    country: /^[A-Z]{2}$/.exec(request.get('X-Client-Country') ?? '')?.[0] ?? null,
    regionRestricted: RESTRICTED[request.get('X-Region-Restricted') ?? ''] ?? null,
  };
}

/** The portal forwards the address of the site as the player sees it. */
function siteOriginOf(request: Request): string {
  const value = request.get('X-Site-Origin') ?? '';
  return URL.canParse(value) ? new URL(value).origin : 'http://localhost';
}

/** Validates the response and drops fields without a schema. A mismatch is a defect of the platform. */
function project(call: AnyCall, value: unknown): unknown {
  const result = v.safeParse(call.value, value);
  if (result.success) return result.output;
  const issueText = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`).join('; ');
  throw new Error(`The answer of ${call.id} does not match its schema: ${issueText}`);
}
