import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { AGENT_TYPES, TRIAL_TYPE } from '../../../shared/constants.ts';
import { languageOf } from '../../../shared/i18n/languages.ts';
import type { Actor } from '../accounts/actor.ts';
import { Refusal } from '../refusal.ts';
import type { BoundCall, CallContext, OpenStream } from './binding.ts';
import type { EventStreams } from './event-stream.ts';
import { type OpenPayload, readInput } from './read-input.ts';

export interface CallHandlerDeps {
  readonly merchant: string;
  readonly log: Logger;
  readonly streams: EventStreams;
  /** The actor of a token; null for a token that is unknown, expired or ended. */
  readonly resolveActor: (token: string) => Promise<Actor | null>;
  readonly openPayload: OpenPayload;
}

/** Token, actor, input, handler, answer: the walk of every call, in this order. */
export async function handleCall({ call, handle }: BoundCall, deps: CallHandlerDeps, request: Request, response: Response): Promise<void> {
  const merchant = request.get('Merchant') ?? deps.merchant;
  if (merchant !== deps.merchant) throw new Refusal('bad_request');
  const actor = await actorOf(call, request, deps);
  const input = await readInput(call, request, deps.openPayload);
  const value = await handle(contextOf(request, response, deps, actor), input);
  if (call.stream) return deps.streams.answer(call, value as OpenStream, request, response);
  response.status(200).json({ success: true, value: project(call, value) });
}

/** The portal's request id, or one of our own when what came is none. */
export function requestIdOf(request: Request): string {
  const id = request.get('X-Request-Id');
  return id !== undefined && /^[\w.:-]{1,64}$/.test(id) ? id : randomUUID();
}

export function languageCodeOf(request: Request): string {
  return languageOf(request.get('Language')).code;
}

async function actorOf(call: AnyCall, request: Request, { resolveActor }: CallHandlerDeps): Promise<Actor | null> {
  if (call.token === 'none') return null;
  const [, token] = /^Bearer ([\w-]{1,128})$/.exec(request.get('Authorization') ?? '') ?? [];
  const actor = token === undefined ? null : await resolveActor(token);
  if (actor) checkActor(call, actor);
  else if (call.token === 'required') throw new Refusal('unauthorized');
  return actor;
}

function checkActor({ actors }: AnyCall, { type }: Actor): void {
  if (actors !== 'real' && actors !== 'agent') return;
  if (type === TRIAL_TYPE) throw new Refusal('in_need_true_account');
  if (actors === 'agent' && !AGENT_TYPES.includes(type)) throw new Refusal('not_agent');
}

function contextOf(request: Request, response: Response, { merchant }: CallHandlerDeps, actor: Actor | null): CallContext {
  return {
    actor,
    merchant,
    language: languageCodeOf(request),
    clientAddress: (request.get('X-Client-Address') ?? request.socket.remoteAddress ?? '').slice(0, 64),
    userAgent: (request.get('User-Agent') ?? '').slice(0, 255),
    requestId: response.locals.requestId as string,
    log: response.locals.log as Logger,
  };
}

/** What the schema describes and nothing else; an answer that does not fit is our own mistake. */
function project(call: AnyCall, value: unknown): unknown {
  const result = v.safeParse(call.value, value);
  if (result.success) return result.output;
  const where = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`).join('; ');
  throw new Error(`The answer of ${call.id} does not fit its schema: ${where}`);
}
