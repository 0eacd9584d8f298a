import type { FeedbackFormProps } from '../../client/islands/customer-service/props.ts';
import { ticketNumberText } from '../../client/islands/customer-service/sent-href.ts';
import display from '../../client/ui/display.module.css';
import { EmptyState } from '../../client/ui/empty-state.tsx';
import { Icon } from '../../client/ui/icon.tsx';
import { Pagination } from '../../client/ui/pagination.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import { Island } from './island.tsx';
import styles from './tickets.module.css';

export interface TicketView {
  readonly id: string;
  /** Empty if the platform assigns no numbers. */
  readonly number: string;
  readonly content: string;
  /** Addresses of the pictures. */
  readonly images: readonly string[];
  readonly dateText: string;
  readonly answer: { readonly text: string; readonly dateText: string } | null;
}

export interface TicketList {
  readonly tickets: readonly TicketView[];
  readonly page: number;
  readonly pages: number;
  readonly timeZone: string;
}

export interface TicketsView {
  readonly form: FeedbackFormProps;
  /** Number of the message just sent, `1` without numbers; null: none was sent. */
  readonly sent: string | null;
  /** Null: the visitor is not signed in, or the list failed to load. */
  readonly list: TicketList | null;
}

interface TicketsProps extends TicketsView {
  readonly t: PageContext['t'];
  readonly pageHref: (page: number) => string;
}

/** Customer service: the form, and the member's own messages with their state and answers. */
export function Tickets({ t, form, sent, list, pageHref }: TicketsProps) {
  const isGuest = form.guest !== null;
  return (
    <>
      {sent === null ? null : <Sent t={t} number={sent} signedIn={!isGuest} />}
      <section className={display.card} aria-labelledby="feedback-title">
        <h2 className={styles.title} id="feedback-title">
          {t('inbox.feedbackTitle')}
        </h2>
        <p className={styles.hint}>{t(isGuest ? 'inbox.feedbackGuestText' : 'inbox.feedbackText')}</p>
        <Island name="feedback-form" hydrate="visible" props={form} />
      </section>
      {list ? (
        <section className={display.card} aria-labelledby="feedback-history">
          <h2 className={styles.title} id="feedback-history">
            {t('inbox.feedbackHistory')}
          </h2>
          {list.tickets.length === 0 ? (
            <EmptyState icon="message-circle" title={t('inbox.feedbackNone')} text={t('inbox.feedbackNoneText')} />
          ) : (
            <ol className={styles.letters}>
              {list.tickets.map((ticket) => (
                <Ticket key={ticket.id} t={t} ticket={ticket} />
              ))}
            </ol>
          )}
          <Pagination t={t} page={list.page} pages={list.pages} href={pageHref} />
          {list.tickets.length > 0 ? <p className={styles.hint}>{t('inbox.zone', { zone: list.timeZone })}</p> : null}
        </section>
      ) : null}
    </>
  );
}

function Sent({ t, number, signedIn }: { readonly t: PageContext['t']; readonly number: string; readonly signedIn: boolean }) {
  return (
    <div className={styles.sent} role="status">
      <Icon name="circle-check" />
      <div>
        <strong>
          {number === '1' ? t('inbox.feedbackSentTitle') : t('inbox.feedbackSentNumber', { number: ticketNumberText(number) })}
        </strong>
        {t(signedIn ? 'inbox.feedbackSent' : 'inbox.feedbackSentGuest')}
      </div>
    </div>
  );
}

function Ticket({ t, ticket }: { readonly t: PageContext['t']; readonly ticket: TicketView }) {
  const { number, content, images, dateText, answer } = ticket;
  return (
    <li className={styles.letter}>
      <div className={styles.head}>
        {number === '' ? null : <span className={styles.number}>{t('inbox.feedbackNumber', { number: ticketNumberText(number) })}</span>}
        <span className={display.badge} data-tone={answer ? 'pos' : 'info'}>
          {t(answer ? 'inbox.feedbackAnswered' : 'inbox.feedbackWaiting')}
        </span>
        <time className={styles.hint} dateTime={dateText}>
          {dateText}
        </time>
      </div>
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
      ) : null}
    </li>
  );
}
