import type { ReactNode } from 'react';
import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { wireToInput } from '../../../shared/money/money.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './deposit.module.css';

export interface PayFactsProps {
  readonly t: Translate;
  readonly deposit: Deposit;
  readonly currency: CurrencyView;
  readonly children?: ReactNode;
}

/** Data that the payer must copy exactly: amount, reference, account. */
export function PayFacts({ t, deposit, currency, children }: PayFactsProps) {
  const account = deposit.instructions?.account ?? null;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('deposit.exactAmount')}</dt>
        <dd className={styles.copied}>
          <span className={styles.large}>
            <Money amount={deposit.amount} currency={currency} />
          </span>
          <CopyButton t={t} text={wireToInput(deposit.amount)} />
        </dd>
      </div>
      {account === null ? null : (
        <>
          <Plain label={t('deposit.accountHolder')} text={account.holder} />
          <Plain label={t('deposit.accountBank')} text={account.bank} />
          <div>
            <dt>{t('deposit.accountNumber')}</dt>
            <dd className={styles.copied}>
              <bdi>{account.number}</bdi>
              <CopyButton t={t} text={account.number.replaceAll(' ', '')} />
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{t('deposit.reference')}</dt>
        <dd className={styles.copied}>
          <code>{deposit.paymentReference}</code>
          <CopyButton t={t} text={deposit.paymentReference} />
        </dd>
      </div>
      {children}
    </dl>
  );
}

function Plain({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
