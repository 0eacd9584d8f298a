import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Tracing } from '../observe/tracing.ts';
import type { PasswordCost } from './accounts/passwords.ts';
import type { FileChannel, PaymentGateway } from './cashier/index.ts';
import type { Clock } from './clock.ts';
import type { DataKeys } from './data-key/index.ts';
import type { Database } from './db/database.ts';
import type { DatabaseWatch } from './db/index.ts';
import type { EventHub } from './events/hub.ts';

/** A vendor integration: who may sign seamless wallet requests, and where its games open. */
export interface Provider {
  /** The path segment in `/seamless/<code>/…`; also what vendors of the catalogue name as their provider. */
  readonly code: string;
  /** Shared key of the HMAC in both directions. */
  readonly secret: string;
  /**
   * Where a game opens; `ticket`, `game`, `language` and `theme` are added as query parameters. Root-relative
   * ("/studio/play") when the portal serves the vendor, absolute otherwise.
   */
  readonly launchUrl: string;
  /** Where a player recomputes a round, followed by `/<round id>`; absent when the vendor offers none. */
  readonly verifyUrl?: string;
}

/** Outside services, each on only when it is configured; without them the outbox, proof of work and passwords serve. */
export interface ServiceSettings {
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** HTTP SMS provider: `POST url` with `{ to, text }` and the bearer token. */
  readonly sms?: { readonly url: string; readonly token: string };
  /** Firebase phone authentication. `identityUrl` and `keysUrl` differ in tests only. */
  readonly phone?: { readonly projectId: string; readonly apiKey: string; readonly identityUrl?: string; readonly keysUrl?: string };
  readonly challenge?: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly siteKey: string;
    readonly secret: string;
    readonly verifyUrl?: string;
  };
  /** Work of a proof-of-work challenge, where it differs from the usual one. */
  readonly challengeCost?: number;
  /** The speed of domains on this machine and on private networks is measured as well; in tests only. */
  readonly privateDomains?: boolean;
  /** The site is reached from elsewhere than this machine: no operator signs in with the password of the demo. */
  readonly publicSite?: boolean;
  readonly google?: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string };
  readonly facebook?: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string };
}

/** What a merchant's file says to the platform. */
export interface House {
  /** With the demo's accounts, vouchers and content. */
  readonly demo: boolean;
  /** Settings that differ from the usual ones, checked. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Ways to deposit; undefined: the file does not speak of them. */
  readonly channels?: readonly FileChannel[] | undefined;
}

/** What the platform is made of; it opens nothing that comes in here and closes none of it. */
export interface PlatformDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Merchant code that this platform serves. */
  readonly merchant: string;
  /** The studio is the provider with code `studio`. */
  readonly providers: readonly Provider[];
  /** Who takes payments; ways to deposit without one are not offered. */
  readonly gateways?: readonly PaymentGateway[];
  /** Keys of everything personal and secret in the database. A text: one key that nothing has proved, in tests only. */
  readonly dataKey: DataKeys | string;
  readonly services?: ServiceSettings;
  /** Work of hashing a password, where it differs from the usual one; in tests only. */
  readonly passwordCost?: PasswordCost;
  /** Without one the demo runs. */
  readonly house?: House | undefined;
  /** What can be seen of the database from outside; its figures are left out without it. */
  readonly databaseWatch?: DatabaseWatch;
  readonly tracing?: Tracing | undefined;
  /** Made inside when absent; pass one to publish events from outside. */
  readonly hub?: EventHub | undefined;
  /** After how long without a sign of life another node runs a job again; in tests only. */
  readonly jobLeaseMs?: number;
  /** This machine's clock in milliseconds; another one in tests only. */
  readonly systemNow?: () => number;
}

/** What the seed has made or found, to be printed by the start. The passwords are those of the demo only. */
export interface DemoAccount {
  readonly role: 'member' | 'trial' | 'agent' | 'fresh';
  readonly account: string;
  readonly password: string;
}

export interface Platform {
  /**
   * Everything the platform answers: `/wps`, `/lgw`, `/lotto` by the call table, `/seamless/<provider>/<operation>`,
   * `/payments/<provider>`, and
   * `/internal/{alive,health,ready,metrics,audit,outbox}`. It trusts `X-Client-Address`, `X-Request-Id`, `Merchant` and `Language`: listen on
   * loopback, or behind the portal only.
   */
  readonly app: Express;
  /** Starts the jobs (sweeps). Call it once the app listens. */
  start(): Promise<void>;
  /** False while this node's clock is not the database's, and until that is known: nothing that hangs on the time is begun. */
  mayAct(): boolean;
  /** Runs one job at once, for tests and tools that do not wait for its time. */
  runJob(name: string): Promise<void>;
  /** All jobs; those `everywhere` run on each node, of the others each run is one node's. */
  readonly jobs: readonly { readonly name: string; readonly everywhere: boolean }[];
  /** Stops the jobs and ends every event stream; resolves when nothing of the platform runs any more. */
  close(): Promise<void>;
  /** Puts the merchant into the database, the demo where there is no other; a second run changes nothing. Migrations must have run. */
  seed(): Promise<readonly DemoAccount[]>;
}

export type CreatePlatform = (deps: PlatformDeps) => Platform;
