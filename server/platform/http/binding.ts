import type { Logger } from 'pino';
import type { AnyCall, BodyOf, Call, QueryOf, Schema, ValueOf } from '../../../shared/api/define-call.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Caller } from '../sign-in/contracts.ts';

/** What every handler knows about its request. */
export interface CallContext extends Caller {
  /** Null only on calls that anyone may make. */
  readonly actor: Actor | null;
  /** The bearer token as it came: the ticket of a `pending` call, the remember token of a `remember` call. */
  readonly ticket: string | null;
  readonly merchant: string;
  /** True: the portal's rules turn this address away; false: they let it in whatever its country; null: they leave it to us. */
  readonly regionRestricted: boolean | null;
  readonly requestId: string;
  readonly log: Logger;
}

export interface CallInput<C extends AnyCall> {
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
}

/** A call bound to its handler; a feature's `routes.ts` exports a list of these. */
export interface BoundCall {
  readonly call: AnyCall;
  readonly handle: (context: CallContext, input: { query: unknown; body: unknown; bytes?: Buffer }) => Promise<unknown>;
}

/** Binds a call to its handler; input and answer are typed by the call's schemas. */
export function bind<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext, input: CallInput<Call<Q, B, V>>) => Promise<ValueOf<Call<Q, B, V>>>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as BoundCall['handle'] };
}

/** The same for calls that need a session: the handler gets the actor as not null. */
export function bindSigned<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext & { readonly actor: Actor }, input: CallInput<Call<Q, B, V>>) => Promise<ValueOf<Call<Q, B, V>>>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}

/** Where a stream call writes: one event at a time, each checked against the call's value schema. */
export interface EventSink {
  send(event: unknown): void;
  /** Ends the stream from the platform's side. */
  end(): void;
}
/** What the handler of a stream call answers with: opens the stream and returns what stops it. */
export type OpenStream = (sink: EventSink) => Promise<() => void>;

/** Binds a stream call. The handler may still refuse; after that the answer is a stream of events. */
export function bindStream<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext & { readonly actor: Actor }, input: CallInput<Call<Q, B, V>>) => Promise<OpenStream>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}

/** What the handler of a call with a raw answer answers with. */
export interface SentPicture {
  readonly type: string;
  readonly bytes: Buffer;
  /** How long anybody may keep it; 0: nobody. */
  readonly publicSeconds: number;
}

/** Binds a call that is answered with a picture. */
export function bindPicture<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext, input: CallInput<Call<Q, B, V>>) => Promise<SentPicture>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as BoundCall['handle'] };
}

/** The same for calls that need a session. */
export function bindSignedPicture<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (context: CallContext & { readonly actor: Actor }, input: CallInput<Call<Q, B, V>>) => Promise<SentPicture>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}

/** Binds a call with a raw body; `bytes` are at most `rawBody`. */
export function bindUpload<Q extends Schema, B extends Schema, V extends Schema>(
  call: Call<Q, B, V>,
  handle: (
    context: CallContext & { readonly actor: Actor },
    input: CallInput<Call<Q, B, V>> & { readonly bytes: Buffer },
  ) => Promise<ValueOf<Call<Q, B, V>>>,
): BoundCall {
  return { call: call as unknown as AnyCall, handle: handle as unknown as BoundCall['handle'] };
}
