import { walletBalance } from '../../shared/api/balance/calls.ts';
import { gameMenus } from '../../shared/api/games/calls.ts';
import { startService } from '../kit/service.ts';
import { serve } from './children.ts';
import { measure, type Rates } from './load.ts';

/** Calls through the portal's guard, policy and cache, compared with plain http-proxy-middleware to the same upstream. */
export async function benchProxy(): Promise<Rates> {
  const upstream = await serve('upstream');
  const bare = await serve('bare-proxy', upstream.url);
  const portal = await startService({
    env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url, TRUST_PROXY: 'loopback' },
  });
  try {
    const headers = { authorization: 'Bearer bench' };
    const manyClients = true;
    const pid = portal.process.pid ?? 0;
    return await measure([
      { name: 'bare', url: `${bare.url}${walletBalance.path}`, headers, manyClients, pid: bare.pid },
      { name: 'proxied', url: `${portal.url}${walletBalance.path}`, headers, manyClients, pid },
      { name: 'cached', url: `${portal.url}${gameMenus.path}`, manyClients, pid },
    ]);
  } finally {
    await portal.stop();
    await bare.stop();
    await upstream.stop();
  }
}
