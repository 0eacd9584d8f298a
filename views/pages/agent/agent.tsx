import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { contactLink } from '../../components/contact-link.ts';
import { type AgentPageName, agentHref } from '../../components/member-entries.ts';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { type MemberAbsence, Missing, Refusal, SignedOut } from '../member/member.tsx';

/** Reason why a page of the agent centre has no content. */
export type AgentAbsence =
  | MemberAbsence
  | { readonly kind: 'no-agent' }
  /** The person, wage, contract or bet of the address does not exist for the agent. */
  | { readonly kind: 'not-found'; readonly message: string };

export interface AgentAbsencePageProps {
  readonly context: PageContext;
  readonly page: AgentPageName;
  readonly absence: AgentAbsence;
  /** The visitor is an agent. */
  readonly agent: boolean;
}

export function AgentAbsencePage({ context, page, absence, agent }: AgentAbsencePageProps) {
  return (
    <AgentCentre context={context} page={page} menu={agent}>
      <Absence context={context} page={page} absence={absence} />
    </AgentCentre>
  );
}

function Absence({ context, page, absence }: Pick<AgentAbsencePageProps, 'context' | 'page' | 'absence'>) {
  const { t } = context;
  switch (absence.kind) {
    case 'signed-out':
      return <SignedOut t={t} loginHref={absence.loginHref} />;
    case 'refused':
      return <Refusal t={t} code={absence.code} message={absence.message} />;
    case 'no-agent':
      return <AgentsOnly context={context} />;
    case 'not-found':
      return <NotFound t={t} page={page} message={absence.message} />;
    default:
      return <Missing t={t} kind={absence.kind} />;
  }
}

function NotFound({ t, page, message }: { readonly t: PageContext['t']; readonly page: AgentPageName; readonly message: string }) {
  return (
    <div className={display.card}>
      <EmptyState icon="search" title={message} text={t('team.notFoundText')}>
        <ButtonLink variant="primary" href={agentHref(page)}>
          {t(`header.${page}`)}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

function AgentsOnly({ context }: Pick<AgentAbsencePageProps, 'context'>) {
  const { t } = context;
  return (
    <div className={display.card}>
      <EmptyState icon="users" title={t('header.agentsOnly')} text={t('header.agentsOnlyText')}>
        <ButtonLink variant="primary" href="/join">
          {t('header.becomeAgent')}
        </ButtonLink>
        <ButtonLink {...contactLink(context)}>{t('contact.title')}</ButtonLink>
      </EmptyState>
    </div>
  );
}
