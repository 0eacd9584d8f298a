import type { Translate } from '../../../shared/i18n/translate.ts';
import type { NoticeView } from '../island-props.ts';
import styles from '../modals/modals.module.css';

export interface NoticeDialogProps {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
  readonly notices: readonly NoticeView[];
}

export function NoticeDialog({ notices }: NoticeDialogProps) {
  return (
    <div className={styles.notices}>
      {notices.map(({ id, title, html, dateText }, index) => (
        <details key={id} className={styles.notice} name="notice" open={index === 0}>
          <summary>
            {title} <time>{dateText}</time>
          </summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the platform when stored and by the server when read */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </details>
      ))}
    </div>
  );
}
