import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import type { RaffleStatus } from '../../../shared/api/raffles/constants.ts';
import type { RaffleValue } from '../../../shared/api/raffles/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './raffle.module.css';

export interface RafflesPageProps {
  readonly context: PageContext;
  /** Null: the platform does not answer. */
  readonly list: { readonly paused: boolean; readonly raffles: readonly RaffleValue[] } | null;
  /** The address names a raffle that does not exist. */
  readonly isGone: boolean;
  readonly currency: CurrencyView;
  readonly timeZone: string;
}

/** All raffles, the running ones first. */
export function RafflesPage({ context, list, isGone, currency, timeZone }: RafflesPageProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t(isGone ? 'raffle.gone' : 'raffle.title')} text={t('raffle.text')} />
      {list?.paused ? <FormMessage kind="info" text={t('raffle.paused')} /> : null}
      {list === null ? (
        <EmptyState icon="triangle-alert" title={t('errors.upstream_unavailable')}>
          <ButtonLink href="/raffle">{t('lobby.tryAgain')}</ButtonLink>
        </EmptyState>
      ) : list.raffles.length === 0 ? (
        <EmptyState icon="ticket" title={t('raffle.none')} text={t('raffle.noneText')}>
          <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
        </EmptyState>
      ) : (
        <div className={styles.grid}>
          {list.raffles.map((raffle) => (
            <RaffleCard key={raffle.raffleId} t={t} raffle={raffle} currency={currency} timeZone={timeZone} />
          ))}
        </div>
      )}
      <p className={styles.zone}>{t('pages.promotionZone', { zone: timeZone })}</p>
    </Shell>
  );
}

interface CardProps {
  readonly t: Translate;
  readonly raffle: RaffleValue;
  readonly currency: CurrencyView;
  readonly timeZone: string;
}

function RaffleCard({ t, raffle, currency, timeZone }: CardProps) {
  const { raffleId, title, status, prizes, own, maxTickets } = raffle;
  return (
    <article className={styles.card}>
      <p className={styles.facts}>
        <StatusBadge t={t} status={status} />
      </p>
      <h2 className={styles.title}>
        <a className={styles.link} href={`/raffle?id=${encodeURIComponent(raffleId)}`}>
          {title}
        </a>
      </h2>
      <p className={styles.chances}>
        {prizes.map(({ amount, count }) => (
          <span key={amount} className={display.badge}>
            <bdi>{`${count} × ${amountText(amount, currency)}`}</bdi>
          </span>
        ))}
      </p>
      <p className={styles.soft}>{statusText(t, raffle, timeZone)}</p>
      {own === null ? null : (
        <p className={styles.own}>
          <Icon name="ticket" small />
          <span>
            {t('raffle.yourTickets')}: <bdi data-private>{t('raffle.ticketsOf', { count: own.tickets, max: maxTickets })}</bdi>
          </span>
        </p>
      )}
    </article>
  );
}

const TONES: Readonly<Record<RaffleStatus, string>> = {
  coming_soon: 'info',
  open: 'pos',
  counting: 'info',
  closed: 'info',
  drawn: 'pos',
  cancelled: 'neg',
};

export function StatusBadge({ t, status }: { readonly t: Translate; readonly status: RaffleStatus }) {
  return (
    <span className={display.badge} data-tone={TONES[status]}>
      {t(`raffle.status_${status}`)}
    </span>
  );
}

export function statusText(t: Translate, { status, startsAt, endsAt, drawsAt }: RaffleValue, timeZone: string): string {
  const at = (time: string) => zonedMinute(time, timeZone);
  return t(`raffle.text_${status}`, { from: at(startsAt), until: at(endsAt), draw: at(drawsAt) });
}
