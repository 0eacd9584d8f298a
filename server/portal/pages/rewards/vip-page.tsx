import { cashbackRates } from '../../../../shared/api/cashback/contract.ts';
import { vipLevels } from '../../../../shared/api/publishing/contract.ts';
import { VipPage } from '../../../../views/pages/rewards/vip.tsx';
import { callOr, callValue } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';

export async function vipPage({ upstream, visitor, context, timeZone }: LoadInput): Promise<PageView> {
  const [{ levels, keepMonths, giftDays, ...currency }, rates] = await Promise.all([
    callValue(upstream, vipLevels, {}, visitor),
    context.features.manualRebate === true ? callOr(upstream, cashbackRates, {}, visitor, null) : null,
  ]);
  const cashback = rates?.offered ? { rates, timeZone } : null;
  return {
    status: 200,
    title: context.t('pages.vipTitle'),
    description: context.t(keepMonths === null ? 'pages.vipText' : 'pages.vipTextKeep'),
    entry: 'views/pages/rewards/vip.tsx',
    islands: [],
    body: <VipPage context={context} levels={levels} keepMonths={keepMonths} giftDays={giftDays} currency={currency} cashback={cashback} />,
  };
}
