import type { ReactNode } from 'react';
import { Icon } from '../../client/ui/icon.tsx';
import { Pagination } from '../../client/ui/pagination.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './reading-panes.module.css';

export interface PaneEntry {
  readonly id: string;
  readonly title: string;
  readonly dateText: string;
  readonly href: string;
  /** Read state, if the list has one: read, or the label for unread. */
  readonly read?: true | { readonly unread: string };
}

export interface ReadingPanesProps {
  readonly t: Translate;
  /** Accessible name of the list. */
  readonly label: string;
  readonly entries: readonly PaneEntry[];
  /** Id of the selected entry. */
  readonly current: string | null;
  /** The address names an entry: phones show it instead of the list. */
  readonly reading: boolean;
  readonly page: number;
  readonly pages: number;
  readonly pageHref: (page: number) => string;
  readonly back: { readonly href: string; readonly text: string };
  /** Time zone of the dates. */
  readonly zone: string;
  /** The selected entry. */
  readonly children: ReactNode;
}

/** Titles next to the selected entry; on phones one after the other. Each entry has its own address. */
export function ReadingPanes({ t, label, entries, current, reading, page, pages, pageHref, back, zone, children }: ReadingPanesProps) {
  return (
    <>
      <div className={styles.panes} data-reading={reading ? '' : undefined}>
        <nav className={styles.side} aria-label={label}>
          <ul className={styles.list}>
            {entries.map(({ id, title, dateText, href, read }) => (
              <li key={id}>
                <a
                  className={styles.entry}
                  href={href}
                  aria-current={id === current ? 'page' : undefined}
                  data-read={read === true ? '' : undefined}
                >
                  <span className={styles.entryTitle}>
                    {title}
                    {typeof read === 'object' ? <span className={styles.unread}>{read.unread}</span> : null}
                  </span>
                  <time className={styles.date} dateTime={dateText}>
                    {dateText}
                  </time>
                </a>
              </li>
            ))}
          </ul>
          <Pagination t={t} page={page} pages={pages} href={pageHref} />
        </nav>
        <div className={styles.pane}>
          <a className={styles.back} href={back.href}>
            <Icon name="chevron-left" small directional />
            {back.text}
          </a>
          {children}
        </div>
      </div>
      <p className={styles.zone}>{zone}</p>
    </>
  );
}

/** The selected entry. */
export function PaneArticle({
  title,
  dateText,
  children,
}: {
  readonly title: string;
  readonly dateText: string;
  readonly children: ReactNode;
}) {
  return (
    <article className={styles.article} aria-labelledby="pane-title">
      <header>
        <h2 className={styles.title} id="pane-title">
          {title}
        </h2>
        <time className={styles.date} dateTime={dateText}>
          {dateText}
        </time>
      </header>
      {children}
    </article>
  );
}
