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

/** A vendor integration: the key of its seamless wallet calls, and the address of its games. */
export interface Provider {
  /** Path segment in `/seamless/<code>/…`, and the provider of vendors in the catalogue. */
  readonly code: string;
  /** Shared key of the HMAC in both directions. */
  readonly secret: string;
  /**
   * Address of a game; `ticket`, `game`, `language` and `theme` are added as query parameters. Root-relative ("/studio/play") if the portal
   * serves the vendor, absolute otherwise.
   */
  readonly launchUrl: string;
  /** Address for verifying a round, followed by `/<round id>`; absent if the vendor has none. */
  readonly verifyUrl?: string;
}

/** External services, used only if configured. Otherwise the outbox, proof of work and passwords serve. */
export interface ServiceSettings {
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** HTTP SMS provider: `POST url` with `{ to, text }` and the bearer token. */
  readonly sms?: { readonly url: string; readonly token: string };
  /** Firebase phone authentication. `identityUrl` and `keysUrl` are replaced in tests only. */
  readonly phone?: { readonly projectId: string; readonly apiKey: string; readonly identityUrl?: string; readonly keysUrl?: string };
  readonly challenge?: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly siteKey: string;
    readonly secret: string;
    readonly verifyUrl?: string;
  };
  /** Work of a proof-of-work challenge; default if absent. */
  readonly challengeCost?: number;
  /** Also measures domains on this machine and on private networks; in tests only. */
  readonly privateDomains?: boolean;
  /** The site is reachable from other machines: the demo's password is refused for operators. */
  readonly publicSite?: boolean;
  readonly google?: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string };
  readonly facebook?: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string };
}

/** Contents of a merchant file for the platform. */
export interface MerchantConfig {
  /** Creates the demo's accounts, vouchers and content. */
  readonly demo: boolean;
  /** Validated settings that differ from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Deposit channels; undefined: not in the file. */
  readonly channels?: readonly FileChannel[] | undefined;
}

/** Dependencies of the platform. The caller opens and closes them. */
export interface PlatformDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Merchant code served by this platform. */
  readonly merchant: string;
  /** The studio is the provider with code `studio`. */
  readonly providers: readonly Provider[];
  /** Payment providers; deposit channels without one are not offered. */
  readonly gateways?: readonly PaymentGateway[];
  /** Keys for personal and secret data in the database. A string is a single unverified key, in tests only. */
  readonly dataKey: DataKeys | string;
  readonly services?: ServiceSettings;
  /** Cost of password hashing; default if absent; in tests only. */
  readonly passwordCost?: PasswordCost;
  /** Absent: the demo. */
  readonly merchantConfig?: MerchantConfig | undefined;
  /** Metrics of the database; absent: none. */
  readonly databaseWatch?: DatabaseWatch;
  readonly tracing?: Tracing | undefined;
  /** Created if absent; pass one to publish events from outside. */
  readonly hub?: EventHub | undefined;
  /** Lease duration after which another node repeats a job; in tests only. */
  readonly jobLeaseMs?: number;
  /** This machine's clock in milliseconds; replaced in tests only. */
  readonly systemNow?: () => number;
}

/** Accounts of the demo, printed at start. */
export interface DemoAccount {
  readonly role: 'member' | 'trial' | 'agent' | 'fresh';
  readonly account: string;
  readonly password: string;
}

export interface Platform {
  /**
   * All HTTP endpoints: `/wps`, `/lgw`, `/lotto` by the call table, `/seamless/<provider>/<operation>`, `/payments/<provider>`, and
   * `/internal/{alive,health,ready,metrics,audit,outbox}`. It trusts `X-Client-Address`, `X-Request-Id`, `Merchant` and `Language`: listen
   * on loopback, or behind the portal only.
   */
  readonly app: Express;
  /** Starts the jobs. Call it once the app listens. */
  start(): Promise<void>;
  /** False while this node's clock differs from the database's or has not been compared: time-dependent work must not start. */
  mayAct(): boolean;
  /** Runs one job now, for tests and tools. */
  runJob(name: string): Promise<void>;
  /** All jobs. Jobs with `everywhere` run on each node, others on one node at a time. */
  readonly jobs: readonly { readonly name: string; readonly everywhere: boolean }[];
  /** Stops the jobs and closes all event streams; resolves when nothing is running. */
  close(): Promise<void>;
  /** Creates the merchant, or the demo without a merchant file. Idempotent. Migrations must have run. */
  seed(): Promise<readonly DemoAccount[]>;
}

export type CreatePlatform = (deps: PlatformDeps) => Platform;
