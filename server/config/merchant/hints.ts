import { unitsOf, type WithdrawalRules } from '../../platform/merchant/index.ts';
import { initialSettings } from '../../platform/ops/seed/index.ts';
import type { MerchantConfig } from './read.ts';

/** How many games each provider of the file has, over all of its vendors, or where its list comes from. */
export function providerGames({ vendors }: Pick<MerchantConfig, 'vendors'>, isRemote: boolean): readonly string[] {
  if (isRemote) return [];
  return (vendors?.providers ?? []).map(({ definition: { code, vendors: brands, feed, permissions }, games }) => {
    const of = `${code} (${brands.map((brand) => brand.code).join(', ')})`;
    if (games) return `${of}: ${games.length} in the file`;
    if (feed) return `${of}: its feed, every ${feed.everyMinutes} minutes`;
    return `${of}: ${permissions.includes('games') ? 'reported by its calls' : 'none, because it has neither `games`, `gamesFile`, `feed` nor the permission `games`'}`;
  });
}

/** Correct amounts that together close a way that the file opens. What closes every deposit is a mistake of `rules.ts`. */
export function closedWays({ payments, settings }: Pick<MerchantConfig, 'payments' | 'settings'>, isRemote: boolean): readonly string[] {
  if (isRemote) return [];
  const payouts = payments?.payouts ?? [];
  if (payouts.length === 0) return [];
  const { min: usualMin, max: usualMax } = initialSettings(String(settings.currency)).withdrawals;
  const { min = usualMin, max = usualMax } = (settings.withdrawals ?? {}) as Partial<WithdrawalRules>;
  const takes = ({ min: least, max: most }: (typeof payouts)[number]) =>
    unitsOf(least ?? min) <= unitsOf(max) && unitsOf(most ?? max) >= unitsOf(min);
  return payouts.some(takes)
    ? []
    : [
        `payments.payouts: no provider takes a withdrawal between settings.withdrawals.min, ${min}, and max, ${max}; operators pay every one by hand`,
      ];
}
