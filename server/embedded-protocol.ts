import type { LogLevel } from './config/env.ts';
import type { TracingSettings } from './observe/tracing.ts';
import type { ServiceSettings } from './platform/base/service-settings.ts';
import type { ServiceRegion } from './platform/contracts.ts';
import type { PaymentGateway } from './platform/money/deposit/index.ts';
import type { PayoutSettings } from './platform/money/payout/index.ts';
import type { CheckedProvider } from './platform/money/provider-health/index.ts';
import type { MerchantConfig } from './platform/ops/seed/index.ts';

/** Settings of the embedded platform's thread. */
export interface EmbeddedSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly merchant: string;
  /** Absent: derived from the data key. */
  readonly providerSecret: string | undefined;
  /** The merchant file; without one the demo runs. */
  readonly merchantConfig: MerchantConfig | undefined;
  /** Region rules of environment and merchant file, shown to operators. */
  readonly region: ServiceRegion;
  /** Keys of the providers of games in the merchant file, by code. */
  readonly vendorKeys: Readonly<Record<string, string>> | undefined;
  /** Payment providers of the merchant file, with their secrets. */
  readonly gateways: readonly PaymentGateway[];
  readonly payouts: PayoutSettings;
  /** Providers with a health address. */
  readonly healthUrls: readonly CheckedProvider[];
  /** Absent: the one of the data folder. */
  readonly dataKey: string | undefined;
  readonly dataKeyPrevious: string | undefined;
  /** Key of this start, which the thread's loopback ports require from their portals. */
  readonly loopbackKey: string;
  readonly services: ServiceSettings;
  readonly clientDir: string;
  /** Address and key for portals in other processes. */
  readonly gate: { readonly host: string; readonly port: number; readonly key: string } | undefined;
  readonly logLevel: LogLevel;
  readonly tracing: TracingSettings | undefined;
}

export interface EmbeddedAccount {
  readonly role: string;
  readonly account: string;
  readonly password: string;
}

/** From the thread. `failed` ends it; its text is for the operator. */
export type EmbeddedMessage =
  | {
      readonly type: 'ready';
      readonly platformUrl: string;
      readonly studioUrl: string;
      /** Only the demo uses the payment simulator. */
      readonly paysimUrl: string | undefined;
      readonly accounts: readonly EmbeddedAccount[];
      /** False before the first operator of the console is added. */
      readonly hasOperators: boolean;
    }
  | { readonly type: 'failed'; readonly reason: string }
  /** Another process uses the database folder, so the service has to end. */
  | { readonly type: 'lost'; readonly reason: string };

/** To the thread. `drain` announces the shutdown; after `close` the thread exits once all its parts have ended. */
export type EmbeddedRequest = { readonly type: 'drain' | 'close' };

/** A start without a merchant file is a start of the demo. */
export function isDemo({ merchantConfig }: EmbeddedSettings): boolean {
  return merchantConfig?.demo ?? true;
}
