import { useState } from 'react';
import { sessionEnd } from '../../../shared/api/session/calls.ts';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { focusTitle } from './focus-title.ts';
import type { SecuritySessionsProps } from './props.ts';
import styles from './security.module.css';
import { SessionRow } from './session-row.tsx';
import { useAction } from './use-action.ts';

/** Value of `session.end` for all sessions except this one. */
const OTHER_SESSIONS = 'others';

/** All sessions of the member, this one first. Each other session, or all others, can be logged out. */
export default function SecuritySessions({ t, sessions: first, form, page }: SecuritySessionsProps & IslandContext) {
  const [sessions, setSessions] = useState(first);
  const ending = useAction(t);
  const others = sessions.filter(({ current }) => !current);
  return (
    <section className={`${display.card} ${styles.card}`} aria-labelledby="sessions-title">
      <h2 className={styles.title} id="sessions-title" tabIndex={-1}>
        {t('security.rowSessions')}
      </h2>
      <FormMessage text={form?.call === 'session.end' ? form.message : ''} />
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            t={t}
            session={session}
            page={page}
            onEnded={() => {
              focusTitle('sessions-title');
              toast('done', t('security.sessionEnded'));
              setSessions((before) => before.filter(({ id }) => id !== session.id));
            }}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <div className={styles.actions}>
          <ConfirmAction
            label={t('security.othersEnd')}
            text={t('security.othersEndText', { count: others.length })}
            confirm={t('security.othersEndDo')}
            danger
            action={ending}
            plainCall="session.end"
            fields={{ id: OTHER_SESSIONS, back: page }}
            onConfirm={() =>
              ending.run(sessionEnd, { body: { id: OTHER_SESSIONS } }, () => {
                focusTitle('sessions-title');
                toast('done', t('security.othersEnded'));
                setSessions((before) => before.filter(({ current }) => current));
              })
            }
          />
        </div>
      ) : (
        <p className={styles.quiet}>{t('security.sessionsOnly')}</p>
      )}
    </section>
  );
}
