import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Prose } from '../../ui/prose.tsx';
import { fetchNotices, type NoticeList } from './notice-list.ts';
import styles from './notices.module.css';

export interface NoticeDialogProps {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
}

type Loaded = NoticeList | 'loading' | 'failed';

/** Notices in pages: titles next to the selected notice. Arrow keys move through the titles. */
export function NoticeDialog({ t, languageTag }: NoticeDialogProps) {
  const [list, setList] = useState<Loaded>('loading');
  const [page, setPage] = useState(1);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn retries the same page
  useEffect(() => {
    let wanted = true;
    setList('loading');
    void fetchNotices(page, languageTag).then((answer) => wanted && setList(answer ?? 'failed'));
    return () => {
      wanted = false;
    };
  }, [page, languageTag, turn]);
  if (list === 'loading') return <Skeleton t={t} />;
  if (list === 'failed')
    return (
      <EmptyState icon="triangle-alert" title={t('notices.failed')}>
        <Button onClick={() => setTurn(turn + 1)}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (list.notices.length === 0) return <EmptyState icon="megaphone" title={t('notices.empty')} text={t('notices.emptyText')} />;
  return <Panes key={list.page} t={t} list={list} onPage={setPage} />;
}

function Panes({ t, list, onPage }: { readonly t: Translate; readonly list: NoticeList; readonly onPage: (page: number) => void }) {
  const { notices, page, pages } = list;
  const [selected, setSelected] = useState(notices[0]);
  /** On phones the text replaces the titles. */
  const [reading, setReading] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const entries = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (reading) title.current?.focus();
  }, [reading]);
  const choose = (notice: NoticeList['notices'][number]) => {
    setSelected(notice);
    setReading(matchMedia('(max-width: 700px)').matches);
  };
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(entries.current?.querySelectorAll('button') ?? [])];
    const to = targetOf(event.key, buttons.indexOf(event.target as HTMLButtonElement), buttons.length);
    const notice = to === undefined ? undefined : notices[to];
    if (to === undefined || !notice) return;
    event.preventDefault();
    buttons[to]?.focus();
    if (!matchMedia('(max-width: 700px)').matches) setSelected(notice);
  };
  return (
    <div className={styles.panes} data-reading={reading || undefined}>
      <div className={styles.side}>
        <ul ref={entries} className={styles.list} aria-label={t('notices.list')} onKeyDown={onKey}>
          {notices.map((notice) => (
            <li key={notice.id}>
              <button type="button" className={styles.entry} aria-current={notice === selected || undefined} onClick={() => choose(notice)}>
                <span className={styles.entryTitle}>{notice.title}</span>
                <span className={styles.date}>{notice.dateText}</span>
              </button>
            </li>
          ))}
        </ul>
        <Pagination t={t} page={page} pages={pages} href={(target) => `/noticePage?pageNo=${target}`} onPage={onPage} />
      </div>
      {selected ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <article className={styles.pane} tabIndex={0} aria-label={t('notices.read')}>
          <Button className={styles.back} variant="ghost" dense icon="chevron-left" onClick={() => setReading(false)}>
            {t('notices.back')}
          </Button>
          <h3 ref={title} className={styles.title} tabIndex={-1}>
            {selected.title}
          </h3>
          <p className={styles.date}>{selected.dateText}</p>
          <div aria-live="polite">
            <Prose html={selected.html} />
          </div>
        </article>
      ) : null}
    </div>
  );
}

/** Index that a key moves to; undefined for other keys. */
function targetOf(key: string, from: number, count: number): number | undefined {
  if (from < 0) return undefined;
  if (key === 'ArrowDown') return Math.min(from + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function Skeleton({ t }: { readonly t: Translate }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {[1, 2, 3, 4, 5].map((row) => (
        <span key={row} className={`${display.skeleton} ${display.skeletonRow}`} />
      ))}
    </div>
  );
}
