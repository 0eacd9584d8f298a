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
 * Bearer token of the call. `none`: no token. `optional`: the session, if there is one. `required`: the session, 401
 * without. `pending`: the ticket of a sign-in before its second step; it has no other rights. `remember`: the remember
 * token.
 */
export type TokenRule = 'none' | 'optional' | 'required' | 'pending' | 'remember';

/**
 * Allowed callers. `pending`: holders of the ticket of an unfinished sign-in. `real` excludes trial accounts (type 4),
 * which get `in_need_true_account`. `agent` also excludes members.
 */
export type ActorRule = 'anyone' | 'pending' | 'signed-in' | 'real' | 'agent';

/**
 * Required state of the session. `active`: not idle longer than the merchant allows. `idle`: also an idle one, for the
 * calls that reactivate or end it. `confirmed`: the member has confirmed with a factor in the last minutes.
 */
export type Freshness = 'idle' | 'active' | 'confirmed';

export type Schema = GenericSchema<unknown, unknown>;

/**
 * One call of the platform, the only place that contains its path. Platform routing, portal policy, browser client,
 * contract test and API reference read it.
 */
export interface Call<Query extends Schema = Schema, Body extends Schema = Schema, Value extends Schema = Schema> {
  /** Stable name inside this product, `family.verb`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Module identifier in the platform's interface. */
  readonly module: string;
  readonly summary: string;
  readonly token: TokenRule;
  readonly actors: ActorRule;
  readonly freshness: Freshness;
  /** Open to a member who must choose a new password first. */
  readonly whileChanging: boolean;
  /** The body is sent as `{ payload: <compact JWE> }`; `body` describes its content. */
  readonly encrypted: boolean;
  /** The body may also be form-encoded (forgot password by e-mail). */
  readonly formEncoded: boolean;
  readonly throttle: ThrottleClass;
  /** Seconds that a portal may cache the response for all callers; 0: never. Only for calls without a token. */
  readonly cacheSeconds: number;
  /** Server-sent events instead of one envelope; `value` describes the data of an event. */
  readonly stream: boolean;
  /** Maximum size in bytes of a raw body (a picture, `image/…`); 0: JSON, described by `body`. */
  readonly rawBody: number;
  /** The response is a picture instead of an envelope; refusals are envelopes. */
  readonly rawAnswer: boolean;
  /**
   * The field of the body with upload ids, and their purpose. A form without script posts the pictures under that name
   * (multipart): the portal uploads them and passes on their ids.
   */
  readonly pictures: { readonly field: string; readonly purpose: UploadPurpose } | null;
  /** Books money: a caller without a response must assume that the booking may have happened. */
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
 * A call with default values: active session, plain JSON, `read`, not cached, one envelope. Allowed callers have no
 * default: every call names them.
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
