import { parseInputAmount, parseWireAmount, toScreen, wireToScreen } from '../../../shared/money/money.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import shared from '../instruction/instruction.module.css';
import { AmountField, ConfirmInstruction, InstructionForm, PaymentPasswordField, SendButton } from '../instruction/instruction-form.tsx';
import type { InstructionState } from '../instruction/use-instruction.ts';
import { FORGOTTEN_PASSWORD, TRANSFER_UPLINE } from './links.ts';
import styles from './transfers.module.css';
import { type TransferFormProps, useTransfer } from './use-transfer.ts';

/** Amount and payment password; with script the transfer is confirmed before it is sent. */
export function TransferForm(props: TransferFormProps) {
  const { t, state, reference } = props;
  const { upline, minAmount, maxAmount, leftToday, transfersLeftToday, available, turnoverLeft, currencySymbol: symbol } = state;
  const form = useTransfer(props);
  const text = (wire: string) => symbol + wireToScreen(wire);
  const key = props.form?.values.reference ?? reference;
  return (
    <InstructionForm
      form={form}
      call="transfer.upline"
      title={t('transfers.formTitle')}
      back={`${TRANSFER_UPLINE}?done=${encodeURIComponent(key)}`}
      reference={key}
    >
      <dl className={shared.facts}>
        <div>
          <dt>{t('transfers.to')}</dt>
          <dd className={styles.person}>
            <Icon name="user" small />
            <bdi>{upline?.account}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transfers.available')}</dt>
          <dd data-private>
            <Money amount={available} symbol={symbol} />
          </dd>
        </div>
        <div>
          <dt>{t('transfers.leftToday')}</dt>
          <dd>{t('transfers.leftTodayText', { amount: text(leftToday), count: transfersLeftToday })}</dd>
        </div>
      </dl>
      {(parseWireAmount(turnoverLeft) ?? 0n) > 0n ? (
        <p className={shared.quiet}>{t('transfers.turnoverLeft', { left: text(turnoverLeft) })}</p>
      ) : null}
      <AmountField form={form} label={t('transfers.amount')} hint={t('transfers.bounds', { min: text(minAmount), max: text(maxAmount) })} />
      <PaymentPasswordField t={t} form={form} area="transfers" forgotHref={FORGOTTEN_PASSWORD} />
      <SendButton form={form} icon="send" label={t('transfers.send')} />
      <Confirm {...props} form={form} />
    </InstructionForm>
  );
}

/** Amount, recipient and remaining balance. */
function Confirm({ t, state, form }: Omit<TransferFormProps, 'form'> & { readonly form: InstructionState }) {
  const { upline, wallet, currencySymbol: symbol } = state;
  const units = parseInputAmount(form.amount.trim());
  if (units === undefined || !upline) return null;
  const after = (parseWireAmount(wallet) ?? 0n) - units;
  const amount = symbol + toScreen(units);
  return (
    <ConfirmInstruction t={t} form={form} area="transfers" amount={amount} text={t('transfers.confirmText')}>
      <div>
        <dt>{t('transfers.amount')}</dt>
        <dd className={shared.strong}>
          <bdi>{amount}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('transfers.to')}</dt>
        <dd>
          <bdi>{upline.account}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('transfers.after')}</dt>
        <dd data-private>
          <bdi>{symbol + toScreen(after)}</bdi>
        </dd>
      </div>
    </ConfirmInstruction>
  );
}
