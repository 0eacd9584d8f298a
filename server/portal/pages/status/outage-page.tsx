import { isOpenPath } from '../../../../views/components/member-entries.ts';
import type { PageContext } from '../../../../views/layouts/page-context.ts';
import { NotOfferedPage, OutagePage } from '../../../../views/pages/status/outage.tsx';
import type { PageView } from '../page-view.ts';

/** Page for a call that the platform does not have. */
export function notOfferedPage(context: PageContext): PageView {
  return {
    status: 200,
    title: context.t('errors.not_offered'),
    entry: 'views/pages/status/outage.tsx',
    islands: [],
    noIndex: true,
    body: <NotOfferedPage context={context} />,
  };
}

/** Page for a failed call: the rest of the site from the cache. */
export function outagePage(context: PageContext): PageView {
  return {
    status: 503,
    title: context.t('lobby.status_error'),
    entry: 'views/pages/status/outage.tsx',
    islands: [],
    noIndex: true,
    body: <OutagePage context={context} />,
  };
}

/** True for a page whose call the platform does not have. The home page is never closed. */
export function isClosed(here: string, features: Readonly<Record<string, boolean>>): boolean {
  return !isOpenPath(here.split('?')[0] ?? '', features) && !here.startsWith('/index') && !here.startsWith('/member/');
}
