import { NoticesPage } from '../../../../views/pages/notices/notices.tsx';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';
import { loadNotices, pageNumber } from './notice-list.ts';

/** Notices by page, or with one open by its permalink (`?id=`); an unknown one gives 404. */
export async function noticePage({ upstream, visitor, context, timeZone, query }: LoadInput): Promise<PageView> {
  const id = query.get('id');
  const pageNo = query.get('pageNo');
  const list = await loadNotices(upstream, visitor, timeZone, { pageNo: pageNumber(pageNo), id });
  const found = list.notices.find((notice) => notice.id === id);
  const selection = id === null ? 'none' : found ? 'known' : 'unknown';
  const title = context.t('notices.title');
  return {
    status: selection === 'unknown' ? 404 : 200,
    title: found ? `${found.title} · ${title}` : title,
    description: context.t('notices.text'),
    entry: 'views/pages/notices/notices.tsx',
    islands: [],
    // A page number beyond the last one shows the same page.
    unbounded: selection === 'unknown' || (pageNo !== null && pageNo !== String(list.page)),
    noIndex: selection === 'unknown',
    body: (
      <NoticesPage
        context={context}
        list={list}
        requested={selection}
        selected={selection === 'none' ? (list.notices[0] ?? null) : (found ?? null)}
      />
    ),
  };
}
