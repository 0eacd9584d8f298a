import type { DepositStatus } from '../../../shared/api/deposit/constants.ts';
import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { zonedMinute } from '../../../shared/time.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './deposit.module.css';
import { METHOD_ICONS } from './methods.tsx';

const TONES: Readonly<Record<DepositStatus, string | undefined>> = {
  pending: 'info',
  checking: 'info',
  credited: 'pos',
  failed: 'neg',
  expired: undefined,
  cancelled: undefined,
  part_reversed: 'neg',
  reversed: 'neg',
  returned: 'neg',
  sent_back: undefined,
};

export interface HistoryProps {
  readonly t: Translate;
  readonly deposits: readonly Deposit[];
  readonly currency: CurrencyView;
  readonly timeZone: string;
  readonly href: (depositId: string) => string;
  /** Id of the deposit shown above the list. */
  readonly currentId: string | undefined;
}

/** The latest deposits; each links to its own page. */
export function History({ t, deposits, currency, timeZone, href, currentId }: HistoryProps) {
  return (
    <section className={display.card} aria-labelledby="deposit-history">
      <h2 className={styles.title} id="deposit-history">
        {t('deposit.history')}
      </h2>
      {deposits.length === 0 ? (
        <EmptyState icon="receipt" title={t('deposit.noHistory')} text={t('deposit.noHistoryText')} />
      ) : (
        <ul className={styles.history}>
          {deposits.map((deposit) => (
            <li key={deposit.depositId}>
              <a href={href(deposit.depositId)} aria-current={deposit.depositId === currentId ? 'true' : undefined}>
                <span className={styles.methodIcon}>
                  <Icon name={METHOD_ICONS[deposit.kind]} />
                </span>
                <span className={styles.methodText}>
                  <strong>{deposit.channelName}</strong>
                  <small>
                    <time dateTime={deposit.createdAt}>{zonedMinute(deposit.createdAt, timeZone)}</time>
                  </small>
                </span>
                <span className={styles.methodFacts}>
                  <strong data-private>
                    <Money amount={deposit.amount} currency={currency} />
                  </strong>
                  <span className={display.badge} data-tone={TONES[deposit.status]}>
                    {t(`deposit.status_${deposit.status}`)}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>{t('deposit.zone', { zone: timeZone })}</p>
    </section>
  );
}
