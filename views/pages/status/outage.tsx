import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './not-found.module.css';

/** Replaces a page that needs a call which the platform does not have. */
export function NotOfferedPage({ context }: { readonly context: PageContext }) {
  const { t } = context;
  return (
    <Shell context={context}>
      <div className={styles.page}>
        <h1 className={styles.title}>{t('errors.not_offered')}</h1>
        <ButtonLink variant="primary" href="/index">
          {t('lobby.backToLobby')}
        </ButtonLink>
      </div>
    </Shell>
  );
}

/** Replaces a page whose data failed to load, inside the normal layout. */
export function OutagePage({ context }: { readonly context: PageContext }) {
  const { t } = context;
  return (
    <Shell context={context}>
      <div className={styles.page}>
        <span className={styles.icon}>
          <Icon name="triangle-alert" />
        </span>
        <h1 className={styles.title}>{t('lobby.status_error')}</h1>
        <p className={styles.text}>{t('lobby.status_error_text')}</p>
        <ButtonLink variant="primary" icon="refresh-cw" href="">
          {t('lobby.tryAgain')}
        </ButtonLink>
        <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
      </div>
    </Shell>
  );
}
