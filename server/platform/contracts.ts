import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Tracing } from '../observe/tracing.ts';
import type { Clock, MovableClock } from './base/clock.ts';
import type { DataKeys } from './base/data-key/index.ts';
import type { Database } from './base/db/index.ts';
import type { DatabaseWatch } from './base/db/open.ts';
import type { EventHub } from './base/events/index.ts';
import type { ServiceSettings } from './base/service-settings.ts';
import type { ServiceRegion } from './console/index.ts';
import type { PasswordCost } from './identity/members/index.ts';
import type { PaymentGateway } from './money/deposit/index.ts';
import type { PayoutSettings } from './money/payout/index.ts';
import type { CheckedProvider } from './money/provider-health/index.ts';
import type { DemoAccount, MerchantConfig, SeedExtent } from './ops/seed/index.ts';
import type { ProviderSettings } from './play/vendors/index.ts';

export type { ServiceRegion } from './console/index.ts';

/** Dependencies of the platform. The caller opens and closes them. */
export interface PlatformDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The same clock, for a demo: it can be moved forward. */
  readonly demoClock?: MovableClock;
  /** Default: `clock`. */
  readonly realTime?: Clock;
  readonly log: Logger;
  /** Merchant code served by this platform. */
  readonly merchant: string;
  /** The studio is the provider with code `studio`. */
  readonly providers: readonly ProviderSettings[];
  /** Keys of the providers of games in the merchant file, from the environment, by code. */
  readonly vendorKeys?: Readonly<Record<string, string>>;
  /** Payment providers; deposit channels without one are not offered. */
  readonly gateways?: readonly PaymentGateway[];
  /** Providers that pay out, and their routes; absent: operators pay. */
  readonly payouts?: PayoutSettings;
  /** Payment providers with a health address. */
  readonly checkedProviders?: readonly CheckedProvider[];
  /** Keys for personal and secret data in the database. A string is a single unverified key, in tests only. */
  readonly dataKey: DataKeys | string;
  readonly services?: ServiceSettings;
  /** Cost of password hashing; default if absent; in tests only. */
  readonly passwordCost?: PasswordCost;
  /** Absent: the demo. */
  readonly merchantConfig?: MerchantConfig;
  /** Absent in tests: the portal has no rules. */
  readonly region?: ServiceRegion;
  /** Metrics of the database; absent: none. */
  readonly databaseWatch?: DatabaseWatch;
  readonly tracing?: Tracing;
  /** Created if absent; pass one to publish events from outside. */
  readonly hub?: EventHub;
  /** Lease duration after which another node repeats a job; in tests only. */
  readonly jobLeaseMs?: number;
  /** This machine's clock in milliseconds; replaced in tests only. */
  readonly systemNow?: () => number;
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
  seed(extent?: SeedExtent): Promise<readonly DemoAccount[]>;
}

export type CreatePlatform = (deps: PlatformDeps) => Platform;
