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

/**
 * `envelope`: one envelope with a `value`. `events`: server-sent events; `value` describes the data of an event. `picture`: bytes; refusals
 * are envelopes.
 */
export type AnswerKind = 'envelope' | 'events' | 'picture';

/**
 * What a form without script does after a successful call. `page`: it shows the page of the form again. `code-sent`: the form with its
 * values and a field for the code. `shown-once`: the page with the value, which cannot be read again. The others lead to the next step.
 */
export type FormOutcome = 'page' | 'code-sent' | 'shown-once' | 'reset-mail-sent' | 'password-reset' | 'password-changed' | 'ticket-opened';

export type Schema = GenericSchema<unknown, unknown>;

/**
 * One call of the platform, the only place that contains its path. Platform routing, portal policy, browser client,
 * contract test and API reference read it.
 */
export interface Call<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Value extends Schema = Schema,
  Token extends TokenRule = TokenRule,
  Answer extends AnswerKind = AnswerKind,
  RawBody extends number = number,
> {
  /** Stable name inside this product, `family.verb`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Module identifier in the platform's interface. */
  readonly module: string;
  readonly summary: string;
  readonly token: Token;
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
  readonly answer: Answer;
  /** Maximum size in bytes of a raw body (a picture, `image/…`); 0: JSON, described by `body`. */
  readonly rawBody: RawBody;
  /**
   * The field of the body with upload ids, and their purpose. A form without script posts the pictures under that name
   * (multipart): the portal uploads them and passes on their ids.
   */
  readonly pictures: { readonly field: string; readonly purpose: UploadPurpose } | null;
  /** A caller without a response must assume that the money may have moved. */
  readonly movesMoney: boolean;
  /** Records a time that money or limits depend on; refused, as if it moved money, while the clocks of node and database differ. */
  readonly needsClock: boolean;
  /**
   * Refused to visitors from a refused place: to sign in, register, deposit, start to play. What ends something stays open: log out, take a
   * break, report a payment, withdraw. Stakes in open games are refused in `play/vendors/bet.ts`.
   */
  readonly closedByRegion: boolean;
  /**
   * Open during maintenance, in refused regions and without login: what the screens of a closed site need, customer service, and what ends
   * a session or play.
   */
  readonly staysOpen: boolean;
  /** Its value is `loginValue`: the sign-in or its second step. */
  readonly signsIn: boolean;
  /** A successful call ends the session and forgets the remembered sign-in. */
  readonly endsSession: boolean;
  /** Checks a secret of the member, so the portal sends the device token, as with each sign-in. */
  readonly sendsDevice: boolean;
  /** Needed by every page of a member: the portal caches the response for a few seconds per session. */
  readonly cachedPerSession: boolean;
  readonly formOutcome: FormOutcome;
  /** Its form is on public pages: a visitor who is not signed in is redirected to the sign-in and back. */
  readonly formNeedsSignIn: boolean;
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
  | 'pictures'
  | 'movesMoney'
  | 'needsClock'
  | 'closedByRegion'
  | 'staysOpen'
  | 'signsIn'
  | 'endsSession'
  | 'sendsDevice'
  | 'cachedPerSession'
  | 'formOutcome'
  | 'formNeedsSignIn';

/**
 * A call with default values: active session, plain JSON, `read`, not cached, one envelope. Allowed callers have no
 * default: every call names them.
 */
export function defineCall<
  Query extends Schema,
  Body extends Schema,
  Value extends Schema,
  Token extends TokenRule,
  Answer extends AnswerKind = 'envelope',
  RawBody extends number = 0,
>(
  call: Omit<Call<Query, Body, Value, Token>, Optional | 'answer' | 'rawBody'> &
    Partial<Pick<Call, Optional>> & { readonly answer?: Answer; readonly rawBody?: RawBody },
): Call<Query, Body, Value, Token, Answer, RawBody> {
  const kind = { answer: 'envelope' as Answer, rawBody: 0 as RawBody };
  return {
    freshness: 'active',
    whileChanging: false,
    encrypted: false,
    formEncoded: false,
    throttle: 'read',
    cacheSeconds: 0,
    ...kind,
    pictures: null,
    movesMoney: false,
    needsClock: false,
    closedByRegion: false,
    staysOpen: false,
    signsIn: false,
    endsSession: false,
    sendsDevice: false,
    cachedPerSession: false,
    formOutcome: 'page',
    formNeedsSignIn: false,
    ...call,
  };
}
