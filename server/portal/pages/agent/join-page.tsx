import { JoinPage } from '../../../../views/pages/agent/join.tsx';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';

export async function joinPage({ context }: LoadInput): Promise<PageView> {
  const { t, brand } = context;
  return {
    status: 200,
    title: t('pages.joinTitle'),
    description: t('pages.joinText', { brand }),
    entry: 'views/pages/agent/join.tsx',
    islands: [],
    body: <JoinPage context={context} />,
  };
}
