import { HELP_PAGES } from '../../../../views/components/own-pages.ts';
import { joinPage } from '../agent/join-page.tsx';
import { helpCentrePage, helpPage } from '../help/help-pages.tsx';
import type { LoadInput } from '../load-input.ts';
import { noticePage } from '../notices/notice-page.tsx';
import type { PageView } from '../page-view.ts';
import { promoDetailPage, promotionsPage } from '../promotions/promotion-pages.tsx';
import { vipPage } from '../rewards/vip-page.tsx';
import { downPage } from '../web-app/down-page.tsx';

export interface ContentPage {
  readonly path: string;
  readonly load: (input: LoadInput) => Promise<PageView>;
  /** Query parameters that the page depends on; the page marks unknown values as uncacheable. */
  readonly parameters?: readonly string[];
  /** Those with an unbounded set of values: such a page is not cached. */
  readonly uncacheable?: readonly string[];
  readonly offers?: boolean;
  readonly ownForMembers?: boolean;
}

/** Pages of published content, the same for all visitors who are not signed in. */
export const CONTENT_PAGES: readonly ContentPage[] = [
  { path: '/promotions', load: promotionsPage, parameters: ['type'], offers: true, ownForMembers: true },
  { path: '/promoDetail', load: promoDetailPage, parameters: ['id', 'done'], uncacheable: ['done'], offers: true, ownForMembers: true },
  { path: '/noticePage', load: noticePage, parameters: ['pageNo', 'id'] },
  { path: '/vip', load: vipPage },
  { path: '/join', load: joinPage },
  ...(['/help', '/helpmc'] as const).map(
    (path): ContentPage => ({ path, load: helpCentrePage(path), parameters: ['q', 'article'], uncacheable: ['q'] }),
  ),
  ...HELP_PAGES.map((page): ContentPage => ({ path: `/help/${page}`, load: helpPage(page) })),
  // The page's own address, and the one that is open on a members-only site.
  ...['/down', '/download'].map((path): ContentPage => ({ path, load: downPage(path), parameters: ['app'] })),
];
