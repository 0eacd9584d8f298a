import { classNames } from '../../../client/ui/class-names.ts';
import '../../../client/styles/index.css';
import type { NoticeList } from '../../../client/islands/notices/notice-list.ts';
import { formAction, PATHS } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { NoticePanes } from '../../components/notice-panes.tsx';
import { PaneArticle, ReadingPanes } from '../../components/reading-panes.tsx';
import { Tickets, type TicketsView } from '../../components/tickets.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './messages.module.css';

export const MESSAGE_TABS = ['inbox', 'announcements', 'feedback'] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];

export interface MessageView {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly dateText: string;
  readonly read: boolean;
}
export interface MessagesView {
  readonly unread: number;
  readonly timeZone: string;
  readonly content:
    | {
        readonly tab: 'inbox';
        readonly messages: readonly MessageView[];
        readonly page: number;
        readonly pages: number;
        /** The message named by the address; `gone` if it does not exist. */
        readonly reading: MessageView | 'gone' | null;
      }
    | {
        readonly tab: 'announcements';
        readonly list: NoticeList;
        readonly reading: boolean;
        readonly selected: NoticeList['notices'][number] | null;
      }
    | ({ readonly tab: 'feedback' } & TicketsView);
}

const TAB_TEXTS = { inbox: 'inbox.tabInbox', announcements: 'inbox.tabAnnouncements', feedback: 'inbox.tabFeedback' } as const;

/** Address of a tab, or of an entry in it. */
export function messagesHref(tab: MessageTab, query: Readonly<Record<string, string>> = {}): string {
  const all = new URLSearchParams({ ...(tab === 'inbox' ? {} : { tab }), ...query });
  return all.size > 0 ? `${PATHS.messages}?${all}` : PATHS.messages;
}

interface Props {
  readonly context: PageContext;
  readonly data: MessagesView;
}

/** Messages to the member, announcements to everyone, and the member's own messages. */
export function MessagesPage({ context, data }: Props) {
  const { t } = context;
  const { tab } = data.content;
  return (
    <MemberCentre context={context} page="messageV2">
      <nav className={classNames(display.fromCurrent, styles.tabs)} aria-label={t('inbox.tabs')}>
        {MESSAGE_TABS.map((each) => (
          <a key={each} className={styles.tab} href={messagesHref(each)} aria-current={each === tab ? 'page' : undefined}>
            {t(TAB_TEXTS[each])}
            {each === 'inbox' && data.unread > 0 ? (
              <span className={styles.count}>{t('inbox.unreadCount', { count: data.unread })}</span>
            ) : null}
          </a>
        ))}
      </nav>
      <Content context={context} data={data} />
    </MemberCentre>
  );
}

function Content({ context: { t }, data: { content, unread, timeZone } }: Props) {
  switch (content.tab) {
    case 'announcements':
      return (
        <NoticePanes
          t={t}
          list={content.list}
          reading={content.reading}
          selected={content.selected}
          href={(id) => messagesHref('announcements', { id })}
          pageHref={(page) => messagesHref('announcements', { pageNo: String(page) })}
          backHref={messagesHref('announcements', content.list.page > 1 ? { pageNo: String(content.list.page) } : {})}
        />
      );
    case 'feedback':
      return <Tickets t={t} {...content} pageHref={(page) => messagesHref('feedback', { pageNo: String(page) })} />;
    default:
      return <InboxTab t={t} content={content} unread={unread} timeZone={timeZone} />;
  }
}

interface TabProps<Tab extends MessageTab> {
  readonly t: PageContext['t'];
  readonly content: Extract<MessagesView['content'], { readonly tab: Tab }>;
  readonly timeZone: string;
}

function InboxTab({ t, content, unread, timeZone }: TabProps<'inbox'> & { readonly unread: number }) {
  const { messages, page, pages, reading } = content;
  if (messages.length === 0 && reading === null)
    return (
      <div className={display.card}>
        <EmptyState icon="mail" title={t('inbox.none')} text={t('inbox.noneText')} />
      </div>
    );
  const openMessage = reading === 'gone' ? null : reading;
  return (
    <>
      {unread > 0 ? (
        <form className={styles.bar} method="post" action={formAction('inbox.read')}>
          <input type="hidden" name="back" value={messagesHref('inbox', page > 1 ? { pageNo: String(page) } : {})} />
          <input type="hidden" name="messageId" value="all" />
          <Button type="submit" variant="ghost" icon="check">
            {t('inbox.markAll')}
          </Button>
        </form>
      ) : null}
      <ReadingPanes
        t={t}
        label={t('inbox.list')}
        entries={messages.map(({ id, title, dateText, read }) => ({
          id,
          title,
          dateText,
          href: messagesHref('inbox', { id }),
          read: read || { unread: t('inbox.unread') },
        }))}
        current={openMessage?.id ?? null}
        reading={reading !== null}
        page={page}
        pages={pages}
        pageHref={(target) => messagesHref('inbox', { pageNo: String(target) })}
        back={{ href: messagesHref('inbox', page > 1 ? { pageNo: String(page) } : {}), text: t('inbox.back') }}
        zone={t('inbox.zone', { zone: timeZone })}
      >
        {openMessage ? (
          <PaneArticle title={openMessage.title} dateText={openMessage.dateText}>
            <p className={styles.text}>{openMessage.text}</p>
            {openMessage.href === '' ? null : (
              <p>
                <ButtonLink variant="secondary" icon="arrow-right" href={openMessage.href}>
                  {t('inbox.open')}
                </ButtonLink>
              </p>
            )}
          </PaneArticle>
        ) : (
          <EmptyState
            icon="mail"
            title={t(reading === 'gone' ? 'inbox.gone' : 'inbox.choose')}
            text={t(reading === 'gone' ? 'inbox.goneText' : 'inbox.chooseText')}
          />
        )}
      </ReadingPanes>
    </>
  );
}
