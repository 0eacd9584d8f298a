import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { readOrCreateSecret } from '../config/secrets.ts';
import type { EmbeddedAccount } from '../embedded-protocol.ts';
import { startEmbedded } from '../embedded-thread.ts';
import { embeddedSettings } from './embedded-settings.ts';
import type { Lifecycle } from './lifecycle.ts';
import { stopOnPlatformLoss } from './platform-loss.ts';

/** Settings shared by the portal processes of one service. Plain values, because workers receive them by message. */
export interface Link {
  readonly upstreams: { readonly wps: string; readonly lgw: string; readonly lotto: string };
  readonly studioUrl: string | undefined;
  readonly paysimUrl: string | undefined;
  readonly sessionSecret: string;
  /** The key that the platform requires from its portals; with an embedded platform the key of this start. */
  readonly platformKey: string | undefined;
  readonly accounts: readonly EmbeddedAccount[];
  /** Undefined with a remote platform. */
  readonly hasOperators?: boolean;
}

/** Connects to the remote platform, or starts the embedded one. */
export async function openLink(config: Config, log: Logger, lifecycle: Lifecycle): Promise<Link> {
  const sessionSecret = config.sessionSecret ?? readOrCreateSecret(config.dataDir, 'session');
  if (config.upstreams !== 'embedded') {
    const { studioUrl, paysimUrl } = config.deploy;
    return { upstreams: config.upstreams, studioUrl, paysimUrl, sessionSecret, platformKey: config.deploy.platformKey, accounts: [] };
  }
  const settings = embeddedSettings(config);
  const { platformUrl, studioUrl, paysimUrl, accounts, hasOperators, close } = await startEmbedded(
    settings,
    stopOnPlatformLoss(log, lifecycle),
  );
  lifecycle.onClose(close);
  const upstreams = { wps: platformUrl, lgw: platformUrl, lotto: platformUrl };
  return { upstreams, studioUrl, paysimUrl, sessionSecret, platformKey: settings.loopbackKey, accounts, hasOperators };
}
