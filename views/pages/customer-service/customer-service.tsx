import '../../../client/styles/index.css';
import { entryHref, PATHS } from '../../../client/page/paths.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { hasHelpCentre } from '../../components/own-pages.ts';
import { PageTitle } from '../../components/section.tsx';
import { Tickets, type TicketsView } from '../../components/tickets.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './customer-service.module.css';

/** Customer service as a page of the site. Visitors to whom the site is closed get `contact.tsx` instead. */
export function CustomerServicePage({ context, data }: { readonly context: PageContext; readonly data: TicketsView }) {
  const { t } = context;
  const isGuest = data.form.guest !== null;
  const hasHelp = hasHelpCentre(context);
  return (
    <Shell context={context}>
      <div className={styles.middle}>
        <PageTitle
          title={t('contact.title')}
          text={t('contact.text')}
          close={
            <ButtonLink variant="ghost" iconOnly icon="x" href={PATHS.home}>
              {t('lobby.backToLobby')}
            </ButtonLink>
          }
        />
        <div className={styles.column}>
          {isGuest || hasHelp ? (
            <div className={styles.help}>
              <p>{t(isGuest ? 'contact.guestText' : 'contact.helpFirst')}</p>
              <div className={styles.links}>
                {hasHelp ? (
                  <ButtonLink icon="circle-help" href="/help">
                    {t('header.helpCentre')}
                  </ButtonLink>
                ) : null}
                {isGuest ? (
                  <ButtonLink variant="secondary" href={entryHref('login', PATHS.customerService)} data-modal="login">
                    {t('lobby.login')}
                  </ButtonLink>
                ) : null}
              </div>
            </div>
          ) : null}
          <Tickets t={t} {...data} pageHref={(page) => `${PATHS.customerService}?pageNo=${page}`} />
        </div>
      </div>
    </Shell>
  );
}
