import { classNames } from '../../../client/ui/class-names.ts';
import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { contactLink } from '../../components/contact-link.ts';
import { type AgentPageName, agentHref, agentMenu } from '../../components/member-entries.ts';
import { PageTitle } from '../../components/section.tsx';
import side from '../../components/side-link.module.css';
import styles from '../../layouts/agent-centre.module.css';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import { Missing, Refusal, SignedOut } from '../member/member.tsx';

export type AgentContent =
  | { readonly state: 'signed-out'; readonly loginHref: string }
  | { readonly state: 'trial' }
  | { readonly state: 'no-agent' }
  | { readonly state: 'missing'; readonly kind: 'later' | 'off' };

export interface AgentPageProps {
  readonly context: PageContext;
  readonly page: AgentPageName;
  readonly content: AgentContent;
}

/** The agent centre. Each page has its own address; its menu is for agents only. */
export function AgentPage({ context, page, content }: AgentPageProps) {
  const { t, features } = context;
  return (
    <Shell context={context}>
      <div className={styles.page} data-centre>
        <PageTitle
          title={t(`header.${page}`)}
          text={t('header.agentCentre')}
          close={
            <ButtonLink variant="ghost" iconOnly icon="x" href="/index" data-centre-close="">
              {t('header.closeCentre')}
            </ButtonLink>
          }
        />
        {content.state === 'missing' ? (
          <div className={styles.centre}>
            <nav className={classNames(display.fromCurrent, styles.menu)} aria-label={t('header.agentCentre')}>
              {agentMenu(features).map((entry) => (
                <a
                  key={entry.page}
                  className={side.link}
                  href={agentHref(entry.page)}
                  data-type={entry.type}
                  data-data={entry.data ?? undefined}
                  aria-current={entry.page === page ? 'page' : undefined}
                >
                  <Icon name={entry.icon} />
                  {t(`header.${entry.page}`)}
                </a>
              ))}
            </nav>
            <div className={styles.content}>
              <Missing t={t} kind={content.kind} />
            </div>
          </div>
        ) : (
          <Gate context={context} content={content} />
        )}
      </div>
    </Shell>
  );
}

function Gate({ context, content }: { readonly context: PageContext; readonly content: Exclude<AgentContent, { state: 'missing' }> }) {
  const { t } = context;
  if (content.state === 'signed-out') return <SignedOut t={t} loginHref={content.loginHref} />;
  if (content.state === 'trial') return <Refusal t={t} code="in_need_true_account" message={t('errors.in_need_true_account')} />;
  return (
    <div className={display.card}>
      <EmptyState icon="users" title={t('header.agentsOnly')} text={t('header.agentsOnlyText')}>
        <ButtonLink variant="primary" {...contactLink(context)}>
          {t('contact.title')}
        </ButtonLink>
        <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
      </EmptyState>
    </div>
  );
}
