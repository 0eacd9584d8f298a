import type { GenericSchema, InferInput, InferOutput } from 'valibot';

export type Schema = GenericSchema<unknown, unknown>;

/** What goes into a call and what comes back. */
export interface CallSchemas {
  readonly query: Schema;
  readonly body: Schema;
  readonly value: Schema;
}

/**
 * Bearer token of the call. `none`: no token. `optional`: the session, if there is one. `required`: the session, 401
 * without. `pending`: the ticket of a sign-in before its second step; it has no other rights. `remember`: the remember
 * token.
 */
export type TokenRule = 'none' | 'optional' | 'required' | 'pending' | 'remember';

/** The part of a call that a client needs to make it. The rest, of which browsers get nothing, is in the contract: `Call`. */
export interface ClientCall<Schemas extends CallSchemas = CallSchemas, Token extends TokenRule = TokenRule> {
  /** Stable name inside this product, `family.verb`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly token: Token;
  /** The body is sent as `{ payload: <compact JWE> }`; `body` describes its content. */
  readonly encrypted?: boolean;
  /** A caller without a response must assume that the money may have moved. */
  readonly movesMoney?: boolean;
  /** Set in the contract only; a client call has the types of its schemas. */
  readonly query?: Schemas['query'];
  readonly body?: Schemas['body'];
  readonly value?: Schemas['value'];
}

export type QueryOf<C> = C extends { readonly query?: infer Query extends Schema } ? InferOutput<Query> : never;
export type QueryInput<C> = C extends { readonly query?: infer Query extends Schema } ? InferInput<Query> : never;
export type BodyOf<C> = C extends { readonly body?: infer Body extends Schema } ? InferOutput<Body> : never;
export type BodyInput<C> = C extends { readonly body?: infer Body extends Schema } ? InferInput<Body> : never;
export type ValueOf<C> = C extends { readonly value?: infer Value extends Schema } ? InferOutput<Value> : never;
