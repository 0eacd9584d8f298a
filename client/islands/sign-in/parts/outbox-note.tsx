import type { Translate } from '../../../../shared/i18n/translate.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './parts.module.css';

interface OutboxNoteProps {
  readonly t: Translate;
  /** Address of the outbox, in the demo only; other sites send messages. */
  readonly href: string | null;
}

/** Link to the messages of the demo, which are not sent. */
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
