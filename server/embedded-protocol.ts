import type { LogLevel } from './config/env.ts';
import type { TracingSettings } from './observe/tracing.ts';
import type { PaymentGateway } from './platform/cashier/index.ts';
import type { House, ServiceSettings } from './platform/contracts.ts';

/** What the thread of the embedded platform is started with. */
export interface EmbeddedSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly merchant: string;
  /** Absent: made from the data key. */
  readonly providerSecret: string | undefined;
  /** What the merchant file says; without one the demo runs. */
  readonly house: House | undefined;
  /** Payment providers of the merchant file, with their secrets. */
  readonly gateways: readonly PaymentGateway[];
  /** Absent: the one of the data folder. */
  readonly dataKey: string | undefined;
  readonly dataKeyPrevious: string | undefined;
  /** Made for this start: what the loopback ports of the thread ask of their portals. */
  readonly loopbackKey: string;
  readonly services: ServiceSettings;
  readonly clientDir: string;
  /** Where portals of other processes are answered, and the key that they know. */
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
      /** Only the demo is paid by the simulator. */
      readonly paysimUrl: string | undefined;
      readonly accounts: readonly EmbeddedAccount[];
    }
  | { readonly type: 'failed'; readonly reason: string }
  /** The folder of its database belongs to another process; the service has to end. */
  | { readonly type: 'lost'; readonly reason: string };

/** To the thread. Told to close, it exits by itself when everything in it has ended; draining says that this is near. */
export type EmbeddedRequest = { readonly type: 'drain' | 'close' };
