import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/** Throttle classes; the portal maps each to a limit and its keys in `server/portal/throttle`. */
export const THROTTLE_CLASSES = ['login', 'register', 'sms', 'captcha', 'reset', 'money', 'launch', 'read', 'stream', 'page'] as const;
export type ThrottleClass = (typeof THROTTLE_CLASSES)[number];

/** `none`: no token is forwarded. `optional`: forwarded when there is one. `required`: 401 without. */
export type TokenRule = 'none' | 'optional' | 'required';

/** Who may call. `real` excludes trial accounts (type 4), who get `in_need_true_account`. */
export type ActorRule = 'anyone' | 'signed-in' | 'real' | 'agent';

export type Schema = GenericSchema<unknown, unknown>;

/**
 * One call of the platform, the only place where its path is spelt. Platform routing, portal policy, browser client,
 * contract test and API reference all read it.
 */
export interface Call<Query extends Schema = Schema, Body extends Schema = Schema, Value extends Schema = Schema> {
  /** Stable name inside this product, `family.verb`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Module identifier of the specification, section 7. */
  readonly module: string;
  readonly summary: string;
  readonly token: TokenRule;
  readonly actors: ActorRule;
  /** The body travels as `{ payload: <compact JWE> }`; `body` describes what is inside. */
  readonly encrypted: boolean;
  readonly throttle: ThrottleClass;
  /** Seconds that a portal may serve the answer to everybody; 0: never cached. Only without a token. */
  readonly cacheSeconds: number;
  /** Server-sent events instead of one envelope; `value` describes the data of an event. */
  readonly stream: boolean;
  readonly query: Query;
  readonly body: Body;
  readonly value: Value;
}

export type AnyCall = Call;
export type QueryOf<C> = C extends Call<infer Q, Schema, Schema> ? InferOutput<Q> : never;
export type QueryInput<C> = C extends Call<infer Q, Schema, Schema> ? InferInput<Q> : never;
export type BodyOf<C> = C extends Call<Schema, infer B, Schema> ? InferOutput<B> : never;
export type BodyInput<C> = C extends Call<Schema, infer B, Schema> ? InferInput<B> : never;
export type ValueOf<C> = C extends Call<Schema, Schema, infer V> ? InferOutput<V> : never;

type Optional = 'actors' | 'encrypted' | 'throttle' | 'cacheSeconds' | 'stream';

/** A call with the usual values filled in: anyone or signed-in by its token rule, plain, `read`, not cached, one envelope. */
export function defineCall<Query extends Schema, Body extends Schema, Value extends Schema>(
  call: Omit<Call<Query, Body, Value>, Optional> & Partial<Pick<Call, Optional>>,
): Call<Query, Body, Value> {
  return {
    actors: call.token === 'required' ? 'signed-in' : 'anyone',
    encrypted: false,
    throttle: 'read',
    cacheSeconds: 0,
    stream: false,
    ...call,
  };
}
