import { feedbackList, inboxList, inboxRead, unreadCount } from '../../../../shared/api/inbox/contract.ts';
import type { InboxMessage } from '../../../../shared/api/inbox/schemas.ts';
import { MESSAGE_TABS, type MessagesView, type MessageView, messagesHref } from '../../../../views/pages/inbox/messages.tsx';
import { callOr } from '../call-value.ts';
import { sentNumber, ticketForm, ticketView } from '../customer-service/tickets.ts';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { loadNotices, pageNumber } from '../notices/notice-list.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

/** `/member/messageV2`: `?tab=` selects one of the three lists, `?id=` the open entry. */
export function messages(input: VisitorInput): Promise<MessagesView | RefusedPage> {
  switch (MESSAGE_TABS.find((known) => known === input.query.get('tab'))) {
    case 'announcements':
      return announcements(input);
    case 'feedback':
      return feedback(input);
    default:
      return inbox(input);
  }
}

async function inbox({ upstream, visitor, query, timeZone }: VisitorInput): Promise<MessagesView | RefusedPage> {
  const id = query.get('id');
  const known = id !== null && /^\d{1,18}$/.test(id) ? id : undefined;
  const answer = await upstream.call(
    inboxList,
    { query: known ? { around: known } : { pageNo: pageNumber(query.get('pageNo')) } },
    visitor,
  );
  if (!answer.success) return refusedBy(answer);
  const { messages: rows, pageNum, totalPages } = answer.value;
  const opened = rows.find((row) => row.id === id);
  // Displaying a message marks it as read; if the call fails, the next display does.
  const read = opened && !opened.read ? await callOr(upstream, inboxRead, { body: { messageId: opened.id } }, visitor, null) : null;
  const view = (row: InboxMessage): MessageView => ({
    id: row.id,
    title: row.title,
    text: row.text,
    href: row.href,
    dateText: shownTime(row.date, timeZone),
    read: row.read || (row === opened && read !== null),
  });
  return {
    unread: read?.unreadCount ?? answer.value.unreadCount,
    timeZone,
    content: {
      tab: 'inbox',
      messages: rows.map(view),
      page: pageNum,
      pages: totalPages,
      reading: opened ? view(opened) : id === null ? null : 'gone',
    },
  };
}

async function announcements(input: VisitorInput): Promise<MessagesView | RefusedPage> {
  const { upstream, visitor, query, timeZone } = input;
  const id = query.get('id');
  const [unread, list] = await Promise.all([
    upstream.call(unreadCount, {}, visitor),
    loadNotices(upstream, visitor, timeZone, { pageNo: pageNumber(query.get('pageNo')), id }),
  ]);
  if (!unread.success) return refusedBy(unread);
  const selected = id === null ? (list.notices[0] ?? null) : (list.notices.find((notice) => notice.id === id) ?? null);
  return { unread: unread.value.unreadCount, timeZone, content: { tab: 'announcements', list, reading: id !== null, selected } };
}

async function feedback(input: VisitorInput): Promise<MessagesView | RefusedPage> {
  const { upstream, visitor, query, timeZone, form, context } = input;
  const [unread, answer] = await Promise.all([
    upstream.call(unreadCount, {}, visitor),
    upstream.call(feedbackList, { query: { pageNo: pageNumber(query.get('pageNo')) } }, visitor),
  ]);
  if (!unread.success) return refusedBy(unread);
  if (!answer.success) return refusedBy(answer);
  const { feedback: tickets, pageNum, totalPages } = answer.value;
  return {
    unread: unread.value.unreadCount,
    timeZone,
    content: {
      tab: 'feedback',
      form: ticketForm(context.features, form, messagesHref('feedback')),
      sent: sentNumber(query, form),
      list: { tickets: tickets.map((ticket) => ticketView(ticket, timeZone)), page: pageNum, pages: totalPages, timeZone },
    },
  };
}
