import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BodyInput, QueryInput, ValueOf } from '../../shared/api/client-call.ts';
import type { AnyCall, ThrottleClass } from '../../shared/api/define-call.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import type { RefusalCode } from '../../shared/codes.ts';
import type { Theme } from '../../shared/constants.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import type { MessageClasses } from '../net/express-messages.ts';
import type { PhoneAuthSettings } from '../net/phone-auth/phone-auth.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RegionRules } from './access/region-rules.ts';
import type { PlatformNames } from './answers/map-calls.ts';
import type { MerchantDefaults } from './answers/site-defaults.ts';
import type { Branding } from './brand/brand.ts';
import type { UnknownCalls } from './calls/unknown-calls.ts';
import type { DeliberateRefusal } from './edge/deliberate-refusals.ts';
import type { RequestTimes } from './edge/request-times.ts';
import type { HostedService } from './edge/security-headers.ts';
import type { Cookies } from './session/cookies.ts';
import type { CounterStores } from './throttle/counter-store.ts';
import type { Deadlines } from './upstream/deadlines.ts';

/** Upstream address of each path family. Without a configured upstream all three are the embedded platform. */
export interface UpstreamUrls {
  readonly wps: string;
  readonly lgw: string;
  readonly lotto: string;
}

/** Dependencies of the portal; nothing is read from the environment. */
export interface PortalDeps {
  readonly upstreams: UpstreamUrls;
  /** Loopback address of the built-in vendor, mounted under `/studio`; absent with a remote platform. */
  readonly studioUrl: string | undefined;
  /** Loopback address of the payment simulator, mounted under `/paysim`; absent with a remote platform. */
  readonly paysimUrl?: string;
  /** The site is the demo: example texts are shown. Default: true without a branding of a merchant. */
  readonly demo?: boolean;
  /** Address of the demo's outbox, on the admin port. */
  readonly outbox?: string;
  /** The platform is a thread of this service, so its silence means failure. */
  readonly embedded?: boolean;
  /** The database is in `dataDir`, so a full disk makes it refuse writes. */
  readonly databaseInDataDir?: boolean;
  /** Names of the admin port, besides addresses and those of this machine. */
  readonly adminNames?: readonly string[];
  /** Key by which a separate platform process recognizes its portals; also sent to its studio and payment simulator. */
  readonly platformKey?: string;
  readonly merchant: string;
  /** Branding of the merchant file; without one the platform's answers and the built-in brand apply. */
  readonly branding?: Branding;
  /** Values of the merchant file for fields that a remote platform does not answer. */
  readonly defaults?: MerchantDefaults;
  /** Names of a remote platform that differ from the call table, from the merchant file. */
  readonly platform?: PlatformNames;
  /** The phone service of a remote platform, which the portal calls for it. */
  readonly phone?: PhoneAuthSettings;
  /** The platform is remote: `face` overrides its branding. */
  readonly isRemote?: boolean;
  /** Absolute address under which players see the portal; with https cookies are `Secure`. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: readonly string[];
  readonly sessionSecret: string;
  readonly redisUrl: string | undefined;
  /** Limit counters that several processes of one service share without Redis. */
  readonly counters?: CounterStores;
  /** Folder of the browser build and its manifest. */
  readonly clientDir: string;
  /** Folder of the rebuilt country data; without it geoip-lite uses its own. */
  readonly geoDir?: string;
  /** Region rules; without them every region is allowed. */
  readonly region?: RegionRules;
  /** Hosted widgets of the merchant, whose scripts and frames the page policy allows. */
  readonly hostedServices?: readonly HostedService[];
  /** Handling of calls outside the call table; default: refused. */
  readonly unknownCalls?: UnknownCalls;
  /** Hosts of pictures and launches in private networks are probed too. */
  readonly privateHosts?: boolean;
  /** Overrides of the upstream deadlines, in milliseconds. */
  readonly deadlines?: Partial<Deadlines>;
  /** Data folder; readiness checks the free space of its disk. */
  readonly dataDir?: string;
  /** Interval of the polls for content changes, in milliseconds; absent: cached answers only expire. */
  readonly watchMs?: number;
  /** Interval at which a member's balance is loaded from a platform without event streams, in milliseconds. */
  readonly balancePollMs?: number;
  /** Load at the start what all pages need. */
  readonly warm?: boolean;
  /** OpenTelemetry traces; absent if disabled. The portal closes them with itself. */
  readonly tracing?: Tracing;
  /** Requests from this duration on are logged as slow. */
  readonly slowRequestMs?: number;
  /** Overrides of the limits per throttle class. */
  readonly limits?: Readonly<Partial<Record<ThrottleClass, number>>>;
  readonly log: Logger;
}

