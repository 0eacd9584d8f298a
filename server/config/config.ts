import { resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { deployChecks } from './deploy-env.ts';
import type { Env } from './env.ts';
import type { MerchantConfig } from './merchant/read.ts';

/** The validated settings of a start. */
export interface Config extends Omit<Env, 'upstreamWpsUrl' | 'upstreamLgwUrl' | 'upstreamLottoUrl'> {
  /** Absolute. */
  readonly dataDir: string;
  /** The merchant file; without one the embedded platform runs the demo. */
  readonly merchantConfig: MerchantConfig | undefined;
  /** Remote platform; `embedded` starts the built-in one. */
  readonly upstreams: { readonly wps: string; readonly lgw: string; readonly lotto: string } | 'embedded';
}

export function toConfig(env: Env, merchantConfig?: MerchantConfig): Config {
  for (const check of configChecks(env, merchantConfig)) check();
  const { upstreamWpsUrl: wps, upstreamLgwUrl: lgw, upstreamLottoUrl: lotto, ...rest } = env;
  return { ...rest, merchantConfig, dataDir: resolve(env.dataDir), upstreams: upstreamsOf({ wps, lgw, lotto }) };
}

/** Checks of settings against each other; each throws a `ConfigError`. */
export function configChecks(env: Env, merchantConfig?: MerchantConfig): readonly (() => void)[] {
  const { upstreamWpsUrl: wps, upstreamLgwUrl: lgw, upstreamLottoUrl: lotto } = env;
  const isRemote = wps !== undefined || lgw !== undefined || lotto !== undefined;
  return [
    () => {
      if (env.port !== 0 && env.port === env.adminPort)
        throw new ConfigError('ADMIN_PORT', String(env.adminPort), 'another port than PORT');
    },
    () => void upstreamsOf({ wps, lgw, lotto }),
    ...deployChecks(env.deploy, {
      upstreams: isRemote,
      database: env.databaseUrl !== undefined,
      sessionSecret: env.sessionSecret !== undefined,
      dataKey: env.dataKey !== undefined,
    }),
    () => checkDemo(!isRemote && (merchantConfig?.demo ?? true), env),
  ];
}

/** The passwords of the demo are public. */
function checkDemo(isDemo: boolean, { services, allowDemo }: Pick<Env, 'services' | 'allowDemo'>): void {
  if (!isDemo || services.publicSite !== true || allowDemo) return;
  const wanted =
    'set to 1 for a demo that other machines can reach, because its passwords are public. Your own site needs a MERCHANT_FILE without "demo": true';
  throw new ConfigError('ALLOW_DEMO', '', wanted);
}

function upstreamsOf({ wps, lgw, lotto }: Record<'wps' | 'lgw' | 'lotto', string | undefined>): Config['upstreams'] {
  if (wps === undefined && lgw === undefined && lotto === undefined) return 'embedded';
  const wanted = 'set as well: with a remote upstream all three of UPSTREAM_WPS_URL, UPSTREAM_LGW_URL, UPSTREAM_LOTTO_URL are needed';
  if (wps === undefined) throw new ConfigError('UPSTREAM_WPS_URL', '', wanted);
  if (lgw === undefined) throw new ConfigError('UPSTREAM_LGW_URL', '', wanted);
  if (lotto === undefined) throw new ConfigError('UPSTREAM_LOTTO_URL', '', wanted);
  return { wps, lgw, lotto };
}
