import { agentApply } from '../../../../shared/api/agent-tree/contract.ts';
import { ApplyPage } from '../../../../views/pages/agent/apply.tsx';
import { guestCaptcha } from '../customer-service/tickets.ts';
import type { PageView } from '../page-view.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

/** `/join/apply`: the application as an agent. Members apply with their account, visitors with a user name and an address. */
export async function applyPage({ upstream, visitor, context, query, form }: VisitorInput): Promise<PageView> {
  const posted = form?.call === agentApply.id ? formView(form) : null;
  const isMember = visitor.session !== null;
  const data = {
    form: posted,
    sent: !posted && query.get('sent') === '1',
    account: visitor.session?.account ?? null,
    captcha: isMember ? null : await guestCaptcha(upstream, visitor),
  };
  return {
    status: 200,
    title: context.t('agents.applyTitle'),
    description: context.t('agents.applyText'),
    entry: 'views/pages/agent/apply.tsx',
    islands: [],
    noIndex: true,
    body: <ApplyPage context={context} data={data} />,
  };
}
