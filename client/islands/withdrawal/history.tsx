import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { zonedMinute } from '../../../shared/time.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import shared from '../instruction/instruction.module.css';
import { trackerHref, WITHDRAW } from './links.ts';
import type { WithdrawHistory } from './props.ts';
import { StatusBadge } from './tracker.tsx';
import styles from './withdrawal.module.css';

interface HistoryProps {
  readonly t: Translate;
  readonly history: WithdrawHistory;
  readonly currency: CurrencyView;
  readonly timeZone: string;
}

/** All withdrawals of the member, newest first; each links to its tracker. */
export function History({ t, history: { withdrawals, pageNum, totalPages }, currency, timeZone }: HistoryProps) {
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="withdrawals-title">
      <h2 className={shared.title} id="withdrawals-title">
        {t('withdrawal.history')}
      </h2>
      {withdrawals.length === 0 ? (
        <EmptyState icon="hand-coins" title={t('withdrawal.historyEmpty')} text={t('withdrawal.historyEmptyText')} />
      ) : (
        <ul className={styles.rows}>
          {withdrawals.map(({ withdrawalId, amount, account, status, requestedAt }) => (
            <li key={withdrawalId}>
              <a
                className={styles.row}
                href={trackerHref(withdrawalId)}
                aria-label={t('withdrawal.open', { amount: amountText(amount, currency), date: zonedMinute(requestedAt, timeZone) })}
              >
                <span className={styles.rowMain}>
                  <strong>
                    <Money amount={amount} currency={currency} />
                  </strong>
                  <small>
                    {account.providerName} <bdi>{account.masked}</bdi>
                  </small>
                </span>
                <span className={styles.rowSide}>
                  <StatusBadge t={t} status={status} />
                  <small>{zonedMinute(requestedAt, timeZone)}</small>
                </span>
                <Icon name="chevron-right" directional />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Pagination t={t} page={pageNum} pages={totalPages} href={(page) => `${WITHDRAW}?pageNo=${page}`} />
    </section>
  );
}
