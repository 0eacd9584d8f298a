import { sessionEnd } from '../../../shared/api/session/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import type { SessionView } from './props.ts';
import styles from './security.module.css';
import { useAction } from './use-action.ts';

export interface SessionRowProps {
  readonly t: Translate;
  readonly session: SessionView;
  readonly page: string;
  readonly onEnded: () => void;
}

/** One session; every session except this one can be logged out. */
export function SessionRow({ t, session, page, onEnded }: SessionRowProps) {
  const { id, current, place, seenText, createdText } = session;
  const ending = useAction(t);
  const device = session.device || t('security.sessionUnknown');
  return (
    <li className={styles.row}>
      <span className={styles.rowIcon}>
        <Icon name={/iPhone|Android/.test(device) ? 'smartphone' : 'monitor'} />
      </span>
      <div className={styles.rowText}>
        <p className={styles.rowName}>
          <bdi>{device}</bdi>{' '}
          {current ? (
            <span className={display.badge} data-tone="pos">
              {t('security.sessionCurrent')}
            </span>
          ) : null}
        </p>
        <p className={styles.quiet}>
          <bdi>{place}</bdi>
        </p>
        <p className={styles.quiet}>
          {t('security.sessionSeen', { time: seenText })}, {t('security.sessionSince', { time: createdText })}
        </p>
      </div>
      {current ? null : (
        <ConfirmAction
          label={t('security.sessionEnd')}
          fullLabel={t('security.sessionEndOf', { name: device })}
          text={t('security.sessionEndText')}
          confirm={t('security.sessionEndDo')}
          danger
          action={ending}
          plainCall="session.end"
          fields={{ id, back: page }}
          onConfirm={() => ending.run(sessionEnd, { body: { id } }, onEnded)}
        />
      )}
    </li>
  );
}
