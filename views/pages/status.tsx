import '../../client/styles/index.css';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './status.module.css';

export interface StatusPageProps {
  readonly t: Translate;
  readonly kind: 'not-found' | 'error' | 'maintenance' | 'restricted';
  /** When maintenance ends, in words; the visitor's place for a restriction. */
  readonly detail: string | null;
  /** Shown with errors, so that support can find the request. */
  readonly requestId: string | null;
}

const ICON = { 'not-found': 'map-pin', error: 'triangle-alert', maintenance: 'clock', restricted: 'globe' } as const;

/** A whole page that needs nothing but its texts: it stands when everything else is down. */
export function StatusPage({ t, kind, detail, requestId }: StatusPageProps) {
  return (
    <main className={styles.page}>
      <a className={styles.brand} href="/index">
        <img src="/brand/mark.svg" alt={t('lobby.home')} width={56} height={56} />
      </a>
      <span className={styles.icon}>
        <Icon name={ICON[kind]} />
      </span>
      <h1 className={styles.title}>{t(`lobby.status_${kind}`)}</h1>
      <p className={styles.text}>{t(`lobby.status_${kind}_text`)}</p>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
      {kind === 'not-found' || kind === 'error' ? (
        <div className={styles.actions}>
          {kind === 'error' ? (
            <ButtonLink variant="primary" icon="refresh-cw" href="">
              {t('lobby.tryAgain')}
            </ButtonLink>
          ) : null}
          <ButtonLink variant={kind === 'error' ? 'secondary' : 'primary'} href="/index">
            {t('lobby.backToLobby')}
          </ButtonLink>
        </div>
      ) : null}
      {requestId ? <p className={styles.request}>{t('lobby.requestId', { id: requestId })}</p> : null}
    </main>
  );
}
