import { PATHS } from '../../../../client/page/paths.ts';
import { feedbackList } from '../../../../shared/api/inbox/contract.ts';
import { CustomerServicePage } from '../../../../views/pages/customer-service/customer-service.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../notices/notice-list.ts';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { guestCaptcha, sentNumber, ticketForm, ticketView } from './tickets.ts';

/** `/customerService` inside the site: the form for all visitors, and their own tickets for members. */
export async function customerServicePage(input: VisitorInput): Promise<PageView> {
  const { upstream, visitor, context, query, timeZone, form: posted } = input;
  const form = ticketForm(context.features, posted, PATHS.customerService);
  const isMember = visitor.session !== null;
  const [captcha, listed] = await Promise.all([
    isMember ? null : guestCaptcha(upstream, visitor),
    isMember ? callOr(upstream, feedbackList, { query: { pageNo: pageNumber(query.get('pageNo')) } }, visitor, null) : null,
  ]);
  const data = {
    form: { ...form, guest: captcha && { captcha } },
    sent: sentNumber(query, posted),
    list: listed && {
      tickets: listed.feedback.map((ticket) => ticketView(ticket, timeZone)),
      page: listed.pageNum,
      pages: listed.totalPages,
      timeZone,
    },
  };
  return {
    status: 200,
    title: context.t('contact.title'),
    description: context.t('contact.text'),
    entry: 'views/pages/customer-service/customer-service.tsx',
    islands: ['feedback-form'],
    noIndex: true,
    body: <CustomerServicePage context={context} data={data} />,
  };
}
