import type { NoticeList } from '../../../../client/islands/notices/notice-list.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { listAnnouncements } from '../../../../shared/api/publishing/contract.ts';
import { NOTICES_PER_PAGE } from '../../../../shared/constants.ts';
import { cleanHtml } from '../../../html/clean-html.ts';
import type { Upstream, Visitor } from '../../contracts.ts';
import { callValue } from '../call-value.ts';
import { shownTime } from '../shown-time.ts';

type Notice = ValueOf<typeof listAnnouncements>['player'][number];

/** The page that contains a notice, or page `pageNo`; numbers beyond the last page give the last one. */
export async function loadNotices(
  upstream: Upstream,
  visitor: Visitor,
  timeZone: string,
  wanted: { readonly pageNo: number; readonly id?: string | null },
): Promise<NoticeList> {
  const { player } = await callValue(upstream, listAnnouncements, {}, { ...visitor, session: null });
  return noticeList(player, timeZone, wanted);
}

export function noticeList(
  all: readonly Notice[],
  timeZone: string,
  { pageNo, id }: { readonly pageNo: number; readonly id?: string | null },
): NoticeList {
  const pages = Math.max(1, Math.ceil(all.length / NOTICES_PER_PAGE));
  const place = id ? all.findIndex((notice) => notice.id === id) : -1;
  const page = place < 0 ? Math.min(pageNo, pages) : Math.floor(place / NOTICES_PER_PAGE) + 1;
  const visible = all.slice((page - 1) * NOTICES_PER_PAGE, page * NOTICES_PER_PAGE);
  return {
    page,
    pages,
    timeZone,
    notices: visible.map(({ id: noticeId, title, content, date }) => ({
      id: noticeId,
      title,
      html: cleanHtml(content),
      dateText: shownTime(date, timeZone),
    })),
  };
}

/** Page number in an address; 1 for anything else. */
export function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
