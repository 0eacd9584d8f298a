import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { UploadPurpose } from './upload-purposes.ts';

/** Throttle classes; the portal maps each to a limit and its keys in `server/portal/throttle`. */
export const THROTTLE_CLASSES = [
  'login',
  'register',
  'sms',
  'captcha',
  'reset',
  'money',
  'launch',
  'read',
  'stream',
  'page',
  'own-page',
  'feedback',
  'chat',
  'export',
  'upload',
  'payments',
  'report',
  'unknown',
] as const;
export type ThrottleClass = (typeof THROTTLE_CLASSES)[number];

/**
 * What travels as the bearer token. `none`: nothing. `optional`: the session, when there is one. `required`: the session,
 * 401 without. `pending`: the ticket of a sign-in that waits for its second step; it holds no other rights. `remember`:
 * the remember token.
 */
export type TokenRule = 'none' | 'optional' | 'required' | 'pending' | 'remember';

/**
 * Who may call. `pending`: whoever holds the ticket of an unfinished sign-in. `real` excludes trial accounts (type 4), who
 * get `in_need_true_account`. `agent` excludes members too.
 */
export type ActorRule = 'anyone' | 'pending' | 'signed-in' | 'real' | 'agent';

/**
 * How fresh the session must be. `active`: not idle for longer than the merchant allows. `idle`: also one that has been
 * idle for too long, for the calls that wake it or end it. `confirmed`: the member has shown a factor in the last minutes.
 */
export type Freshness = 'idle' | 'active' | 'confirmed';

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
  readonly freshness: Freshness;
  /** Open to a member who must choose a new password before anything else. */
  readonly whileChanging: boolean;
  /** The body travels as `{ payload: <compact JWE> }`; `body` describes what is inside. */
  readonly encrypted: boolean;
  /** The body may also travel form-encoded (specification, section 7: forgot password by e-mail). */
  readonly formEncoded: boolean;
  readonly throttle: ThrottleClass;
  /** Seconds that a portal may serve the answer to everybody; 0: never cached. Only without a token. */
  readonly cacheSeconds: number;
  /** Server-sent events instead of one envelope; `value` describes the data of an event. */
  readonly stream: boolean;
  /** Largest body in bytes that travels as it is (a picture, `image/…`) instead of JSON; 0: JSON, described by `body`. */
  readonly rawBody: number;
  /** The answer is a picture instead of an envelope; refusals stay envelopes. */
  readonly rawAnswer: boolean;
  /**
   * The field of the body that holds ids of uploads, and what they are for. A form without script posts the pictures
   * themselves under that name (multipart): the portal uploads them and passes on their ids.
   */
  readonly pictures: { readonly field: string; readonly purpose: UploadPurpose } | null;
  /** Books money: whoever gets no answer is told whether that may have happened. */
  readonly books: boolean;
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

type Optional =
  | 'freshness'
  | 'whileChanging'
  | 'encrypted'
  | 'formEncoded'
  | 'throttle'
  | 'cacheSeconds'
  | 'stream'
  | 'rawBody'
  | 'rawAnswer'
  | 'pictures'
  | 'books';

/**
 * A call with the usual values filled in: an active session, plain JSON, `read`, not cached, one envelope. Who may make it
 * has no usual value: every call says so itself.
 */
export function defineCall<Query extends Schema, Body extends Schema, Value extends Schema>(
  call: Omit<Call<Query, Body, Value>, Optional> & Partial<Pick<Call, Optional>>,
): Call<Query, Body, Value> {
  return {
    freshness: 'active',
    whileChanging: false,
    encrypted: false,
    formEncoded: false,
    throttle: 'read',
    cacheSeconds: 0,
    stream: false,
    rawBody: 0,
    rawAnswer: false,
    pictures: null,
    books: false,
    ...call,
  };
}