/** Answer of `/readyz`. With several workers their lists are joined. */
export interface Readiness {
  readonly ok: boolean;
  readonly missing: readonly string[];
  /** Impairments with which visitors can still be served. */
  readonly degraded: readonly string[];
}

export interface Portal {
  /** Request listener of a server, as an Express app is. */
  readonly app: (request: IncomingMessage, response: ServerResponse) => void;
  /** Classes of the requests and responses that a server should create for `app`. */
  readonly messages: MessageClasses;
  /** The admin application (`/healthz`, `/readyz`, `/metrics`, `/outbox`), for the loopback port. */
  readonly admin: RequestHandler;
  readiness(): Promise<Readiness>;
  /** Metrics of this process; with several workers the first process adds them up. */
  readonly registry: Registry;
  /** Starts the shutdown: readiness fails, answers close their connections. */
  drain(): void;
  /** Ends event streams with a reconnect delay. */
  endStreams(): void;
  close(): Promise<void>;
}

/** The portal's own session, sealed into the cookie. The browser never sees the token. */
export interface PortalSession {
  readonly token: string;
  readonly memberId: string;
  readonly account: string;
  readonly type: number;
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Facts about a visitor, determined once per request. */
export interface Visitor {
  readonly requestId: string;
  /** The one client address. */
  readonly address: string;
  readonly country: string | undefined;
  /** True: refused by region, with access to customer service only. False: allowed in any region. */
  readonly restricted?: boolean;
  readonly language: Language;
  readonly theme: Theme;
  readonly session: PortalSession | null;
  readonly userAgent: string;
  /** As the browser sent them; the secret ones are sealed. */
  readonly cookies: Cookies;
  /** Scheme and host under which the visitor sees the site; taken from the request only for a loopback host. */
  readonly siteOrigin: string;
  /** Timing of the request; absent for calls that no visitor caused. */
  readonly times?: RequestTimes;
}

/** The portal's calls to the platform for its own pages and forms: through the call table and the public cache. */
export interface Upstream {
  call<C extends AnyCall>(
    call: C,
    input: { query?: QueryInput<C>; body?: BodyInput<C>; raw?: Buffer },
    visitor: Visitor,
  ): Promise<Envelope<ValueOf<C>>>;
}

export type Refused = Extract<Envelope<never>, { readonly success: false }>;

/** Result of a form posted without script; the page is rendered with it. */
export interface FormState {
  /** `Call.id` of the form. */
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Refusal code; empty if not refused: then a code was sent, and the form shows the field for it. */
  readonly code: RefusalCode | '';
  /** Value of the call, if the page shows it only once (recovery codes). */
  readonly value?: unknown;
}

declare global {
  namespace Express {
    interface Locals {
      readonly requestId: string;
      readonly times: RequestTimes;
      /** The one client address. */
      address: string;
      visitor: Visitor;
      readonly log: Logger;
      /** Nonce of this answer, created on first read; only answers with inline script read it. */
      readonly nonce: string;
      form?: FormState;
      /** Shows a refusal as a page instead of JSON. */
      showRefusal: ((status: number, answer: Refused) => void) | undefined;
      /** The rest of the site is closed to this visitor; set for addresses that are always open. */
      siteClosed?: boolean;
      /** Deliberate refusal of this request, for log and metrics. */
      refusal: DeliberateRefusal | undefined;
      /** Code of the refusal of a call that the page needs. */
      outage?: string;
      /** Error of a step before Express. */
      frontError?: unknown;
      /** Pattern or call id for metrics and logs; a page may refine it ("/rng"). */
      route: string;
      /** `Host` of a request to a mounted service; not forwarded to it. */
      host: string | undefined;
    }
  }
}
