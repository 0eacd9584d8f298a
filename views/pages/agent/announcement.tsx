import '../../../client/styles/index.css';
import type { NoticeList } from '../../../client/islands/notices/notice-list.ts';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import { Prose } from '../../../client/ui/prose.tsx';
import { agentHref } from '../../components/member-entries.ts';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './announcement.module.css';

/** Announcements for agents, the newest open. */
export function AnnouncementPage({ context, data }: { readonly context: PageContext; readonly data: NoticeList }) {
  const { t } = context;
  const { notices, page, pages } = data;
  return (
    <AgentCentre context={context} page="agentAnnouncement">
      {notices.length === 0 ? (
        <div className={display.card}>
          <EmptyState icon="megaphone" title={t('agents.noAnnouncements')} text={t('agents.noAnnouncementsText')} />
        </div>
      ) : null}
      {notices.map((notice, index) => (
        <details key={notice.id} className={styles.notice} open={index === 0}>
          <summary className={styles.head}>
            <h2 className={styles.title}>{notice.title}</h2>
            <span className={styles.date}>{notice.dateText}</span>
            <Icon name="chevron-down" />
          </summary>
          <div className={styles.text}>
            <Prose html={notice.html} />
          </div>
        </details>
      ))}
      <Pagination t={t} page={page} pages={pages} href={(target) => `${agentHref('agentAnnouncement')}?pageNo=${target}`} />
    </AgentCentre>
  );
}
