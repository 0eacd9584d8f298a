import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MemberDepositDeps } from './contracts.ts';
import type { ChannelRow } from './store.ts';

/**
 * The provider of a new deposit: the first of the channel that takes the amount and responds. If none responds, the first that takes the
 * amount: its page may work although its orders or health checks fail. Null: the channel has one provider only.
 */
export async function chooseProvider(
  { providers, pausedProviders }: Pick<MemberDepositDeps, 'providers' | 'pausedProviders'>,
  executor: Executor,
  { routes }: Pick<ChannelRow, 'routes'>,
  amount: Units,
): Promise<string | null> {
  if (routes.length === 0) return null;
  const paused = await pausedProviders(executor);
  const possible = routes.filter(
    ({ provider, min, max }) =>
      providers.has(provider) && (min === null || amount >= BigInt(min)) && (max === null || amount <= BigInt(max)),
  );
  const chosen = possible.find(({ provider }) => !paused.has(provider)) ?? possible[0];
  if (!chosen) throw new Refusal('channel_unavailable');
  return chosen.provider;
}
