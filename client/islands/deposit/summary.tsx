import type { DepositChannel } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { feeOf } from '../../../shared/money/fee.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';
import { Money } from '../../ui/money.tsx';
import styles from './deposit.module.css';

export interface SummaryProps {
  readonly t: Translate;
  readonly channel: DepositChannel;
  /** As typed. */
  readonly amount: string;
  /** Wire form, if known. */
  readonly balance: string | undefined;
  readonly currency: CurrencyView;
}

/** Fee and credited amount of the deposit; empty until an amount is typed. */
export function Summary({ t, channel, amount, balance, currency }: SummaryProps) {
  const units = typedUnits(amount, currency.currency);
  if (units === undefined || channel.kind === 'VOUCHER') return null;
  const fee = feeOf(units, { fixed: parseWireAmount(channel.feeFixed) ?? 0n, basisPoints: channel.feeBasisPoints }, currency.currency);
  if (fee >= units) return null;
  const now = balance === undefined ? undefined : parseWireAmount(balance);
  return (
    <dl className={styles.facts}>
      {fee > 0n ? (
        <>
          <Line label={t('deposit.youPay')} amount={units} currency={currency} />
          <Line label={t('deposit.fee')} amount={fee} currency={currency} />
        </>
      ) : null}
      <Line label={t('deposit.youGet')} amount={units - fee} currency={currency} />
      {now === undefined ? null : <Line label={t('deposit.balanceAfter')} amount={now + units - fee} currency={currency} isPrivate />}
    </dl>
  );
}

interface LineProps {
  readonly label: string;
  readonly amount: bigint;
  readonly currency: CurrencyView;
  readonly isPrivate?: boolean;
}

function Line({ label, amount, currency, isPrivate }: LineProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-private={isPrivate || undefined}>
        <Money amount={toWire(amount)} currency={currency} />
      </dd>
    </div>
  );
}
