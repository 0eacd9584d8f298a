import type { ReactNode } from 'react';
import { ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import display from '../../client/ui/display.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import { type AgentPageName, agentHref, agentMenu } from '../components/member-entries.ts';
import { PageTitle } from '../components/section.tsx';
import side from '../components/side-link.module.css';
import styles from './agent-centre.module.css';
import type { PageContext } from './page-context.ts';
import { Shell } from './shell.tsx';

export interface AgentCentreProps {
  readonly context: PageContext;
  readonly page: AgentPageName;
  /** False for visitors who are no agents: they get no menu. */
  readonly menu?: boolean;
  readonly children: ReactNode;
}

/** Frame of the agent centre: title with a close link, the menu of an agent, and the page. */
export function AgentCentre({ context, page, menu = true, children }: AgentCentreProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <div className={styles.page} data-centre>
        <PageTitle
          title={t(`header.${page}`)}
          text={t('header.agentCentre')}
          close={
            <ButtonLink variant="ghost" iconOnly icon="x" href="/index" data-centre-close="" title={t('header.closeCentre')}>
              {t('header.closeCentre')}
            </ButtonLink>
          }
        />
        {menu ? (
          <div className={styles.centre}>
            <AgentMenu context={context} page={page} />
            <div className={styles.content}>{children}</div>
          </div>
        ) : (
          children
        )}
      </div>
    </Shell>
  );
}

function AgentMenu({ context: { t, features }, page }: Pick<AgentCentreProps, 'context' | 'page'>) {
  return (
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
  );
}
