import type { Translate } from '../../../../shared/i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './parts.module.css';

interface OutboxNoteProps {
  readonly t: Translate;
  /** Address of the outbox, in the demo; elsewhere messages are sent. */
  readonly href: string | null | undefined;
}

/** Where the messages of the demo can be read: no code arrives anywhere else. */
export function OutboxNote({ t, href }: OutboxNoteProps) {
  if (!href) return null;
  return (
    <p className={styles.outbox}>
      <Icon name="info" small />
      <span>
        {t('verify.outbox')}{' '}
        <a href={href} target="_blank" rel="noopener">
          <bdi>{href}</bdi>
        </a>
      </span>
    </p>
  );
}
