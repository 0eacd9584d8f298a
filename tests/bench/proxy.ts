import { gameMenus } from '../../shared/api/game-calls.ts';
import { walletBalance } from '../../shared/api/wallet-calls.ts';
import { startService } from '../kit/service.ts';
import { serve } from './children.ts';
import { measure } from './load.ts';

/** Calls through the portal's guard, policy and cache against http-proxy-middleware alone, to the same upstream. */
export async function benchProxy(): Promise<ReadonlyMap<string, number>> {
  const upstream = await serve('upstream');
  const bare = await serve('bare-proxy', upstream.url);
  const portal = await startService({
    env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url, TRUST_PROXY: 'loopback' },
  });
  try {
    const headers = { authorization: 'Bearer bench' };
    const manyClients = true;
    return await measure([
      { name: 'bare', url: `${bare.url}${walletBalance.path}`, headers, manyClients },
      { name: 'proxied', url: `${portal.url}${walletBalance.path}`, headers, manyClients },
      { name: 'cached', url: `${portal.url}${gameMenus.path}`, manyClients },
    ]);
  } finally {
    await portal.stop();
    await bare.stop();
    await upstream.stop();
  }
}
