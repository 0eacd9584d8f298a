import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AnyCall, BodyInput, QueryInput, ThrottleClass, ValueOf } from '../../shared/api/define-call.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import type { RefusalCode } from '../../shared/codes.ts';
import type { Theme } from '../../shared/constants.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RegionRules } from './access/region-rules.ts';
import type { OwnFace } from './brand/brand.ts';
import type { Screen } from './pages/mount.ts';
import type { Deadlines } from './proxy/deadlines.ts';
import type { UnknownCalls } from './proxy/unknown-calls.ts';
import type { RequestTimes } from './request-times.ts';
import type { HostedService } from './security-headers.ts';
import type { Cookies } from './session/cookies.ts';
import type { CounterStores } from './throttle/counter-store.ts';

/** Where the proxy sends each path family. With no upstream configured all three are the embedded platform. */
export interface UpstreamUrls {
  readonly wps: string;
  readonly lgw: string;
  readonly lotto: string;
}

/** What the portal is made of; everything it needs comes in here, nothing is read from the environment. */
export interface PortalDeps {
  readonly upstreams: UpstreamUrls;
  /** Loopback address of the built-in vendor, mounted under `/studio`; absent with a remote platform. */
  readonly studioUrl: string | undefined;
  /** Loopback address of the payment simulator, mounted under `/paysim`; absent with a remote platform. */
  readonly paysimUrl?: string | undefined;
  /** Address of the demo's outbox, on the admin port. */
  readonly outbox?: string | undefined;
  /** The platform is a thread of this service, whose silence means that it is gone. */
  readonly embedded?: boolean;
  /** The database is in `dataDir`, so it stops taking writes when that disk is full. */
  readonly databaseInDataDir?: boolean;
  /** Names by which the admin port is addressed, besides addresses and those of this machine. */
  readonly adminNames?: readonly string[];
  /** What a platform with a process of its own knows its portals by; also goes to its studio and payment simulator. */
  readonly platformKey?: string | undefined;
  readonly merchant: string;
  /** What the merchant's file says about the site itself; without one the platform's word and the built-in brand count. */
  readonly face?: OwnFace | undefined;
  /** The platform is somebody else's: what it says about the site gives way to `face`. */
  readonly isRemote?: boolean;
  /** Absolute address under which players see the portal; its scheme decides about `Secure` cookies. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: readonly string[];
  readonly sessionSecret: string;
  readonly redisUrl: string | undefined;
  /** Counters of limits that several processes of one service share without Redis. */
  readonly counters?: CounterStores;
  /** Folder with the browser build and its manifest. */
  readonly clientDir: string;
  /** Folder with the rebuilt country data; without it geoip-lite uses its own. */
  readonly geoDir?: string;
  /** Who is let in by place; without it everybody. */
  readonly region?: RegionRules;
  /** Hosted widgets of the merchant, whose scripts and frames the page policy lets in. */
  readonly hostedServices?: readonly HostedService[];
  /** Calls that are not in the call table; refused without a word. */
  readonly unknownCalls?: UnknownCalls;
  /** Picture and launch hosts in private networks are probed too. */
  readonly privateHosts?: boolean;
  /** Deadlines towards the upstream in milliseconds, where they differ from the usual ones. */
  readonly deadlines?: Partial<Deadlines>;
  /** Folder of what the service keeps; how full its disk is belongs to readiness. */
  readonly dataDir?: string;
  /** How often the platform is asked whether anything that pages show has changed; absent: each answer lives out its time. */
  readonly watchMs?: number;
  /** What all pages need is asked for at the start already. */
  readonly warm?: boolean;
  /** Traces of OpenTelemetry; absent when nobody wants them. The portal ends them with itself. */
  readonly tracing?: Tracing | undefined;
  /** From so many milliseconds on a request is logged as slow. */
  readonly slowRequestMs?: number;
  /** Limits per throttle class, where they differ from the usual ones. */
  readonly limits?: Readonly<Partial<Record<ThrottleClass, number>>> | undefined;
  readonly log: Logger;
}

