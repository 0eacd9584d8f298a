import * as v from 'valibot';
import { merchantSettings, type Policy, policyOf } from '../../platform/merchant/index.ts';
import type { MerchantConfig } from './read.ts';

const settingsOfFile = v.object({
  currency: v.optional(merchantSettings.entries.currency, 'USD'),
  protection: merchantSettings.entries.protection,
});

/**
 * Rules of the jurisdiction that a provider must enforce: with a transfer wallet the provider takes the bets, so the platform sees them
 * after they were played.
 */
export function leftToProviders({ vendors, settings }: Pick<MerchantConfig, 'vendors' | 'settings'>, isRemote: boolean): readonly string[] {
  const providers = (vendors?.providers ?? []).filter(({ definition }) => definition.wallet?.kind === 'transfer');
  if (isRemote || providers.length === 0) return [];
  const { protection, currency } = v.parse(settingsOfFile, settings);
  const rules = rulesOf(policyOf(protection, currency), currency);
  if (rules.length === 0) return [];
  const under = protection.jurisdiction;
  return providers.map(({ definition }) => `vendors.providers, ${definition.code}: ${rules.join('; ')} (${under}, seen after play only)`);
}

function rulesOf({ stakeCeilings, minimumRoundSeconds }: Policy, currency: string): readonly string[] {
  const stakes = stakeCeilings.flatMap(({ fromAge, stake }) => {
    if (stake === null) return [];
    return [stakeCeilings.length > 1 ? `${stake} ${currency} from ${fromAge} years` : `${stake} ${currency}`];
  });
  return [
    ...(stakes.length > 0 ? [`no stake above ${stakes.join(', ')}`] : []),
    ...(minimumRoundSeconds > 0 ? [`at least ${minimumRoundSeconds} seconds from one round of a slot to the next`] : []),
  ];
}
