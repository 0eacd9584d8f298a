import type { Logger } from 'pino';
import type { InferOutput } from 'valibot';
import type { BodyOf, CallSchemas, QueryOf, TokenRule } from '../../../../shared/api/client-call.ts';
import type { AnswerKind, AnyCall, Call } from '../../../../shared/api/define-call.ts';
import type { Actor } from '../actor.ts';
import type { Caller } from './caller.ts';

/** Context of a request for every handler. */
export interface CallContext extends Caller {
  /** Null only for calls without required sign-in. */
  readonly actor: Actor | null;
  /** The bearer token: the ticket of a `pending` call, the remember token of a `remember` call. */
  readonly ticket: string | null;
  readonly merchant: string;
  /** True: the portal's rules block this address; false: they allow it in spite of its country; null: no decision. */
  readonly regionRestricted: boolean | null;
  readonly requestId: string;
  readonly log: Logger;
}

export interface CallInput<C extends AnyCall> {
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
}

/** A call with its handler; `routes.ts` of a feature exports a list of these. */
export interface BoundCall {
  readonly call: AnyCall;
  readonly handle: (context: CallContext, input: { query: unknown; body: unknown; bytes?: Buffer }) => Promise<unknown>;
}

/** Writes events of a stream call, each checked against the call's value schema. */
export interface EventSink {
  send(event: unknown): void;
  /** Ends the stream by the platform. */
  end(): void;
}

/** Result of a stream's handler, which may refuse instead: opens the stream and returns a function that stops it. */
export type OpenStream = (sink: EventSink) => Promise<() => void>;

/** Result of a picture's handler. */
export interface SentPicture {
  readonly type: string;
  readonly bytes: Buffer;
  /** Seconds of public caching; 0: not cacheable. */
  readonly publicSeconds: number;
}

/** A call that requires a session has an actor. */
type ContextOf<Token extends TokenRule> = Token extends 'required' ? CallContext & { readonly actor: Actor } : CallContext;

/** A raw body arrives as at most `rawBody` bytes. */
type InputOf<Schemas extends CallSchemas, RawBody extends number> = {
  readonly query: InferOutput<Schemas['query']>;
  readonly body: InferOutput<Schemas['body']>;
} & (RawBody extends 0 ? unknown : { readonly bytes: Buffer });

interface Answers<Value> {
  readonly envelope: Value;
  readonly events: OpenStream;
  readonly picture: SentPicture;
}

/** Binds a call to its handler. The call gives the types of context, input and result. */
export function bind<Schemas extends CallSchemas, Token extends TokenRule, Answer extends AnswerKind, RawBody extends number>(
  call: Call<Schemas, Token, Answer, RawBody>,
  handle: (context: ContextOf<Token>, input: InputOf<Schemas, RawBody>) => Promise<Answers<InferOutput<Schemas['value']>>[Answer]>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}
