import { gameMenus } from '../../shared/api/game-calls.ts';
import { walletBalance } from '../../shared/api/wallet-calls.ts';
import { startService } from '../kit/service.ts';
import { serve } from './children.ts';
import { measure, type Rates } from './load.ts';

/**
 * One process against two workers. Both have the same two processors as the load and the upstream, so two workers can hardly
 * be twice as fast here; that they need no more processor time for an answer is what lets them be where there are more.
 */
export async function benchWorkers(): Promise<Rates> {
  const upstream = await serve('upstream');
  const env = { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url, TRUST_PROXY: 'loopback' };
  const one = await startService({ env });
  const two = await startService({ env: { ...env, WORKERS: '2' } });
  try {
    const headers = { authorization: 'Bearer bench' };
    const target = (name: string, { url, process }: typeof one) => [
      { name: `cached, ${name}`, url: url + gameMenus.path, manyClients: true, pid: process.pid ?? 0 },
      { name: `proxied, ${name}`, url: url + walletBalance.path, headers, manyClients: true, pid: process.pid ?? 0 },
    ];
    return await measure([...target('one', one), ...target('two', two)]);
  } finally {
    await two.stop();
    await one.stop();
    await upstream.stop();
  }
}
