import '../../../client/styles/index.css';
import type { NoticeList } from '../../../client/islands/notices/notice-list.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { NoticePanes } from '../../components/notice-panes.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';

export interface NoticesPageProps {
  readonly context: PageContext;
  readonly list: NoticeList;
  /** `known` or `unknown`: the address names a notice that exists or not. */
  readonly requested: 'none' | 'known' | 'unknown';
  readonly selected: NoticeList['notices'][number] | null;
}

function noticeHref(id: string): string {
  return `/noticePage?id=${encodeURIComponent(id)}`;
}

/** Every notice by its permalink. */
export function NoticesPage({ context, list, requested, selected }: NoticesPageProps) {
  const { t } = context;
  const { notices, page } = list;
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
      <NoticePanes
        t={t}
        list={list}
        reading={requested !== 'none'}
        selected={selected}
        href={noticeHref}
        pageHref={(target) => `/noticePage?pageNo=${target}`}
        backHref={page > 1 ? `/noticePage?pageNo=${page}` : '/noticePage'}
      />
    </Shell>
  );
}
