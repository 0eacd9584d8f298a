import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreDetails } from '../../ui/more-details.tsx';
import shared from '../instruction/instruction.module.css';
import type { TransferView } from './props.ts';
import styles from './transfers.module.css';

interface TransferListProps {
  readonly t: Translate;
  readonly transfers: readonly TransferView[];
  readonly currency: CurrencyView;
  readonly timeZone: string;
  /** Text of the empty list. */
  readonly none: string;
}

/** The latest transfers, sent and received. */
export function TransferList({ t, transfers, currency, timeZone, none }: TransferListProps) {
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="transfers-title">
      <h2 className={shared.title} id="transfers-title" tabIndex={-1}>
        {t('transfer.history')}
      </h2>
      {transfers.length === 0 ? (
        <EmptyState icon="arrow-left-right" title={t('transfer.none')} text={none} />
      ) : (
        <>
          <ul>
            {transfers.map((transfer) => (
              <li key={transfer.transferId}>
                <Row t={t} transfer={transfer} currency={currency} />
              </li>
            ))}
          </ul>
          <p className={shared.quiet}>{t('transfer.zone', { zone: timeZone })}</p>
        </>
      )}
    </section>
  );
}

function Row({ t, transfer, currency }: { readonly t: Translate; readonly transfer: TransferView; readonly currency: CurrencyView }) {
  const { direction, counterpart, amount, atText, transferId, ledgerTransferId } = transfer;
  const isSent = direction === 'sent';
  return (
    <details className={styles.row}>
      <summary>
        <span className={styles.icon} data-sent={isSent || undefined}>
          <Icon name={isSent ? 'arrow-up-right' : 'arrow-down-to-line'} directional />
        </span>
        <span className={styles.name}>
          {t(isSent ? 'transfer.sentTo' : 'transfer.receivedFrom')} <bdi>{counterpart}</bdi>
          <small>{atText}</small>
        </span>
        <span className={styles.amount} data-private>
          <Money amount={isSent ? `-${amount}` : amount} currency={currency} signed />
        </span>
        <Icon name="chevron-down" />
      </summary>
      <dl className={shared.facts}>
        <div>
          <dt>{t('transfer.number')}</dt>
          <dd className={shared.id}>
            <code>{transferId}</code>
            <CopyButton t={t} text={transferId} />
          </dd>
        </div>
      </dl>
      <MoreDetails t={t}>
        <dl className={shared.facts}>
          <div>
            <dt>{t('transfer.ledger')}</dt>
            <dd>
              <code>{ledgerTransferId}</code>
            </dd>
          </div>
        </dl>
      </MoreDetails>
    </details>
  );
}
