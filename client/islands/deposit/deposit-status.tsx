import type { ReactNode } from 'react';
import type { DepositStatus } from '../../../shared/api/deposit/constants.ts';
import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreDetails } from '../../ui/more-details.tsx';
import styles from './deposit.module.css';

const STATUS_ICONS: Readonly<Record<DepositStatus, string>> = {
  pending: 'hourglass',
  checking: 'loader',
  credited: 'circle-check',
  failed: 'circle-x',
  expired: 'clock',
  cancelled: 'ban',
  part_reversed: 'undo',
  reversed: 'undo',
  returned: 'rotate-ccw',
  sent_back: 'undo',
};

export interface DepositStatusProps {
  readonly t: Translate;
  readonly deposit: Deposit;
  readonly currency: CurrencyView;
  readonly timeZone: string;
  /** Links to the next steps. */
  readonly children?: ReactNode;
}

/** Result of a deposit: status, reason, amounts, id, and each step with its time. */
export function DepositStatusCard({ t, deposit, currency, timeZone, children }: DepositStatusProps) {
  const { status, reason } = deposit;
  const hasFee = Number(deposit.fee) > 0;
  return (
    <>
      <div className={styles.outcome} data-status={status}>
        <Icon name={STATUS_ICONS[status]} />
        <h2 className={styles.title}>{t(`deposit.title_${status}`)}</h2>
        <p className={styles.large}>
          <Money amount={status === 'credited' ? deposit.net : deposit.amount} currency={currency} />
        </p>
        <p>{t(`deposit.text_${status}`)}</p>
        {reason === null || reason === 'charged_back' ? null : <p className={styles.reason}>{t(`deposit.reason_${reason}`)}</p>}
      </div>
      {children}
      <dl className={styles.facts}>
        <div>
          <dt>{t('deposit.method')}</dt>
          <dd>{deposit.channelName}</dd>
        </div>
        {deposit.announcedAmount === null ? null : (
          <Sum label={t('deposit.announced')} amount={deposit.announcedAmount} currency={currency} />
        )}
        {hasFee ? (
          <>
            <Sum label={t('deposit.youPay')} amount={deposit.amount} currency={currency} />
            <Sum label={t('deposit.fee')} amount={deposit.fee} currency={currency} />
          </>
        ) : null}
        {Number(deposit.reversed) > 0 ? <Sum label={t('deposit.takenBack')} amount={deposit.reversed} currency={currency} /> : null}
        <Id label={t('deposit.reference')} id={deposit.paymentReference} />
        {deposit.sentBackReference === null ? null : <Id label={t('deposit.sentBackReference')} id={deposit.sentBackReference} />}
      </dl>
      <MoreDetails t={t}>
        <dl className={styles.facts}>
          <Id label={t('deposit.depositId')} id={deposit.depositId} />
          {deposit.transferId === null ? null : <Id label={t('deposit.transferId')} id={deposit.transferId} />}
        </dl>
      </MoreDetails>
      <h3 className={styles.part}>{t('deposit.steps')}</h3>
      <ol className={styles.track}>
        {deposit.steps.map((step) => (
          <li key={`${step.status} ${step.at}`} data-status={step.status}>
            <Icon name={STATUS_ICONS[step.status]} small />
            <span>{t(`deposit.status_${step.status}`)}</span>
            <time dateTime={step.at}>{zonedMinute(step.at, timeZone)}</time>
          </li>
        ))}
      </ol>
    </>
  );
}

function Sum({ label, amount, currency }: { readonly label: string; readonly amount: string; readonly currency: CurrencyView }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

function Id({ label, id }: { readonly label: string; readonly id: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code className={styles.id}>{id}</code>
      </dd>
    </div>
  );
}
