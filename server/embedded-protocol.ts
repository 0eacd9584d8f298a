import type { LogLevel } from './config/env.ts';
import type { ServiceSettings } from './platform/contracts.ts';

/** What the thread of the embedded platform is started with. */
export interface EmbeddedSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly merchant: string;
  readonly providerSecret: string;
  readonly dataKey: string;
  readonly services: ServiceSettings;
  readonly clientDir: string;
  readonly logLevel: LogLevel;
}

export interface EmbeddedAccount {
  readonly role: string;
  readonly account: string;
  readonly password: string;
}

/** From the thread. `failed` ends it; its text is for the operator. */
export type EmbeddedMessage =
  | { readonly type: 'ready'; readonly platformUrl: string; readonly studioUrl: string; readonly accounts: readonly EmbeddedAccount[] }
  | { readonly type: 'failed'; readonly reason: string };

/** To the thread. It exits by itself when everything in it has ended. */
export type EmbeddedRequest = { readonly type: 'close' };
