import '../../client/styles/index.css';
import type { NoticeList } from '../../client/lib/notices/notice-list.ts';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { EmptyState } from '../../client/lib/ui/empty-state.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import { Pagination } from '../../client/lib/ui/pagination.tsx';
import { Prose } from '../../client/lib/ui/prose.tsx';
import { PageTitle } from '../components/section.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './notices.module.css';

export interface NoticesPageProps {
  readonly context: PageContext;
  readonly list: NoticeList;
  /** Asked for by its permalink; `unknown` when there is none of that id. */
  readonly asked: 'none' | 'known' | 'unknown';
  readonly selected: NoticeList['notices'][number] | null;
}

export function noticeHref(id: string): string {
  return `/noticePage?id=${encodeURIComponent(id)}`;
}

/** Titles beside the notice that is read; on phones one after the other. */
export function NoticesPage({ context, list, asked, selected }: NoticesPageProps) {
  const { t } = context;
  const { notices, page, pages, timeZone } = list;
  if (notices.length === 0)
    return (
      <Shell context={context}>
        <PageTitle title={t('notices.title')} text={t('notices.text')} />
        <EmptyState icon="megaphone" title={t('notices.empty')} text={t('notices.emptyText')}>
          <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
        </EmptyState>
      </Shell>
    );
  return (
    <Shell context={context}>
      <PageTitle title={t('notices.title')} text={t('notices.text')} />
      <div className={styles.panes} data-reading={asked === 'none' ? undefined : ''}>
        <nav className={styles.side} aria-label={t('notices.list')}>
          <ul className={styles.list}>
            {notices.map(({ id, title, dateText }) => (
              <li key={id}>
                <a className={styles.entry} href={noticeHref(id)} aria-current={id === selected?.id ? 'page' : undefined}>
                  <span className={styles.entryTitle}>{title}</span>
                  <time className={styles.date} dateTime={dateText}>
                    {dateText}
                  </time>
                </a>
              </li>
            ))}
          </ul>
          <Pagination t={t} page={page} pages={pages} href={(target) => `/noticePage?pageNo=${target}`} />
        </nav>
        <div className={styles.pane}>
          <a className={styles.back} href={page > 1 ? `/noticePage?pageNo=${page}` : '/noticePage'}>
            <Icon name="chevron-left" small directional />
            {t('notices.back')}
          </a>
          {selected ? (
            <article className={styles.article} aria-labelledby="notice-title">
              <header>
                <h2 className={styles.title} id="notice-title">
                  {selected.title}
                </h2>
                <time className={styles.date} dateTime={selected.dateText}>
                  {selected.dateText}
                </time>
              </header>
              <Prose html={selected.html} />
            </article>
          ) : (
            <EmptyState icon="megaphone" title={t('notices.gone')} text={t('notices.goneText')} />
          )}
        </div>
      </div>
      <p className={styles.zone}>{t('notices.zone', { zone: timeZone })}</p>
    </Shell>
  );
}