/** Answer of `/readyz`. With several workers each gives its own and the lists are joined. */
export interface Readiness {
  readonly ok: boolean;
  readonly missing: readonly string[];
  /** What is worse than it should be while visitors can still be served. */
  readonly degraded: readonly string[];
}

export interface Portal {
  /** Listener of a server; a function as Express apps are, so tests mount it as it ships. */
  readonly app: (request: IncomingMessage, response: ServerResponse) => void;
  /** The admin application (`/healthz`, `/readyz`, `/metrics`, `/outbox`), for the loopback port. */
  readonly admin: RequestHandler;
  readiness(): Promise<Readiness>;
  /** Everything that this process counts; with several workers the first one adds them up. */
  readonly registry: Registry;
  /** Shutdown begins: not ready any more, answers close their connections. */
  drain(): void;
  /** Event streams end, and browsers are told when to come back. */
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

/** A request and its answer before Express has seen them: what Node gives, and what the first stage adds. */
export type EdgeRequest = IncomingMessage & { url: string; method: string };
export type EdgeResponse = ServerResponse & { locals: Express.Locals };
export type Next = (error?: unknown) => void;

/**
 * A stage that every request passes. Express prepares each request for a quarter of what a ready page costs in all, so
 * these stages use only what Node has; what they do not answer goes on to Express.
 */
export type EdgeStage = (request: EdgeRequest, response: EdgeResponse, next: Next) => unknown;

/** What is known about a visitor before any page or call; found once per request. */
export interface Visitor {
  readonly requestId: string;
  /** The one client address. */
  readonly address: string;
  readonly country: string | undefined;
  /** True: turned away by place, and gets no further than customer service. False: let in whatever the place. */
  readonly restricted?: boolean;
  readonly language: Language;
  readonly theme: Theme;
  readonly session: PortalSession | null;
  readonly userAgent: string;
  /** As the browser sent them; the secret ones are sealed. */
  readonly cookies: Cookies;
  /** Scheme and host under which the visitor sees the site; never taken from the request unless it is this machine's own. */
  readonly siteOrigin: string;
  /** Where the time of the request goes; absent for what no visitor asked for. */
  readonly times?: RequestTimes;
}

/** The portal's way to the platform for its own pages and forms: through the call table and the public cache. */
export interface Upstream {
  call<C extends AnyCall>(
    call: C,
    input: { query?: QueryInput<C>; body?: BodyInput<C>; raw?: Buffer },
    visitor: Visitor,
  ): Promise<Envelope<ValueOf<C>>>;
}

export type Refused = Extract<Envelope<never>, { readonly success: false }>;

/** Result of a form that a browser without script has posted; the page is rendered again with it. */
export interface FormState {
  /** `Call.id` of the form. */
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Why it was refused; empty when it was not: then a code has been sent, and the form asks for it. */
  readonly code: RefusalCode | '';
  /** What the call answered with, where the page shows it once and never again (recovery codes). */
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
      /** Nonce of this answer, made when it is first read; only answers with inline script read it. */
      readonly nonce: string;
      form?: FormState;
      /** Shows a refusal to somebody who reads pages, not JSON. */
      showRefusal?: ((status: number, answer: Refused) => void) | undefined;
      /** The rest of the site is closed to this visitor; set for addresses that are always open. */
      siteClosed?: boolean;
      /** Screen to show instead of the page. */
      screen?: Screen;
      /** The platform did not answer for what the page cannot do without. */
      hasOutage?: boolean;
      /** What a stage before Express has failed with. */
      fault?: unknown;
      /** Pattern or call id for metrics and logs; a page may refine it ("/rng"). */
      route: string;
      /** Of a request to a mounted service, which is not told of it. */
      host?: string | undefined;
      /** State of the proxy while a call is on its way. */
      forward?: unknown;
    }
  }
}
