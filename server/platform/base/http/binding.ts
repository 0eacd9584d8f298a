import type { Logger } from 'pino';
import type { AnyCall, BodyOf, Call, QueryOf, Schema, ValueOf } from '../../../../shared/api/define-call.ts';
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

/** Binds a call to its handler; the call's schemas type input and result. */
export function bind<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext, input: CallInput<Call<Q, B, V>>) => Promise<ValueOf<Call<Q, B, V>>>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as BoundCall['handle'] };
}

/** The same for calls with required sign-in: the actor is not null. */
export function bindSigned<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext & { readonly actor: Actor }, input: CallInput<Call<Q, B, V>>) => Promise<ValueOf<Call<Q, B, V>>>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}

/** Writes events of a stream call, each checked against the call's value schema. */
export interface EventSink {
  send(event: unknown): void;
  /** Ends the stream by the platform. */
  end(): void;
}
/** Result of a stream handler: opens the stream and returns a function that stops it. */
export type OpenStream = (sink: EventSink) => Promise<() => void>;

/** Binds a stream call. The handler may refuse; afterwards the response is an event stream. */
export function bindStream<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext & { readonly actor: Actor }, input: CallInput<Call<Q, B, V>>) => Promise<OpenStream>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}

/** Result of a picture handler. */
export interface SentPicture {
  readonly type: string;
  readonly bytes: Buffer;
  /** Seconds of public caching; 0: not cacheable. */
  readonly publicSeconds: number;
}

/** Binds a call that returns a picture. */
export function bindPicture<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext, input: CallInput<Call<Q, B, V>>) => Promise<SentPicture>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as BoundCall['handle'] };
}

/** The same for calls with required sign-in. */
export function bindSignedPicture<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext & { readonly actor: Actor }, input: CallInput<Call<Q, B, V>>) => Promise<SentPicture>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}

/** Binds a call with a raw body; `bytes` has at most `rawBody` bytes. */
export function bindUpload<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (
    context: CallContext & { readonly actor: Actor },
    input: CallInput<Call<Q, B, V>> & { readonly bytes: Buffer },
  ) => Promise<ValueOf<Call<Q, B, V>>>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}
