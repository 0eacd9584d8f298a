import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { contactLink } from '../../components/contact-link.ts';
import type { AgentPageName } from '../../components/member-entries.ts';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { type MemberAbsence, Missing, Refusal, SignedOut } from '../member/member.tsx';

/** Reason why a page of the agent centre has no content. */
export type AgentAbsence = MemberAbsence | { readonly kind: 'no-agent' };

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
      <Absence context={context} absence={absence} />
    </AgentCentre>
  );
}

function Absence({ context, absence }: Pick<AgentAbsencePageProps, 'context' | 'absence'>) {
  const { t } = context;
  switch (absence.kind) {
    case 'signed-out':
      return <SignedOut t={t} loginHref={absence.loginHref} />;
    case 'refused':
      return <Refusal t={t} code={absence.code} message={absence.message} />;
    case 'no-agent':
      return <AgentsOnly context={context} />;
    default:
      return <Missing t={t} kind={absence.kind} />;
  }
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
