import { randomBytes } from 'node:crypto';
import { parseInputAmount } from '../../shared/money/money.ts';
import type { Config } from '../config/config.ts';
import { readOrCreateSecret } from '../config/secrets.ts';
import type { EmbeddedSettings } from '../embedded-protocol.ts';
import { defined } from '../kit/defined.ts';
import { CLIENT_DIR } from './listen-addresses.ts';

const LOOPBACK_KEY_BYTES = 32;

/** Settings for the platform's thread. */
export function embeddedSettings(config: Config): EmbeddedSettings {
  const { dataDir, databaseUrl, merchant, merchantConfig, logLevel, services, deploy, observe } = config;
  const { role, platformHost: host, platformPort: port, platformKey: key } = deploy;
  return {
    dataDir,
    databaseUrl,
    merchant,
    services,
    clientDir: CLIENT_DIR,
    logLevel,
    tracing: observe.tracing,
    merchantConfig: merchantConfig && {
      demo: merchantConfig.demo,
      settings: merchantConfig.settings,
      ...defined({ channels: merchantConfig.payments?.channels, vendors: merchantConfig.vendors, agents: merchantConfig.agents }),
    },
    region: config.region,
    vendorKeys: merchantConfig?.vendorKeys,
    gateways: gatewaysOf(config),
    payouts: payoutsOf(config),
    healthUrls: (merchantConfig?.payments?.providers ?? []).flatMap(({ code, health }) =>
      health === undefined ? [] : [{ code, healthUrl: health }],
    ),
    // A given data key is shared by all processes of a database, so the studio's secret is derived from it.
    providerSecret: config.dataKey === undefined ? readOrCreateSecret(dataDir, 'studio-provider') : undefined,
    dataKey: config.dataKey,
    dataKeyPrevious: config.dataKeyPrevious,
    loopbackKey: randomBytes(LOOPBACK_KEY_BYTES).toString('base64url'),
    gate: role === 'platform' && key !== undefined ? { host, port, key } : undefined,
  };
}

function gatewaysOf(config: Config): EmbeddedSettings['gateways'] {
  return (config.merchantConfig?.payments?.providers ?? []).flatMap(({ code, url, scan }) =>
    url === undefined ? [] : [{ code, secret: secretOf(config, code), payUrl: url, scan }],
  );
}

function payoutsOf(config: Config): EmbeddedSettings['payouts'] {
  const { providers = [], payouts = [] } = config.merchantConfig?.payments ?? {};
  const unitsOf = (amount: string | undefined) => (amount === undefined ? undefined : parseInputAmount(amount));
  return {
    providers: providers.flatMap(({ code, payouts: url, desk }) =>
      url === undefined ? [] : [{ code, secret: secretOf(config, code), url, ...defined({ desk }) }],
    ),
    routes: payouts.map(({ min, max, ...route }) => ({ ...route, ...defined({ min: unitsOf(min), max: unitsOf(max) }) })),
  };
}

/** The check of the merchant file ensures that each provider has its secret. */
function secretOf({ paymentSecrets }: Config, code: string): string {
  const secret = paymentSecrets[code];
  if (secret === undefined) throw new Error(`The payment provider ${code} has no secret.`);
  return secret;
}
