import type { NoticeList } from '../../client/islands/notices/notice-list.ts';
import { EmptyState } from '../../client/ui/empty-state.tsx';
import { Prose } from '../../client/ui/prose.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import { PaneArticle, ReadingPanes } from './reading-panes.tsx';

export interface NoticePanesProps {
  readonly t: Translate;
  readonly list: NoticeList;
  readonly reading: boolean;
  readonly selected: NoticeList['notices'][number] | null;
  readonly href: (id: string) => string;
  readonly pageHref: (page: number) => string;
  readonly backHref: string;
}

/** A page of notices with the selected one. */
export function NoticePanes({ t, list, reading, selected, href, pageHref, backHref }: NoticePanesProps) {
  const { notices, page, pages, timeZone } = list;
  return (
    <ReadingPanes
      t={t}
      label={t('notices.list')}
      entries={notices.map(({ id, title, dateText }) => ({ id, title, dateText, href: href(id) }))}
      current={selected?.id ?? null}
      reading={reading}
      page={page}
      pages={pages}
      pageHref={pageHref}
      back={{ href: backHref, text: t('notices.back') }}
      zone={t('notices.zone', { zone: timeZone })}
    >
      {selected ? (
        <PaneArticle title={selected.title} dateText={selected.dateText}>
          <Prose html={selected.html} />
        </PaneArticle>
      ) : (
        <EmptyState icon="megaphone" title={t('notices.gone')} text={t('notices.goneText')} />
      )}
    </ReadingPanes>
  );
}
