import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import type { Translate } from '../../../shared/i18n/translate.ts';
import styles from '../status/status.module.css';

/** Offline page of the installed site; it uses files cached by the worker. */
export function OfflinePage({ t }: { readonly t: Translate }) {
  return (
    <main className={styles.page} data-offline="">
      <span className={styles.icon}>
        <Icon name="wifi-off" />
      </span>
      <h1 className={styles.title}>{t('pages.offlineTitle')}</h1>
      <p className={styles.text}>{t('pages.offlineText')}</p>
      <div className={styles.actions}>
        <ButtonLink variant="primary" icon="refresh-cw" href="">
          {t('pages.offlineRetry')}
        </ButtonLink>
      </div>
    </main>
  );
}
