import type { DepositKind } from '../../../shared/api/deposit/constants.ts';
import type { DepositChannel } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './deposit.module.css';

export const METHOD_ICONS: Readonly<Record<DepositKind, string>> = {
  BANK: 'landmark',
  QR: 'qr-code',
  E_WALLET: 'wallet-cards',
  VOUCHER: 'ticket',
};

export interface MethodsProps {
  readonly t: Translate;
  readonly currency: CurrencyView;
  readonly channels: readonly DepositChannel[];
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

/** Payment methods with fee, time and limits. */
export function Methods({ t, currency, channels, chosen, onChoose }: MethodsProps) {
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.part}>{t('deposit.method')}</legend>
      {channels.map((channel) => (
        <label key={channel.code} className={styles.method}>
          <input
            type="radio"
            name="channel"
            value={channel.code}
            data-kind={channel.kind}
            checked={channel.code === chosen}
            onChange={() => onChoose(channel.code)}
          />
          <span className={styles.methodIcon}>
            <Icon name={METHOD_ICONS[channel.kind]} />
          </span>
          <span className={styles.methodText}>
            <strong>{channel.name}</strong>
            {isNamedByKind(t, channel) ? null : <small>{t(`deposit.kind_${channel.kind}`)}</small>}
          </span>
          <span className={styles.methodFacts}>
            <span>{feeText(t, channel, currency)}</span>
            <small>{timeText(t, channel)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** True if the operator's name of the method says no more than its kind. */
function isNamedByKind(t: Translate, { name, kind }: DepositChannel): boolean {
  return name.trim().toLowerCase() === t(`deposit.kind_${kind}`).toLowerCase();
}

/** "Free", "1.5%", "$1.00 + 1.5%". */
function feeText(t: Translate, { feeFixed, feeBasisPoints }: DepositChannel, currency: CurrencyView): string {
  const fixed = (parseWireAmount(feeFixed) ?? 0n) > 0n ? amountText(feeFixed, currency) : '';
  const share = feeBasisPoints > 0 ? `${feeBasisPoints / 100}%` : '';
  if (!fixed && !share) return t('deposit.free');
  return t('deposit.feeOf', { fee: [fixed, share].filter(Boolean).join(' + ') });
}

function timeText(t: Translate, { usualMinutes, byOperator }: DepositChannel): string {
  if (usualMinutes === 0) return t(byOperator ? 'deposit.byOperator' : 'deposit.atOnce');
  if (usualMinutes < 60) return t('deposit.withinMinutes', { count: usualMinutes });
  return t('deposit.withinHours', { count: Math.ceil(usualMinutes / 60) });
}
