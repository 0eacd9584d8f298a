import '../../../client/styles/index.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { LanguageChoice } from '../../components/language-choice.tsx';
import styles from './status.module.css';

export interface StatusPageProps {
  readonly t: Translate;
  readonly kind: 'not-found' | 'error' | 'maintenance' | 'restricted';
  /** The visitor's address and country for a restriction, the operator's text for maintenance. */
  readonly detail: string | null;
  /**
   * End of the maintenance: ISO 8601 for the browser, which knows the visitor's time zone, and as text in the
   * merchant's time zone.
   */
  readonly until: { readonly iso: string; readonly text: string } | null;
  /** Language choice of a page when the rest of the site is closed; null: not offered. */
  readonly language: Language | null;
  readonly languages: readonly Language[];
  /** Path and query of the page. */
  readonly here: string;
  /** A closed site still lets a member log out. */
  readonly signedIn: boolean;
  /** Shown with errors, so that support can find the request. */
  readonly requestId: string | null;
}

const CUSTOMER_SERVICE_PATH = '/customerService';
const ICON = { 'not-found': 'map-pin', error: 'triangle-alert', maintenance: 'clock', restricted: 'globe' } as const;

/** A whole page that needs only its texts: it works when everything else is unavailable. */
export function StatusPage({ t, kind, detail, until, language, languages, here, signedIn, requestId }: StatusPageProps) {
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
      {until ? (
        <p className={styles.detail}>
          {t('lobby.status_maintenance_until')}{' '}
          <time dateTime={until.iso} data-local="">
            {until.text}
          </time>
        </p>
      ) : null}
      {kind === 'maintenance' || kind === 'restricted' ? (
        <div className={styles.actions}>
          <ButtonLink variant="primary" icon="message-circle" href={CUSTOMER_SERVICE_PATH} target="_blank">
            {t('contact.contactUs')}
          </ButtonLink>
          {signedIn ? (
            <form method="post" action={formAction('session.logout')}>
              <input type="hidden" name="back" value={here} />
              <Button type="submit" icon="log-out">
                {t('header.signOut')}
              </Button>
            </form>
          ) : null}
        </div>
      ) : null}
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
      {language ? <LanguageChoice current={language} languages={languages} back={here} /> : null}
      {requestId ? <p className={styles.request}>{t('lobby.requestId', { id: requestId })}</p> : null}
    </main>
  );
}
