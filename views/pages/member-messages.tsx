import { classNames } from '../../client/lib/ui/class-names.ts';
import '../../client/styles/index.css';
import type { FeedbackFormProps } from '../../client/lib/inbox/props.ts';
import type { NoticeList } from '../../client/lib/notices/notice-list.ts';
import { formAction, PATHS } from '../../client/lib/paths.ts';
import { Button, ButtonLink } from '../../client/lib/ui/button.tsx';
import { EmptyState } from '../../client/lib/ui/empty-state.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import { Pagination } from '../../client/lib/ui/pagination.tsx';
import display from '../../client/styles/display.module.css';
import { Island } from '../components/island.tsx';
import { NoticePanes } from '../components/notice-panes.tsx';
import { PaneArticle, ReadingPanes } from '../components/reading-panes.tsx';
import { MemberCentre } from '../layouts/member-centre.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import styles from './member-messages.module.css';

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
export interface FeedbackView {
  readonly id: string;
  readonly content: string;
  /** Addresses of the pictures. */
  readonly images: readonly string[];
  readonly dateText: string;
  readonly answer: { readonly text: string; readonly dateText: string } | null;
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
        /** Asked for by its address; `gone` when it is not there. */
        readonly reading: MessageView | 'gone' | null;
      }
    | {
        readonly tab: 'announcements';
        readonly list: NoticeList;
        readonly reading: boolean;
        readonly selected: NoticeList['notices'][number] | null;
      }
    | {
        readonly tab: 'feedback';
        readonly letters: readonly FeedbackView[];
        readonly page: number;
        readonly pages: number;
        readonly form: FeedbackFormProps;
        /** A letter has just been sent without script. */
        readonly sent: boolean;
      };
}

const TAB_TEXTS = { inbox: 'inbox.tabInbox', announcements: 'inbox.tabAnnouncements', feedback: 'inbox.tabFeedback' } as const;

/** Address of a tab, or of something in it. */
export function messagesHref(tab: MessageTab, query: Readonly<Record<string, string>> = {}): string {
  const all = new URLSearchParams({ ...(tab === 'inbox' ? {} : { tab }), ...query });
  return all.size > 0 ? `${PATHS.messages}?${all}` : PATHS.messages;
}

interface Props {
  readonly context: PageContext;
  readonly data: MessagesView;
}

/** Platform information: what was written to the member, what is announced to everybody, and what the member writes. */
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
      return <FeedbackTab t={t} content={content} timeZone={timeZone} />;
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
  const shown = reading === 'gone' ? null : reading;
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
        current={shown?.id ?? null}
        reading={reading !== null}
        page={page}
        pages={pages}
        pageHref={(target) => messagesHref('inbox', { pageNo: String(target) })}
        back={{ href: messagesHref('inbox', page > 1 ? { pageNo: String(page) } : {}), text: t('inbox.back') }}
        zone={t('inbox.zone', { zone: timeZone })}
      >
        {shown ? (
          <PaneArticle title={shown.title} dateText={shown.dateText}>
            <p className={styles.text}>{shown.text}</p>
            {shown.href === '' ? null : (
              <p>
                <ButtonLink variant="secondary" icon="arrow-right" href={shown.href}>
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

function FeedbackTab({ t, content, timeZone }: TabProps<'feedback'>) {
  const { letters, page, pages, form, sent } = content;
  return (
    <>
      {sent ? (
        <p className={styles.sent} role="status">
          <Icon name="circle-check" />
          {t('inbox.feedbackSent')}
        </p>
      ) : null}
      <section className={display.card} aria-labelledby="feedback-title">
        <h2 className={styles.title} id="feedback-title">
          {t('inbox.feedbackTitle')}
        </h2>
        <p className={styles.hint}>{t('inbox.feedbackText')}</p>
        <Island name="feedback-form" wake="visible" props={form} />
      </section>
      <section className={display.card} aria-labelledby="feedback-history">
        <h2 className={styles.title} id="feedback-history">
          {t('inbox.feedbackHistory')}
        </h2>
        {letters.length === 0 ? (
          <EmptyState icon="message-circle" title={t('inbox.feedbackNone')} text={t('inbox.feedbackNoneText')} />
        ) : (
          <ol className={styles.letters}>
            {letters.map((letter) => (
              <Letter key={letter.id} t={t} letter={letter} />
            ))}
          </ol>
        )}
        <Pagination t={t} page={page} pages={pages} href={(target) => messagesHref('feedback', { pageNo: String(target) })} />
        {letters.length > 0 ? <p className={styles.hint}>{t('inbox.zone', { zone: timeZone })}</p> : null}
      </section>
    </>
  );
}

function Letter({ t, letter: { content, images, dateText, answer } }: { readonly t: PageContext['t']; readonly letter: FeedbackView }) {
  return (
    <li className={styles.letter}>
      <time className={styles.hint} dateTime={dateText}>
        {dateText}
      </time>
      <p className={styles.text}>{content}</p>
      {images.length > 0 ? (
        <ul className={styles.images}>
          {images.map((src, index) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noopener">
                <img src={src} alt={t('inbox.feedbackImage', { number: index + 1 })} width={72} height={72} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {answer ? (
        <div className={styles.answer}>
          <p className={styles.hint}>
            <strong>{t('inbox.feedbackAnswer')}</strong> · <time dateTime={answer.dateText}>{answer.dateText}</time>
          </p>
          <p className={styles.text}>{answer.text}</p>
        </div>
      ) : (
        <p className={display.badge}>{t('inbox.feedbackWaiting')}</p>
      )}
    </li>
  );
}
