import type { CallSchemas, ClientCall, TokenRule } from './client-call.ts';
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
  'seamless',
  'report',
  'unknown',
] as const;
export type ThrottleClass = (typeof THROTTLE_CLASSES)[number];

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
export type FormOutcome =
  | 'page'
  | 'code-sent'
  | 'shown-once'
  | 'reset-mail-sent'
  | 'password-reset'
  | 'password-changed'
  | 'ticket-opened'
  | 'proof';

/**
 * One call of the platform: what a client knows of it, its schemas, and its conduct. Platform routing, portal policy, contract test and API
 * reference read it.
 */
export interface Call<
  Schemas extends CallSchemas = CallSchemas,
  Token extends TokenRule = TokenRule,
  Answer extends AnswerKind = AnswerKind,
  RawBody extends number = number,
> extends ClientCall<Schemas, Token> {
  /** Module identifier in the platform's interface. */
  readonly module: string;
  readonly summary: string;
  readonly actors: ActorRule;
  readonly freshness: Freshness;
  /** Open to a member who must choose a new password first. */
  readonly whileChanging: boolean;
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
  /** Every field of its value has a default of the merchant, so a platform without such settings needs no usable field in its answer. */
  readonly defaultsSuffice: boolean;
  readonly formOutcome: FormOutcome;
  /** Its form is on public pages: a visitor who is not signed in is redirected to the sign-in and back. */
  readonly formNeedsSignIn: boolean;
  readonly query: Schemas['query'];
  readonly body: Schemas['body'];
  readonly value: Schemas['value'];
}

export type AnyCall = Call;

type Optional =
  | 'freshness'
  | 'whileChanging'
  | 'formEncoded'
  | 'throttle'
  | 'cacheSeconds'
  | 'pictures'
  | 'needsClock'
  | 'closedByRegion'
  | 'staysOpen'
  | 'signsIn'
  | 'endsSession'
  | 'sendsDevice'
  | 'cachedPerSession'
  | 'defaultsSuffice'
  | 'formOutcome'
  | 'formNeedsSignIn';

/** How portal and platform treat a call. Allowed callers have no default: every call names them. */
type Conduct<Answer extends AnswerKind, RawBody extends number> = Pick<Call, 'module' | 'summary' | 'actors'> &
  Partial<Pick<Call, Optional>> & { readonly answer?: Answer; readonly rawBody?: RawBody };

/** Joins a client call with its schemas and its conduct. Default values: active session, plain JSON, `read`, not cached, one envelope. */
export function defineCall<
  Schemas extends CallSchemas,
  Token extends TokenRule,
  Answer extends AnswerKind = 'envelope',
  RawBody extends number = 0,
>(call: ClientCall<Schemas, Token>, schemas: Schemas, conduct: Conduct<Answer, RawBody>): Call<Schemas, Token, Answer, RawBody> {
  const kind = { answer: 'envelope' as Answer, rawBody: 0 as RawBody };
  return {
    encrypted: false,
    movesMoney: false,
    freshness: 'active',
    whileChanging: false,
    formEncoded: false,
    throttle: 'read',
    cacheSeconds: 0,
    ...kind,
    pictures: null,
    needsClock: false,
    closedByRegion: false,
    staysOpen: false,
    signsIn: false,
    endsSession: false,
    sendsDevice: false,
    cachedPerSession: false,
    defaultsSuffice: false,
    formOutcome: 'page',
    formNeedsSignIn: false,
    ...call,
    ...schemas,
    ...conduct,
  };
}
