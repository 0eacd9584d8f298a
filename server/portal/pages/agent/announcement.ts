import type { NoticeList } from '../../../../client/islands/notices/notice-list.ts';
import { agentAnnouncements } from '../../../../shared/api/publishing/contract.ts';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { noticeList, pageNumber } from '../notices/notice-list.ts';
import type { VisitorInput } from '../visitor-input.ts';

/** `/agent/agentAnnouncement`: announcements for agents, nine on a page (`?pageNo=`). */
export async function agentAnnouncement({ upstream, visitor, query, timeZone }: VisitorInput): Promise<NoticeList | RefusedPage> {
  const answer = await upstream.call(agentAnnouncements, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  return noticeList(answer.value.notices, timeZone, { pageNo: pageNumber(query.get('pageNo')) });
}
