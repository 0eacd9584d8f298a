import { vipLevels } from '../../../../shared/api/publishing/contract.ts';
import { VipPage } from '../../../../views/pages/rewards/vip.tsx';
import { callValue } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';

export async function vipPage({ upstream, visitor, context }: LoadInput): Promise<PageView> {
  const { levels, ...currency } = await callValue(upstream, vipLevels, {}, visitor);
  return {
    status: 200,
    title: context.t('pages.vipTitle'),
    description: context.t('pages.vipText'),
    entry: 'views/pages/rewards/vip.tsx',
    islands: [],
    body: <VipPage context={context} levels={levels} currency={currency} />,
  };
}
