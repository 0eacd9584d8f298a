import type { PageContext } from '../../../views/layouts/page-context.ts';
import { OutagePage } from '../../../views/pages/outage.tsx';
import type { PageView } from './page-view.ts';

/** Page for a failed call: the rest of the site from the cache. */
export function outagePage(context: PageContext): PageView {
  return {
    status: 503,
    title: context.t('lobby.status_error'),
    entry: 'views/pages/outage.tsx',
    islands: [],
    noIndex: true,
    body: <OutagePage context={context} />,
  };
}
